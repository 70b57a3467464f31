// SPDX-License-Identifier: MIT
#include "core/run/live_engine.h"
#include "tests/support/fake_store.h"
#include "tests/support/live_run.h"
#include "tests/support/unit_test.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <map>

using namespace penstock;
using namespace penstock::test;
using namespace std::chrono_literals;

namespace {

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
}

/// Denied at once and never refilled: requests are counted, nothing works.
Scenario idle(std::initializer_list<std::pair<const char*, const char*>> values)
{
    Scenario scenario = scenarioWith("first-look", {{"traffic.rate", "0/s"}, {"work", "0s"}});
    for (const auto& [path, value] : values) {
        if (!setValue(scenario, path, value))
            qFatal("%s", path);
    }
    return scenario;
}

} // namespace

class TestLiveEngine : public UnitTest
{
    Q_OBJECT

private slots:
    void runsAndStops()
    {
        FakeStore store;
        LiveRun run(scenarioWith("first-look", {{"traffic.rate", "500/s"}}), store);
        QCOMPARE(run.engine().status().state, RunState::Waiting);
        QVERIFY(run.waitForMore(100));
        QCOMPARE(run.engine().status().state, RunState::Running);
        QCOMPARE(run.engine().status().workers.size(), 10u);
        run.engine().stop();
        QCOMPARE(run.engine().status().state, RunState::Stopping);
        QVERIFY(run.waitForEnd());
        QCOMPARE(run.engine().status().endReason, EndReason::Stopped);
        QCOMPARE(run.history().totals.errors(), 0u); // a healthy run leaves no failures behind
        QCOMPARE(run.fault(), QString());
        QCOMPARE(store.openChannels(), 0);
    }

    void keysAreTheRunsOwnAndAreDeleted()
    {
        FakeStore store;
        LiveEngineOptions options;
        options.runId = "abc";
        LiveRun run(scenarioWith("first-look", {{"traffic.rate", "100/s"}}), store, options);
        QVERIFY(run.waitForMore(5));
        const std::vector<std::string> keys{"penstock:abc:demo:global"};
        QCOMPARE(run.engine().keys(), keys);
        QCOMPARE(store.keys(), keys);
        run.engine().stop();
        QVERIFY(run.waitForEnd());
        QCOMPARE(store.deletedKeys(), keys);
        QCOMPARE(store.keys(), std::vector<std::string>{});
    }

    void aClosedLoopOfRoundsCompletes()
    {
        FakeStore store;
        LiveRun run(scenarioWith("first-look", {{"traffic.loop", "closed"},
                                                {"feed.rounds", "4"},
                                                {"limiter.capacity", "5"},
                                                {"limiter.refill", "0/s"},
                                                {"workers", "1"},
                                                {"work", "1ms"}}),
                    store);
        QVERIFY(run.waitForEnd());
        QCOMPARE(run.engine().status().endReason, EndReason::Completed);
        QCOMPARE(run.fault(), QString());
        QString log;
        for (const DecisionRecord& record : run.records())
            log += QStringLiteral("%1:%2%3 ")
                       .arg(record.number)
                       .arg(record.label)
                       .arg(record.decision.outcome == Outcome::Allowed ? QStringLiteral("+")
                                                                        : QString());
        QCOMPARE(log, QStringLiteral("1:0+ 2:1+ 3:2+ 4:3+ 5:4+ 6:0 7:1 8:2 9:3 10:4 11:0 12:1 13:2 "
                                     "14:3 15:4 16:0 17:1 18:2 19:3 20:4 "));
    }

    void waitsForTheStoreAndBeginsByItself()
    {
        FakeStore store;
        store.setFailure(StoreErrorClass::Unreachable);
        LiveRun run(scenarioWith("first-look", {{"traffic.rate", "100/s"}}), store);
        QVERIFY(run.waitFor([&] { return !run.engine().status().store.problem.empty(); }));
        QCOMPARE(run.engine().status().state, RunState::Waiting);
        QCOMPARE(run.engine().status().elapsed, 0ns);
        QVERIFY(!run.engine().apply(BurstChange{3}));
        QVERIFY(run.engine().apply(SetChange{"limiter.capacity", "7"}));
        store.setFailure(std::nullopt);
        QVERIFY(run.waitForMore(1));
        QCOMPARE(run.history().totals.errors(), 0u);
        QCOMPARE(run.engine().changes().size(), 1u);
        QCOMPARE(run.engine().changes().front().at, 0ns);
        run.engine().stop();
        QVERIFY(run.waitForEnd());
        QCOMPARE(run.records().front().decision.limit->values[0].tokens(),
                 MicroTokens::fromTokens(7));
        QCOMPARE(run.fault(), QString());
    }

