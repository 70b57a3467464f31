// SPDX-License-Identifier: MIT
#include "core/store/store.h"
#include "core/store/store_advice.h"
#include "tests/support/redis_server.h"
#include "tests/support/unit_test.h"

#include <QTest>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

using State = StoreStatus::State;

StoreSpec serverSpec(const RedisServer& server)
{
    return {.kind = StoreSpec::Kind::Server, .address = server.addressText()};
}

QByteArray bytes(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

} // namespace

class TestMakeStore : public UnitTest
{
    Q_OBJECT

private slots:
    void readsSpecs_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("meaning");
        const auto row = [](const char* text, const char* meaning) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(meaning);
        };
        row("default", "default");
        row("private", "private");
        row("embedded", "embedded");
        row("redis://h", "redis://h");
        row("redis://:a/b@c@h", "redis://:***@h");
        row("redis://me:secret@h:7000/2", "redis://me:***@h:7000/2");
        row("unix:/tmp/s", "unix:/tmp/s");
        row("privat", "there is no store \"privat\", did you mean \"private\"?");
        row("", "there is no store \"\"");
        row("redis://", "store address: the host is missing");
        row("http://h", "store address: it begins with neither \"redis://\" nor \"unix:\"");
        row("rediss://h", "store address: TLS is not supported yet");
    }
    void readsSpecs()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, meaning);
        const auto spec = parseStoreSpec(text.toStdString());
        QCOMPARE(bytes(spec ? toText(*spec) : spec.error().message), meaning);
    }

    void refusesABadAddress()
    {
        const auto store = makeStore({.kind = StoreSpec::Kind::Server, .address = "redis://h:x"});
        QVERIFY(!store);
        QVERIFY(store.error().kind == ErrorKind::Usage);
    }

    void adviceForEveryFailure()
    {
        for (std::size_t i = 1; i < kStoreErrorClassCount; ++i) {
            const auto errorClass = static_cast<StoreErrorClass>(i);
            QCOMPARE(adviceFor(errorClass).empty(), errorClass == StoreErrorClass::Stopped);
        }
    }

    void aServersStatusFollowsIt()
    {
        RedisServer server(RedisServer::Transport::Tcp);
        const auto store = makeStore(serverSpec(server));
        QVERIFY(store.has_value());
        QCOMPARE((*store)->status().name, server.addressText());
        const StopSignal stop;
        QVERIFY(waitForStore(**store, 5s, stop));
        QVERIFY((*store)->status().state == State::Ready);
        server.kill9();
        QTRY_VERIFY((*store)->status().state == State::Down);
        QCOMPARE(bytes((*store)->status().problem),
                 bytes(server.addressText() +
                       ": Connection refused; start the server, or check the address"));
        QVERIFY(server.start());
        QTRY_VERIFY((*store)->status().state == State::Ready);
    }

    void connectsWhenTheServerAppears()
    {
        RedisServer server;
        server.kill9();
        const auto store = makeStore(serverSpec(server));
        QVERIFY(store.has_value());
        QTRY_VERIFY((*store)->status().state == State::Down);
        const StopSignal stop;
        const auto failure = waitForStore(**store, 50ms, stop);
        QVERIFY(!failure);
        QVERIFY(failure.error().kind == ErrorKind::StoreUnreachable);
        QVERIFY(server.start());
        QVERIFY(waitForStore(**store, 5s, stop));
    }

    void waitingEndsWhenStopped()
    {
        const auto store =
            makeStore({.kind = StoreSpec::Kind::Server, .address = "unix:/nowhere/redis.sock"});
        QVERIFY(store.has_value());
        StopSignal stop;
        stop.request();
        const auto failure = waitForStore(**store, 1h, stop);
        QVERIFY(!failure);
        QCOMPARE(failure.error().message,
                 std::string("stopped while waiting for unix:/nowhere/redis.sock"));
    }

    void anUnknownHostIsAProblemAndNoHang()
    {
        const auto store =
            makeStore({.kind = StoreSpec::Kind::Server, .address = "redis://host.invalid"});
        QVERIFY(store.has_value());
        QTRY_VERIFY((*store)->status().state == State::Down);
        QVERIFY((*store)->status().problem.find("host.invalid") != std::string::npos);
    }

    void aWrongPasswordIsSaidAndNotShown()
    {
        RedisServer server(RedisServer::Transport::Tcp,
                           {QStringLiteral("--requirepass"), QStringLiteral("right")});
        const auto port = std::to_string(server.address().port);
        const auto store = makeStore(
            {.kind = StoreSpec::Kind::Server, .address = "redis://:secret@127.0.0.1:" + port});
        QVERIFY(store.has_value());
        QTRY_VERIFY((*store)->status().state == State::Down);
        const std::string problem = (*store)->status().problem;
        QVERIFY2(problem.find("WRONGPASS") != std::string::npos, problem.c_str());
        QVERIFY2(problem.find("secret") == std::string::npos, problem.c_str());
        const auto right = makeStore({.kind = StoreSpec::Kind::Server,
                                      .address = "redis://:right@127.0.0.1:" + port + "/3"});
        QVERIFY(right.has_value());
        QTRY_VERIFY((*right)->status().state == State::Ready);
    }
};

QTEST_GUILESS_MAIN(TestMakeStore)
#include "tst_make_store.moc"
