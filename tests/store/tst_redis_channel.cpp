// SPDX-License-Identifier: MIT
#include "core/store/client/redis_channel.h"
#include "tests/store/channel_client.h"
#include "tests/support/redis_server.h"
#include "tests/support/unit_test.h"

#include <QTest>

using namespace penstock;

class TestRedisChannel : public UnitTest
{
    Q_OBJECT

private slots:
    void answersCommands_data()
    {
        QTest::addColumn<RedisServer::Transport>("transport");
        QTest::newRow("unix socket") << RedisServer::Transport::Unix;
        QTest::newRow("tcp") << RedisServer::Transport::Tcp;
    }
    void answersCommands()
    {
        QFETCH(RedisServer::Transport, transport);
        const RedisServer server(transport);
        QVERIFY(server.isRunning());
        ChannelClient client(server.address());
        QCOMPARE(client.say(words({"PING"})), std::string("PONG"));
        QCOMPARE(client.say(words({"SET", "k", std::string_view("a\0\r\n", 4)})),
                 std::string("OK"));
        QCOMPARE(client.say(words({"GET", "k"})), std::string(R"("a\x00\x0d\x0a")"));
        QCOMPARE(client.sayAll({words({"GET", "none"}), words({"INCR", "n"}),
                                words({"EVAL", "return {1,{'a',{}},false}", "0"})}),
                 std::string(R"((nil) | 1 | [1, ["a", []], (nil)])"));
        QVERIFY(client.channel.storeLife() != 0);
        QVERIFY(client.endpoint->version().find('.') != std::string::npos);
    }

    void sendsAForgottenScriptOnce()
    {
        const RedisServer server;
        ChannelClient client(server.address());
        QCOMPARE(client.say(increment("a")), std::string("1"));
        QCOMPARE(client.channel.scriptReloads(), 1u);
        QCOMPARE(client.say(increment("a")), std::string("2"));
        QCOMPARE(client.channel.scriptReloads(), 1u);
        server.command({"SCRIPT", "FLUSH"});
        QCOMPARE(client.sayAll({increment("a"), words({"GET", "a"}), increment("a", 10),
                                increment("a", 100)}),
                 std::string(R"(3 | "2" | 13 | 113)"));
        QCOMPARE(client.channel.scriptReloads(), 2u);
        QCOMPARE(server.info("commandstats", "cmdstat_eval:calls"), 2);
        QCOMPARE(server.info("commandstats", "cmdstat_evalsha:calls"), 7);
    }

    void oneTimeoutKeepsTheOthersFromSending()
    {
        RedisServer server;
        ChannelClient first(server.address());
        RedisChannel second(first.endpoint, first.stop);
        const auto askSecond = [&] {
            const Command command = increment("n");
            ChannelReply reply;
            second.exchange(std::span(&command, 1), std::span(&reply, 1),
                            std::chrono::steady_clock::now() + std::chrono::milliseconds(100));
            return shown(reply);
        };
        QCOMPARE(askSecond(), std::string("1"));
        QCOMPARE(first.say(words({"PING"})), std::string("PONG"));
        server.freeze();
        QCOMPARE(first.say(increment("n"), std::chrono::milliseconds(100)),
                 std::string("timeout ambiguous"));
        const std::string answer = askSecond();
        QVERIFY2(answer == "waiting" || answer == "timeout", answer.c_str()); // its turn to probe
        server.thaw();
        QTRY_COMPARE(first.say(words({"PING"})), std::string("PONG"));
        QCOMPARE(server.command({"GET", "n"}).text, std::string("2"));
        QCOMPARE(askSecond(), std::string("3"));
    }

    void classesTheServersErrors()
    {
        const RedisServer server;
        ChannelClient client(server.address());
        client.say(words({"SET", "text", "x"}));
        const ChannelReply reply = client.call(words({"LPUSH", "text", "x"}));
        QVERIFY(!reply);
        QVERIFY(reply.error().errorClass == StoreErrorClass::WrongType);
        QVERIFY(!reply.error().ambiguous);
        QCOMPARE(client.say(words({"PING"})), std::string("PONG"));
    }
};

QTEST_GUILESS_MAIN(TestRedisChannel)
#include "tst_redis_channel.moc"