    void stopsWhileItWaits()
    {
        FakeStore store;
        store.setFrozen(true);
        LiveRun run(scenarioWith("first-look"), store);
        run.engine().stop();
        QVERIFY(run.waitForEnd(5s));
        QCOMPARE(run.engine().status().endReason, EndReason::Stopped);
        QCOMPARE(run.fault(), QString());
    }

    void destroyedWhileItRuns()
    {
        FakeStore store;
        {
            LiveRun run(scenarioWith("first-look", {{"traffic.rate", "1000/s"}}), store);
            QVERIFY(run.waitForMore(10));
            store.setFrozen(true);
        }
        QCOMPARE(store.openChannels(), 0);
        LiveRun neverTicked(scenarioWith("first-look"), store);
    }

    void pauseStepAndResume()
    {
        FakeStore store;
        LiveRun run(scenarioWith("first-look", {{"traffic.rate", "1000/s"}, {"work", "0s"}}),
                    store);
        QVERIFY(run.waitForMore(20));
        run.engine().pause();
        QCOMPARE(run.engine().status().state, RunState::Paused);
        QVERIFY(run.runFor(100ms)); // a request that was taken just before is asked and answered
        const auto before = run.history().totals.requests();
        const auto queued = run.engine().status().queued;
        const Nanos pausedAt = run.engine().status().elapsed;
        run.engine().step();
        QVERIFY(run.waitForMore(1));
        QVERIFY(run.runFor(300ms)); // 300 arrivals that must not happen
        QCOMPARE(run.history().totals.requests(), before + 1);
        QVERIFY(run.engine().status().queued <= queued);
        const Nanos resumedAt = run.engine().status().elapsed;
        run.engine().resume();
        QVERIFY(run.waitForMore(20));
        run.engine().stop();
        QVERIFY(run.waitForEnd());
        QCOMPARE(run.marks(RunMark::Kind::Paused), 1u);
        QCOMPARE(run.marks(RunMark::Kind::Resumed), 1u);
        QCOMPARE(run.marks(RunMark::Kind::Step), 1u);
        std::uint64_t during = 0;
        for (const DecisionRecord& record : run.records())
            during += record.started > pausedAt && record.started < resumedAt;
        QCOMPARE(during, 1u);
        QCOMPARE(run.fault(), QString());
    }

    void aBurstIsAskedAtOnce()
    {
        FakeStore store;
        LiveRun run(idle({{"limiter.capacity", "10"}, {"limiter.refill", "0/s"}}), store);
        QVERIFY(run.waitForState(RunState::Running));
        QVERIFY(run.engine().apply(BurstChange{30}));
        QVERIFY(run.waitForMore(30));
        QCOMPARE(run.count(Outcome::Allowed), 10u);
        QCOMPARE(run.count(Outcome::Denied), 20u);
        run.engine().stop();
        QVERIFY(run.waitForEnd());
        QCOMPARE(run.marks(RunMark::Kind::Burst), 1u);
        for (const DecisionRecord& record : run.records())
            QCOMPARE(record.intended, run.records().front().intended);
        QCOMPARE(run.history().audit.overAdmission, std::optional(MicroTokens()));
        QCOMPARE(run.fault(), QString());
    }

