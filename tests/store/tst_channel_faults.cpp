// SPDX-License-Identifier: MIT
// What a channel does when the other side misbehaves, against a server that misbehaves as told.
#include "tests/store/channel_client.h"
#include "tests/support/fake_server.h"
#include "tests/support/unit_test.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <csignal>
#include <thread>

using namespace penstock;
using namespace std::chrono_literals;
using Connection = FakeServer::Connection;
using Texts = std::vector<std::string>;

namespace {

// Deadlines are the design's. What a call may take beyond its limit is 10 ms on a quiet machine;
// a loaded one gets more, but never the multiple that a limit for each read would cost.
constexpr Micros kLimit = 100ms;
constexpr int kSlackMillis = 400;

} // namespace

class TestChannelFaults : public UnitTest
{
    Q_OBJECT

private slots:
    void dribbledBytesDoNotStretchTheLimit()
    {
        FakeServer server([](Connection& connection) {
            connection.answerLogin();
            connection.readCommand();
            connection.dribble("$500\r\n" + std::string(500, 'x') + "\r\n", 20ms);
        });
        ChannelClient client(server.address());
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(client.say(words({"GET", "a"}), kLimit), std::string("timeout ambiguous"));
        QVERIFY(timer.elapsed() >= 100);
        QVERIFY2(timer.elapsed() < 100 + kSlackMillis, "a limit for each read would take 10 s");
    }

    void aLateAnswerIsNotTakenForTheNext()
    {
        FakeServer server([](Connection& connection) {
            connection.answerLogin();
            for (std::string command; !(command = connection.readCommand()).empty();) {
                if (command == "GET late")
                    connection.dribble("$4\r\nlate\r\n", 30ms);
                else
                    connection.write("+" + command + "\r\n");
            }
        });
        ChannelClient client(server.address());
        QCOMPARE(client.say(words({"GET", "late"}), kLimit), std::string("timeout ambiguous"));
        QTRY_COMPARE(client.say(words({"PING"})), std::string("PING"));
        QCOMPARE(server.connections(), std::size_t(2));
    }

    void aReplyCutShortIsAmbiguousAndNotRepeated()
    {
        FakeServer server([](Connection& connection) {
            connection.answerLogin();
            if (connection.readCommand().starts_with("EVALSHA"))
                connection.write("*2\r\n:1\r\n");
            else
                connection.write("+PONG\r\n");
        });
        ChannelClient client(server.address());
        QCOMPARE(client.say(increment("a")), std::string("connection_lost ambiguous"));
        QCOMPARE(client.say(words({"PING"})), std::string("PONG"));
        QCOMPARE(server.commands(), (Texts{"EVALSHA " + incrementScript().sha + " 1 a 1", "PING"}));
    }

    void onlyAnswersThatAreMissingAreLost()
    {
        FakeServer server([](Connection& connection) {
            connection.answerLogin();
            connection.readCommand();
            connection.readCommand();
            connection.readCommand();
            connection.write(":1\r\n-OOM no memory\r\n");
        });
        ChannelClient client(server.address());
        QCOMPARE(client.sayAll({increment("a"), increment("b"), increment("c")}),
                 std::string("1 | out_of_memory | connection_lost ambiguous"));
    }

    void whatWasNeverSentIsNotAmbiguous()
    {
        FakeServer server([](Connection& connection) {
            connection.answerLogin();
            connection.hold(); // the kernel's buffers fill up
        });
        ChannelClient client(server.address());
        const std::string large(4 * 1024 * 1024, 'x');
        QCOMPARE(client.sayAll({words({"SET", "a", "1"}), words({"SET", "b", large}),
                                words({"SET", "c", "1"})},
                               kLimit),
                 std::string("timeout ambiguous | timeout ambiguous | timeout"));
    }

    void aServerGoneWhileSendingRaisesNoSignal()
    {
        // The default action of SIGPIPE ends the process: this test would not return.
        QVERIFY(std::signal(SIGPIPE, SIG_DFL) != SIG_ERR);
        FakeServer server([](Connection& connection) {
            connection.answerLogin();
            connection.readSome(1);
        });
        ChannelClient client(server.address());
        const std::string large(4 * 1024 * 1024, 'x');
        QCOMPARE(client.sayAll({words({"SET", "a", large}), words({"SET", "b", "1"})}),
                 std::string("connection_lost ambiguous | connection_lost"));
    }

