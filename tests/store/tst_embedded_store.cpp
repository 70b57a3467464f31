// SPDX-License-Identifier: MIT
#include "core/store/embedded/embedded_store.h"
#include "core/store/embedded/turnstile.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <atomic>
#include <latch>
#include <thread>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

SteadyTime in(std::chrono::milliseconds time)
{
    return std::chrono::steady_clock::now() + time;
}

ChannelReply ask(CommandChannel& channel, std::initializer_list<std::string_view> words,
                 SteadyTime deadline = in(30s))
{
    Command command;
    for (const std::string_view word : words)
        command.add(word);
    ChannelReply reply;
    channel.exchange({&command, 1}, {&reply, 1}, deadline);
    return reply;
}

} // namespace

/// The embedded store among many threads.
class TestEmbeddedStore : public UnitTest
{
    Q_OBJECT

private slots:
    void isReadyAtOnce()
    {
        const auto store = makeEmbeddedStore({});
        const StoreStatus status = store->status();
        QCOMPARE(status.state, StoreStatus::State::Ready);
        QCOMPARE(QByteArray::fromStdString(status.name), "embedded store");
    }

    void channelsShareTheData()
    {
        const auto store = makeEmbeddedStore({});
        StopSignal stop;
        const auto one = store->openChannel(stop);
        const auto other = store->openChannel(stop);
        QVERIFY(ask(*one, {"SET", "k", "v"}));
        QCOMPARE(QByteArray::fromStdString(toText(*ask(*other, {"GET", "k"}))), "\"v\"");
        QVERIFY(one->storeLife() != 0);
        QCOMPARE(one->storeLife(), other->storeLife());
        QVERIFY(makeEmbeddedStore({})->openChannel(stop)->storeLife() != one->storeLife());
    }

    void errorRepliesHaveTheirClass()
    {
        const auto store = makeEmbeddedStore({});
        StopSignal stop;
        const auto channel = store->openChannel(stop);
        const auto classOf = [&](std::string_view script) {
            const ChannelReply reply = ask(*channel, {"EVAL", script, "0"});
            return reply ? StoreErrorClass::None : reply.error().errorClass;
        };
        QCOMPARE(classOf("return 1"), StoreErrorClass::None);
        QCOMPARE(classOf("while true do end"), StoreErrorClass::Busy);
        QCOMPARE(classOf("local s='x' while true do s=s..s end"), StoreErrorClass::OutOfMemory);
        QCOMPARE(classOf("redis.call('SET','k','v') return redis.call('HGET','k','f')"),
                 StoreErrorClass::WrongType);
    }

    void oneThreadAtATime()
    {
        const auto store = makeEmbeddedStore({});
        constexpr int kThreads = 8;
        constexpr int kCalls = 500;
        StopSignal stop;
        std::latch start(kThreads);
        std::atomic<int> failures = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < kThreads; ++i) {
                threads.emplace_back([&] {
                    const auto channel = store->openChannel(stop);
                    start.arrive_and_wait();
                    for (int call = 0; call < kCalls; ++call) {
                        // Read, then write: only exclusion makes it a counter.
                        const auto reply = ask(*channel, {"EVAL",
                                                          "local n=redis.call('GET','n') or 0 "
                                                          "redis.call('SET','n',n+1) return 1",
                                                          "0"});
                        failures += !reply;
                    }
                });
            }
            for (int i = 0; i < 100; ++i)
                store->status(); // sweeps in between
        }
        QCOMPARE(failures.load(), 0);
        const auto channel = store->openChannel(stop);
        QCOMPARE(QByteArray::fromStdString(toText(*ask(*channel, {"GET", "n"}))),
                 QByteArray("\"4000\""));
    }

    void whoWaitsKeepsTheDeadline()
    {
        embedded::Turnstile turnstile;
        StopSignal stop;
        QCOMPARE(turnstile.enter(in(30s), stop), embedded::Turnstile::Entry::Entered);
        QVERIFY(!turnstile.tryEnter());
        std::jthread([&] {
            const auto begin = std::chrono::steady_clock::now();
            QCOMPARE(turnstile.enter(in(50ms), stop), embedded::Turnstile::Entry::TimedOut);
            QVERIFY(std::chrono::steady_clock::now() - begin >= 50ms);
        }).join();
        turnstile.leave();
        QVERIFY(turnstile.tryEnter());
        turnstile.leave();
    }

    void whoWaitsHearsTheStop()
    {
        embedded::Turnstile turnstile;
        StopSignal stop;
        QVERIFY(turnstile.tryEnter());
        std::jthread waiter(
            [&] { QCOMPARE(turnstile.enter(in(30s), stop), embedded::Turnstile::Entry::Stopped); });
        stop.request();
        waiter.join();
        turnstile.leave();
    }

    void nobodyStarves()
    {
        // Threads that come back at once must not keep out one that waits.
        embedded::Turnstile turnstile;
        StopSignal stop;
        std::atomic<bool> isOver = false;
        std::vector<std::jthread> greedy;
        for (int i = 0; i < 3; ++i) {
            greedy.emplace_back([&] {
                while (!isOver) {
                    if (turnstile.enter(in(30s), stop) == embedded::Turnstile::Entry::Entered)
                        turnstile.leave();
                }
            });
        }
        for (int i = 0; i < 50; ++i) {
            QCOMPARE(turnstile.enter(in(30s), stop), embedded::Turnstile::Entry::Entered);
            turnstile.leave();
        }
        isOver = true;
    }

    void stoppedChannelsAnswerWithoutRunning()
    {
        const auto store = makeEmbeddedStore({});
        StopSignal stop;
        const auto channel = store->openChannel(stop);
        stop.request();
        const ChannelReply reply = ask(*channel, {"SET", "k", "v"});
        QVERIFY(!reply);
        QCOMPARE(reply.error().errorClass, StoreErrorClass::Stopped);
        QVERIFY(!reply.error().ambiguous);
    }
};

QTEST_GUILESS_MAIN(TestEmbeddedStore)
#include "tst_embedded_store.moc"