    void theQueueIsBoundedAndTheRestIsShed()
    {
        FakeStore store;
        LiveRun run(idle({{"workers", "1"}, {"work", "10s"}, {"traffic.queue", "5"}}), store);
        QVERIFY(run.waitForState(RunState::Running));
        QVERIFY(run.engine().apply(BurstChange{1}));
        QVERIFY(run.waitForMore(1)); // the only worker works for long now
        QVERIFY(run.engine().apply(BurstChange{20}));
        run.engine().collect();
        QCOMPARE(run.engine().status().queued, 5);
        QCOMPARE(run.count(Outcome::Shed), 15u);
        QVERIFY(run.waitFor([&] {
            const auto& buckets = run.history().levels[0].buckets;
            return std::any_of(buckets.begin(), buckets.end(), [](const SeriesBucket& bucket) {
                return bucket.queued.count > 0 && bucket.queued.most == 5;
            });
        }));
        run.engine().stop();
        QVERIFY(run.waitForEnd(5s)); // ends the work too
        QCOMPARE(run.count(Outcome::Shed), 20u);
        QCOMPARE(run.fault(), QString());
    }

    void aStallShowsInTheLatencyOfAllThatWaited()
    {
        FakeStore store;
        LiveRun run(scenarioWith("first-look", {{"traffic.rate", "200/s"},
                                                {"traffic.pattern", "constant"},
                                                {"workers", "1"},
                                                {"work", "0s"}}),
                    store);
        QVERIFY(run.waitForMore(5));
        store.setLatency(60ms); // 12 arrivals wait for each call
        QVERIFY(run.runFor(500ms));
        store.setLatency(0ns);
        QVERIFY(run.waitFor([&] { return run.engine().status().queued == 0; }));
        run.engine().stop();
        QVERIFY(run.waitForEnd());
        std::uint64_t slow = 0;
        for (const DecisionRecord& record : run.records())
            slow += record.ended - record.intended > 100ms;
        QVERIFY2(slow > 20, "waiting for a worker counts");
        QCOMPARE(run.fault(), QString());
    }

    void workersAreRaisedAndLoweredUnderLoad()
    {
        FakeStore store;
        store.setLatency(5ms);
        LiveRun run(scenarioWith("many-workers", {{"workers", "2"}}), store);
        for (const char* count : {"16", "3", "64", "1", "64", "2", "32", "5"}) {
            QVERIFY(run.engine().apply(SetChange{"workers", count}));
            QVERIFY(run.waitForMore(200));
            QCOMPARE(run.engine().status().workers.size(), std::stoul(count));
            const auto wanted = std::stoi(count);
            // One channel each, and the keeper's.
            QVERIFY(run.waitFor([&] { return store.openChannels() == wanted + 1; }));
        }
        run.engine().stop();
        QVERIFY(run.waitForEnd());
        std::map<std::uint32_t, int> byWorker;
        for (const DecisionRecord& record : run.records())
            ++byWorker[record.worker];
        QVERIFY(byWorker.size() > 32);
        QVERIFY(byWorker.rbegin()->first < 64);
        QCOMPARE(run.fault(), QString());
    }

    void aLoweredWorkerFinishesItsRequest()
    {
        FakeStore store;
        LiveRun run(idle({{"workers", "4"}, {"work", "10s"}}), store);
        QVERIFY(run.waitForState(RunState::Running));
        QVERIFY(run.engine().apply(BurstChange{4}));
        QVERIFY(run.waitForMore(4));
        QVERIFY(run.engine().apply(SetChange{"workers", "1"}));
        // Raising past those that still work gets threads for the new ones.
        QVERIFY(run.engine().apply(SetChange{"workers", "8"}));
        QVERIFY(run.engine().apply(BurstChange{4}));
        QVERIFY(run.waitForMore(4));
        run.engine().stop();
        QVERIFY(run.waitForEnd(5s));
        QCOMPARE(run.fault(), QString());
    }

    void aChangeActsOnTheNextCall()
    {
        FakeStore store;
        LiveRun run(idle({{"limiter.capacity", "1000"}, {"limiter.refill", "0/s"}}), store);
        QVERIFY(run.waitForState(RunState::Running));
        const auto one = [&] { return run.engine().apply(BurstChange{1}) && run.waitForMore(1); };
        QVERIFY(one());
        QVERIFY(run.engine().apply(SetChange{"limiter.cost", "10"}));
        QVERIFY(one());
        QCOMPARE(run.records().back().cost, MicroTokens::fromTokens(10));
        QVERIFY(run.engine().apply(SetChange{"limiter.capacity", "5"}));
        QVERIFY(run.engine().apply(SetChange{"limiter.cost", "1"}));
        QVERIFY(one());
        QCOMPARE(run.records().back().decision.tokensLeft, MicroTokens::fromTokens(4));
        store.setFailure(StoreErrorClass::Loading);
        QVERIFY(one());
        QCOMPARE(run.records().back().decision.outcome, Outcome::FailOpenAllowed);
        QVERIFY(run.engine().apply(SetChange{"limiter.on_store_failure", "fail_closed"}));
        QVERIFY(one());
        QCOMPARE(run.records().back().decision.outcome, Outcome::FailClosedDenied);
        run.engine().stop();
        QVERIFY(run.waitForEnd());
        QCOMPARE(run.fault(), QString());
    }