    void whatIsNoProtocolDropsTheConnection_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("another protocol") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n");
        QTest::newRow("a bad integer") << QByteArray(":12x\r\n");
        QTest::newRow("a bad length") << QByteArray("$-7\r\n");
        QTest::newRow("too deep") << QByteArray("*1\r\n").repeated(20);
        QTest::newRow("one answer too many") << QByteArray("+OK\r\n+OK\r\n");
        QTest::newRow("zeros") << QByteArray(100, '\0');
    }
    void whatIsNoProtocolDropsTheConnection()
    {
        QFETCH(QByteArray, answer);
        FakeServer server([answer](Connection& connection) {
            connection.answerLogin();
            if (connection.readCommand() == "PING")
                connection.write("+PONG\r\n");
            else
                connection.write(answer.toStdString());
            connection.waitForEnd();
        });
        ChannelClient client(server.address());
        const std::string result = client.say(increment("a"));
        // An extra answer is found out after the first, which stands.
        QCOMPARE(result == "OK", answer == "+OK\r\n+OK\r\n");
        if (result != "OK")
            QCOMPARE(result, std::string("protocol ambiguous"));
        QCOMPARE(client.say(words({"PING"})), std::string("PONG"));
        QCOMPARE(server.connections(), std::size_t(2));
    }

    void anEndlessReplyEnds_data()
    {
        QTest::addColumn<QByteArray>("begin");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("one long text") << QByteArray("$2000000000\r\n") << QByteArray(65536, 'x');
        QTest::newRow("many items")
            << QByteArray("*2000000000\r\n") << QByteArray(":1\r\n").repeated(10000);
        QTest::newRow("a line without end") << QByteArray("+") << QByteArray(65536, 'x');
    }
    void anEndlessReplyEnds()
    {
        QFETCH(QByteArray, begin);
        QFETCH(QByteArray, part);
        FakeServer server([begin, part](Connection& connection) {
            connection.answerLogin();
            connection.readCommand();
            connection.write(begin.toStdString());
            while (connection.write(part.toStdString())) {
            }
        });
        ChannelClient client(server.address());
        QCOMPARE(client.say(words({"GET", "a"}), 1h), std::string("protocol ambiguous"));
    }

    void aClosedIdleConnectionIsReplacedUnseen()
    {
        std::atomic<int> closed = 0;
        FakeServer server([&](Connection& connection) {
            connection.answerLogin();
            connection.readCommand();
            connection.write("+OK\r\n");
            ++closed;
        });
        ChannelClient client(server.address());
        QCOMPARE(client.say(words({"PING"})), std::string("OK"));
        QTRY_COMPARE(closed.load(), 1);
        QTest::qWait(50); // idle is what the clock says: longer than 10 ms unused
        QCOMPARE(client.say(words({"PING"})), std::string("OK"));
        QCOMPARE(server.connections(), std::size_t(2));
    }

    void aConnectionBeingMadeSurvivesTheCall()
    {
        FakeServer server([](Connection& connection) {
            const std::string text = "redis_version:7.0.15\r\nrun_id:1\r\n";
            connection.readCommand();
            connection.dribble("$" + std::to_string(text.size()) + "\r\n", 40ms);
            connection.write(text + "\r\n");
            while (!connection.readCommand().empty())
                connection.write("+PONG\r\n");
        });
        ChannelClient client(server.address(), {.connectTimeout = 10s, .backOff = {}});
        QCOMPARE(client.say(words({"PING"}), 50ms), std::string("timeout"));
        QTRY_COMPARE(client.say(words({"PING"}), 50ms), std::string("PONG"));
        QCOMPARE(server.connections(), std::size_t(1));
    }

    void aServerThatNeverGreetsIsProbedByOne()
    {
        FakeServer server([](Connection& connection) { connection.waitForEnd(); });
        ChannelClient client(server.address(), {.connectTimeout = 50ms, .backOff = {1h, 1h}});
        QCOMPARE(client.say(words({"PING"})), std::string("timeout"));
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 1000; ++i)
            QCOMPARE(client.say(words({"PING"})), std::string("waiting"));
        QVERIFY2(timer.elapsed() < 5000, "each answers at once, in its back-off");
        QCOMPARE(server.connections(), std::size_t(1));
    }

    void aRefusedLoginSaysWhy()
    {
        FakeServer server([](Connection& connection) {
            connection.write("-ERR max number of clients reached\r\n");
        });
        ChannelClient client(server.address());
        const ChannelReply reply = client.call(words({"PING"}));
        QVERIFY(!reply);
        QCOMPARE(reply.error().text,
                 toText(server.address()) + ": ERR max number of clients reached");
        QVERIFY(!reply.error().ambiguous);
        QCOMPARE(client.say(words({"PING"})), std::string("waiting"));
    }

    void stopEndsACallAtOnce()
    {
        std::atomic<bool> isAsked = false;
        FakeServer server([&](Connection& connection) {
            connection.answerLogin();
            connection.readCommand();
            isAsked = true;
            isAsked.notify_all();
            connection.waitForEnd();
        });
        ChannelClient client(server.address());
        std::atomic<qint64> stopped = 0;
        QElapsedTimer timer;
        timer.start();
        std::jthread stopper([&] {
            isAsked.wait(false);
            stopped = timer.elapsed();
            client.stop.request();
        });
        QCOMPARE(client.say(words({"GET", "a"}), 1h), std::string("stopped ambiguous"));
        QVERIFY(timer.elapsed() - stopped < 300);
        QCOMPARE(client.say(words({"GET", "a"}), 1h), std::string("stopped"));
    }
};

QTEST_GUILESS_MAIN(TestChannelFaults)
#include "tst_channel_faults.moc"
