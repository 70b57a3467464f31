// SPDX-License-Identifier: MIT
#include "core/store/client/pooled_limiter.h"
#include "tests/support/fake_server.h"
#include "tests/support/redis_server.h"
#include "tests/support/unit_test.h"

#include <QElapsedTimer>
#include <QTest>

#include <array>
#include <atomic>
#include <thread>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

Limit bucket(std::int64_t capacity, Rate refill = {})
{
    Limit limit = standardLimit(*findAlgorithm("token_bucket"));
    *findValue(limit, "capacity") = ParameterValue::of(MicroTokens::fromTokens(capacity));
    *findValue(limit, "refill") = ParameterValue::of(refill);
    return limit;
}

std::unique_ptr<PooledLimiter> made(PooledLimiterOptions options)
{
    auto limiter = PooledLimiter::create(std::move(options));
    return limiter ? std::move(*limiter) : nullptr;
}

} // namespace

class TestPooledLimiter : public UnitTest
{
    Q_OBJECT

private slots:
    void namesEveryProblem()
    {
        PooledLimiterOptions options;
        options.address = "http://h";
        options.connectTimeout = 0ms;
        options.commandTimeout = -1s;
        options.connections = 0;
        options.keyPrefix = std::string(257, 'x');
        QCOMPARE(toText(validate(options)),
                 std::string("limit: names no algorithm\n"
                             "address: store address: it begins with neither \"redis://\" nor "
                             "\"unix:\"\n"
                             "connectTimeout: must be at least 1 ms\n"
                             "commandTimeout: must be at least 1 ms\n"
                             "connections: must be from 1 to 1024\n"
                             "keyPrefix: must be at most 256 bytes"));
        options = {};
        options.limit = bucket(0);
        QCOMPARE(validate(options).front().field, std::string("limit.capacity"));
        options.limit = bucket(1);
        QVERIFY(validate(options).empty());
        QVERIFY(!PooledLimiter::create({}));
    }

    void manyThreadsShareABucketExactly()
    {
        constexpr int kThreads = 16;
        constexpr int kCalls = 200;
        constexpr int kCapacity = 1000;
        const RedisServer server;
        const auto limiter = made({.address = server.addressText(),
                                   .limit = bucket(kCapacity),
                                   .commandTimeout = 20s,
                                   .connections = 4,
                                   .keyPrefix = "svc:"});
        QVERIFY(limiter);
        std::array<std::atomic<int>, kOutcomeCount> counts{};
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < kThreads; ++i) {
                threads.emplace_back([&] {
                    for (int call = 0; call < kCalls; ++call)
                        ++counts[static_cast<std::size_t>(limiter->acquire({"hot"}).outcome)];
                });
            }
        }
        QCOMPARE(counts[static_cast<std::size_t>(Outcome::Allowed)].load(), kCapacity);
        QCOMPARE(counts[static_cast<std::size_t>(Outcome::Denied)].load(),
                 kThreads * kCalls - kCapacity);
        QVERIFY2(server.info("clients", "connected_clients") <= 4 + 1, "bounded, and this one");
        QCOMPARE(toText(server.command({"EXISTS", "svc:hot"})), std::string("1"));
    }

    void batchesAndPrefixes()
    {
        const RedisServer server;
        const auto limiter =
            made({.address = server.addressText(), .limit = bucket(5), .keyPrefix = "p:"});
        QVERIFY(limiter);
        const std::array<AcquireRequest, 3> requests = {{{"a", MicroTokens::fromTokens(2)},
                                                         {"bb", MicroTokens::fromTokens(1)},
                                                         {"a", MicroTokens::fromTokens(4)}}};
        std::array<Decision, 3> answers;
        limiter->acquireBatch(requests, answers);
        QVERIFY(answers[0].tokensLeft == MicroTokens::fromTokens(3));
        QVERIFY(answers[1].tokensLeft == MicroTokens::fromTokens(4));
        QVERIFY(answers[2].outcome == Outcome::Denied);
        QVERIFY(limiter->peek("a").tokensLeft == MicroTokens::fromTokens(3));
        QCOMPARE(toText(server.command({"EXISTS", "p:a", "p:bb"})), std::string("2"));
    }

    void aNewLimitActsOnTheNextCall()
    {
        const RedisServer server;
        const auto limiter = made({.address = server.addressText(), .limit = bucket(10)});
        QVERIFY(limiter);
        limiter->acquire({"a"});
        QVERIFY(limiter->setLimit(bucket(3)).empty());
        const Decision decision = limiter->peek("a");
        QVERIFY(decision.tokensLeft == MicroTokens::fromTokens(3));
        QVERIFY(*decision.limit == bucket(3));
        QCOMPARE(limiter->setLimit(bucket(0)).front().field, std::string("limit.capacity"));
        QVERIFY(*limiter->peek("a").limit == bucket(3));
    }

    void aPoolInUseAnswersByPolicyInTime()
    {
        FakeServer server([](FakeServer::Connection& connection) {
            connection.answerLogin();
            connection.waitForEnd();
        });
        const auto limiter = made({.address = toText(server.address()),
                                   .limit = bucket(9),
                                   .onStoreFailure = FailPolicy::FailClosed,
                                   .commandTimeout = 100ms,
                                   .connections = 1});
        QVERIFY(limiter);
        QElapsedTimer timer;
        timer.start();
        std::atomic<int> denied = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 8; ++i) {
                threads.emplace_back([&] {
                    denied += limiter->acquire({"a"}).outcome == Outcome::FailClosedDenied;
                });
            }
        }
        QCOMPARE(denied.load(), 8);
        const qint64 elapsed = timer.elapsed();
        QVERIFY2(elapsed < 600, "one after the other would take 800 ms");
        // A caller that comes late may probe anew after the time-out, once a back-off at most.
        QVERIFY(server.connections() <= static_cast<std::size_t>(1 + elapsed / 25));
    }

    void stopEndsCallsUnderWay()
    {
        std::atomic<bool> isAsked = false;
        FakeServer server([&](FakeServer::Connection& connection) {
            connection.answerLogin();
            connection.readCommand();
            isAsked = true;
            isAsked.notify_all();
            connection.waitForEnd();
        });
        const auto limiter = made({.address = toText(server.address()),
                                   .limit = bucket(9),
                                   .commandTimeout = 1h,
                                   .connections = 1});
        QVERIFY(limiter);
        std::atomic<int> stopped = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 4; ++i) { // one asks, the others wait for the connection
                threads.emplace_back([&] {
                    stopped += limiter->acquire({"a"}).errorClass == StoreErrorClass::Stopped;
                });
            }
            isAsked.wait(false);
            limiter->stop();
        }
        QCOMPARE(stopped.load(), 4);
    }

    void connectsWhenTheStoreAppears()
    {
        RedisServer server(RedisServer::Transport::Tcp);
        server.kill9();
        const auto limiter = made({.address = server.addressText(), .limit = bucket(9)});
        QVERIFY(limiter);
        QVERIFY(limiter->acquire({"a"}).errorClass == StoreErrorClass::Unreachable);
        QVERIFY(server.start());
        QTRY_VERIFY(limiter->acquire({"a"}).decidedBy == DecidedBy::Store);
    }
};

QTEST_GUILESS_MAIN(TestPooledLimiter)
#include "tst_pooled_limiter.moc"