    void changesAreMarkedAndKept()
    {
        FakeStore store;
        LiveRun run(idle({}), store);
        QVERIFY(run.waitForState(RunState::Running));
        QVERIFY(run.engine().apply(SetChange{"limiter.refill", "5/s"}));
        QVERIFY(run.engine().apply(SetChange{"limiter.refill", "5/s"})); // no change
        QVERIFY(run.engine().apply(BurstChange{2}));
        run.engine().collect();
        QCOMPARE(run.engine().changes().size(), 2u);
        QCOMPARE(run.engine().changes()[0].changes,
                 (std::vector<Change>{SetChange{"limiter.refill", "5/s"}}));
        QCOMPARE(run.engine().changes()[1].changes, (std::vector<Change>{BurstChange{2}}));
        QCOMPARE(text(run.history().marks.at(0).text), QStringLiteral("refill 10/s -> 5/s"));
        QCOMPARE(text(run.history().marks.at(1).text), QStringLiteral("burst of 2"));
        QCOMPARE(*getValue(run.engine().scenario(), "limiter.refill"), std::string("5/s"));
    }

    void wrongChangesChangeNothing_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("no such path") << QByteArray("limiter.capacty") << QByteArray("5");
        QTest::newRow("no such value") << QByteArray("limiter.capacity") << QByteArray("five");
        QTest::newRow("not valid") << QByteArray("limiter.capacity") << QByteArray("0");
        QTest::newRow("not while running") << QByteArray("seed") << QByteArray("7");
    }
    void wrongChangesChangeNothing()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, value);
        FakeStore store;
        LiveRun run(idle({}), store);
        QVERIFY(run.waitForState(RunState::Running));
        const Scenario before = run.engine().scenario();
        QVERIFY(!run.engine().apply(SetChange{path.toStdString(), value.toStdString()}));
        QVERIFY(run.engine().scenario() == before);
        QVERIFY(run.engine().changes().empty());
    }

    void theTimelineRuns()
    {
        FakeStore store;
        Scenario scenario = idle({{"duration", "600ms"}});
        scenario.timeline = {{100ms, {BurstChange{3}}},
                             {200ms, {SetChange{"limiter.capacity", "7"}, BurstChange{2}}}};
        LiveRun run(scenario, store);
        QVERIFY(run.waitForEnd());
        QCOMPARE(run.engine().status().endReason, EndReason::Duration);
        QCOMPARE(run.records().size(), 5u);
        QVERIFY(run.records().front().started >= 100ms);
        QVERIFY(run.records().back().started >= 200ms);
        QCOMPARE(run.records().back().decision.limit->values[0].tokens(),
                 MicroTokens::fromTokens(7));
        QVERIFY(run.engine().status().elapsed >= 600ms);
        QCOMPARE(run.fault(), QString());
    }

    void theSameSeedOffersTheSame()
    {
        const Scenario scenario =
            scenarioWith("first-look", {{"traffic.rate", "300/s"}, {"duration", "500ms"}});
        std::vector<std::pair<std::uint64_t, Nanos>> arrivals[2];
        for (auto& list : arrivals) {
            FakeStore store;
            LiveRun run(scenario, store);
            QVERIFY(run.waitForEnd());
            QCOMPARE(run.fault(), QString());
            for (const DecisionRecord& record : run.records())
                list.emplace_back(record.number, record.intended);
            std::sort(list.begin(), list.end());
        }
        QVERIFY(arrivals[0].size() > 50);
        QVERIFY(arrivals[0] == arrivals[1]);
    }

    void anOutageIsMarkedAndOver()
    {
        FakeStore store;
        LiveRun run(scenarioWith("first-look", {{"traffic.rate", "200/s"}, {"work", "0s"}}), store);
        QVERIFY(run.waitForMore(10));
        store.setFailure(StoreErrorClass::Unreachable);
        QVERIFY(run.waitFor(
            [&] { return run.engine().status().store.state == StoreStatus::State::Down; }));
        QVERIFY(!run.engine().status().store.problem.empty());
        store.setFailure(std::nullopt);
        QVERIFY(run.waitFor(
            [&] { return run.engine().status().store.state == StoreStatus::State::Ready; }));
        run.engine().stop();
        QVERIFY(run.waitForEnd());
        QCOMPARE(run.marks(RunMark::Kind::StoreDown), 1u);
        QCOMPARE(run.marks(RunMark::Kind::StoreBack), 1u);
        QVERIFY(run.history().totals.errors() > 0);
        QCOMPARE(run.fault(), QString());
    }

    void aFrozenStoreDoesNotHoldStop()
    {
        Scenario scenario = scenarioWith("many-workers");
        scenario.store.commandTimeout = 1h;
        const auto msToStop = [&scenario]() -> qint64 {
            FakeStore store;
            store.setLatency(5ms);
            LiveRun run(scenario, store);
            if (!run.waitForMore(100))
                return -1;
            store.setFrozen(true);
            // Calls that began before are answered first.
            if (!run.runFor(100ms) || run.engine().status().inFlight != 64)
                return -1;
            QElapsedTimer timer;
            timer.start();
            run.engine().stop();
            const bool isEnded = run.waitForEnd(5s);
            const qint64 elapsed = timer.elapsed();
            const auto stopped = static_cast<std::size_t>(StoreErrorClass::Stopped);
            const bool isTold = run.history().totals.byErrorClass[stopped] == 64;
            return isEnded && isTold && run.fault().isEmpty() ? elapsed : -1;
        };
        // The bound is the design's; a machine that is busy elsewhere gets three tries.
        qint64 elapsed = 0;
        for (int i = 0; i < 3; ++i) {
            elapsed = msToStop();
            QVERIFY(elapsed >= 0);
            if (elapsed < 300)
                break;
        }
        QVERIFY2(elapsed < 300, qPrintable(QString::number(elapsed)));
    }

    void theStopSignalStops()
    {
        FakeStore store;
        store.setLatency(5ms);
        LiveEngineOptions options;
        LiveRun run(scenarioWith("many-workers"), store, options);
        QVERIFY(run.waitForMore(100));
        options.stop->request();
        QVERIFY(run.waitForEnd(5s));
        QCOMPARE(run.engine().status().endReason, EndReason::Stopped);
        QCOMPARE(run.fault(), QString());
    }

    void anIdleStoreIsPeekedAt()
    {
        FakeStore store;
        LiveRun run(idle({}), store);
        QVERIFY(run.waitFor([&] { return run.history().watched.isKnown; }));
        QCOMPARE(run.history().watched.tokens, MicroTokens::fromTokens(20));
        QVERIFY(store.peeks() > 0);
        run.engine().stop();
        QVERIFY(run.waitForEnd());
        QCOMPARE(run.history().totals.requests(), 0u); // a peek is no request
        QCOMPARE(run.fault(), QString());
    }

    void aClosedLoopRestsWhileTheStoreIsDown()
    {
        FakeStore store;
        store.setLatency(5ms);
        LiveRun run(scenarioWith("many-workers", {{"workers", "4"}}), store);
        QVERIFY(run.waitForMore(10));
        store.setFailure(StoreErrorClass::Waiting);
        QVERIFY(run.waitFor([&] { return run.history().totals.errors() > 0; }));
        QVERIFY(run.runFor(300ms));
        QVERIFY2(run.history().totals.errors() < 1000, "without a rest there are 100,000s");
        run.engine().stop();
        QVERIFY(run.waitForEnd());
        QCOMPARE(run.fault(), QString());
    }
};

QTEST_GUILESS_MAIN(TestLiveEngine)
#include "tst_live_engine.moc"
