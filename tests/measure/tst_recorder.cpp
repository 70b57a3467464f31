// SPDX-License-Identifier: MIT
#include "core/measure/recorder.h"
#include "tests/support/records.h"
#include "tests/support/unit_test.h"

#include <QTest>

using namespace penstock;
using namespace penstock::test;
using namespace std::chrono_literals;

namespace {

DecisionRecord numbered(std::uint64_t number, Nanos at, Outcome outcome = Outcome::Allowed)
{
    DecisionRecord record = makeRecord(at, outcome);
    record.number = number;
    return record;
}

std::vector<std::uint64_t> numbersOf(const RunHistory& history)
{
    std::vector<std::uint64_t> numbers;
    for (const DecisionRecord& event : history.events)
        numbers.push_back(event.number);
    return numbers;
}

} // namespace

class TestRecorder : public UnitTest
{
    Q_OBJECT

private slots:
    void everyOutcomeIsCountedOnce()
    {
        Recorder recorder{{}};
        Recorder::Shard& shard = recorder.takeShard();
        for (std::size_t outcome = 0; outcome < kOutcomeCount; ++outcome) {
            for (std::size_t times = 0; times <= outcome; ++times)
                shard.append(makeRecord(10ms, static_cast<Outcome>(outcome)));
        }
        DecisionRecord lost = makeRecord(10ms, Outcome::FailOpenAllowed);
        lost.decision.ambiguous = true;
        shard.append(lost);
        recorder.collect(20ms, 0, 0);

        const RunTotals& totals = recorder.history().totals;
        QCOMPARE(totals.requests(), 22u);
        QCOMPARE(totals.errors(), 4u + 1u + 5u);
        QCOMPARE(totals.ambiguous, 1u);
        QCOMPARE(totals.byErrorClass[static_cast<std::size_t>(StoreErrorClass::Timeout)], 10u);
        QCOMPARE(totals.requests(), totals.of(Outcome::Allowed) + totals.of(Outcome::Denied) +
                                        totals.of(Outcome::NeverFits) + totals.errors() +
                                        totals.of(Outcome::Shed));
        QCOMPARE(recorder.history().latency.count(), 22u - totals.of(Outcome::Shed));
    }

    void shardsAreFoldedInTheOrderOfAnswers()
    {
        Recorder recorder{{}};
        Recorder::Shard& a = recorder.takeShard();
        Recorder::Shard& b = recorder.takeShard();
        a.append(numbered(1, 1ms));
        a.append(numbered(4, 4ms));
        b.append(numbered(3, 3ms));
        b.append(numbered(2, 3ms));
        recorder.collect(5ms, 0, 0);
        QCOMPARE(numbersOf(recorder.history()), (std::vector<std::uint64_t>{1, 2, 3, 4}));
        QCOMPARE(recorder.history().eventCount, 4u);
    }

    void anUnfetchedShardKeepsTotalsAndDropsEvents()
    {
        Recorder recorder{{.dropAfter = 2s}};
        Recorder::Shard& shard = recorder.takeShard();
        shard.append(numbered(1, 1s));
        shard.append(numbered(2, 2s));
        shard.append(numbered(3, 2s + 1ns));
        shard.append(numbered(4, 3s, Outcome::Denied));
        recorder.collect(3s, 0, 0);
        const RunHistory& history = recorder.history();
        QCOMPARE(numbersOf(history), (std::vector<std::uint64_t>{1, 2}));
        QCOMPARE(history.dropped, 2u);
        QCOMPARE(history.totals.requests(), 4u);
        QCOMPARE(history.totals.of(Outcome::Denied), 1u);

        shard.append(numbered(5, 4s)); // fetched again: events are kept again
        recorder.collect(5s, 0, 0);
        QCOMPARE(history.dropped, 2u);
        QCOMPARE(history.eventCount, 3u);
    }

    void aSinkSeesEveryDecision()
    {
        std::vector<std::uint64_t> seen;
        Recorder recorder{{.sink = [&seen](const DecisionRecord& r) { seen.push_back(r.number); },
                           .dropAfter = 2s}};
        Recorder::Shard& shard = recorder.takeShard();
        for (std::uint64_t i = 1; i <= 10; ++i)
            shard.append(numbered(i, i * 1s));
        recorder.collect(10s, 0, 0);
        QCOMPARE(seen, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
        QCOMPARE(recorder.history().dropped, 0u);
    }

    void theEventRingKeepsTheNewest()
    {
        Recorder recorder{{}};
        Recorder::Shard& shard = recorder.takeShard();
        const std::uint64_t count = RunHistory::kMaxEvents + 5;
        for (std::uint64_t i = 1; i <= count; ++i)
            shard.append(numbered(i, 1ms));
        recorder.collect(2ms, 0, 0);
        const RunHistory& history = recorder.history();
        QCOMPARE(history.events.size(), RunHistory::kMaxEvents);
        QCOMPARE(history.events.front().number, 6u);
        QCOMPARE(history.events.back().number, count);
        QCOMPARE(history.eventCount, count);
    }

    void aRetiredShardIsHandedOutAgain()
    {
        Recorder recorder{{}};
        Recorder::Shard& first = recorder.takeShard();
        first.append(numbered(1, 1ms));
        recorder.giveBack(first);
        Recorder::Shard& second = recorder.takeShard();
        QCOMPARE(&second, &first);
        second.append(numbered(2, 2ms));
        recorder.collect(3ms, 0, 0);
        QCOMPARE(numbersOf(recorder.history()), (std::vector<std::uint64_t>{1, 2}));
    }

    void aShardTakenLateIsNotLate()
    {
        Recorder recorder{{.dropAfter = 2s}};
        recorder.collect(100s, 0, 0);
        recorder.takeShard().append(numbered(1, 101s));
        recorder.collect(102s, 0, 0);
        QCOMPARE(recorder.history().dropped, 0u);
    }

    void arrivalsAreOfferedFromBothSides()
    {
        Recorder recorder{{}};
        recorder.addOffered(50ms, 2);
        recorder.addOffered(99ms);
        recorder.addOffered(100ms, 4);
        recorder.takeShard().addOffered(120ms, 8);
        recorder.collect(200ms, 0, 0);
        const auto& buckets = recorder.history().levels[0].buckets;
        QCOMPARE(buckets.size(), 3u);
        QCOMPARE(buckets[0].offered, 3u);
        QCOMPARE(buckets[1].offered, 12u);
        QCOMPARE(recorder.history().levels[2].buckets.back().offered, 15u);
    }

    void theNewestMarksAreKept()
    {
        Recorder recorder{{}};
        for (int i = 0; i < 3; ++i) {
            for (std::size_t n = 0; n < 400; ++n)
                recorder.addMark({RunMark::Kind::Burst, std::chrono::seconds(i), {}});
            recorder.collect(std::chrono::seconds(i), 0, 0);
        }
        const auto& marks = recorder.history().marks;
        QCOMPARE(marks.size(), RunHistory::kMaxMarks);
        QCOMPARE(marks.front().at, Nanos(0s));
        QCOMPARE(marks.back().at, Nanos(2s));
        QCOMPARE(std::count_if(marks.begin(), marks.end(),
                               [](const RunMark& mark) { return mark.at == 0s; }),
                 200);
    }

    void aPeekKeepsTheWatchedBucketTrue()
    {
        Recorder recorder{{}};
        Decision peek = makeRecord(0ms, Outcome::Allowed).decision;
        peek.tokensLeft = MicroTokens::fromTokens(7);
        peek.limit = makeLimit(MicroTokens::fromTokens(20), Rate::perSecond(10));
        recorder.addPeek(1500ms, peek);
        recorder.collect(1600ms, 0, 0);
        const RunHistory& history = recorder.history();
        QVERIFY(history.watched.isKnown);
        QCOMPARE(history.watched.tokens.micros(), 7'000'000);
        QCOMPARE(history.watched.at, Nanos(1500ms));
        QVERIFY(history.watched.bucket ==
                (BucketShape{MicroTokens::fromTokens(20), Rate::perSecond(10)}));
        QCOMPARE(history.levels[1].buckets.back().tokens.last.micros(), 7'000'000);
        QCOMPARE(history.totals.requests(), 0u);
    }

    void aPolicysReportIsNoReading()
    {
        Recorder recorder{{}};
        DecisionRecord failed = makeRecord(1ms, Outcome::FailOpenAllowed);
        failed.decision.tokensLeft = MicroTokens::fromTokens(20);
        DecisionRecord otherKey = makeRecord(2ms, Outcome::Allowed);
        otherKey.key = 1;
        Recorder::Shard& shard = recorder.takeShard();
        shard.append(failed);
        shard.append(otherKey);
        recorder.collect(3ms, 0, 0);
        QVERIFY(!recorder.history().watched.isKnown);
        QCOMPARE(recorder.history().levels[0].buckets.back().tokens.count, 0u);
    }
};

QTEST_GUILESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
