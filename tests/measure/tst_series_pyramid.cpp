// SPDX-License-Identifier: MIT
#include "core/measure/series_pyramid.h"
#include "tests/support/records.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <sstream>
#include <string>

using namespace penstock;
using namespace penstock::test;
using namespace std::chrono_literals;

namespace {

struct Series
{
    SeriesPyramid::Levels levels;
    SeriesPyramid pyramid{levels};

    void answer(Nanos at, Nanos latency = 0ns, Outcome outcome = Outcome::Allowed)
    {
        DecisionRecord record = makeRecord(at, outcome);
        record.intended = at - latency;
        pyramid.addAnswer(record, std::nullopt);
    }
    const SeriesBucket& bucket(std::size_t level, std::int64_t index) const
    {
        const auto& buckets = levels[level].buckets;
        return buckets.at(static_cast<std::size_t>(index - buckets.front().index));
    }
    /// The answers of every bucket of a level: "0:2 1:0 2:1".
    std::string answers(std::size_t level) const
    {
        std::ostringstream out;
        for (const SeriesBucket& bucket : levels[level].buckets) {
            std::uint32_t sum = 0;
            for (const std::uint32_t count : bucket.byOutcome)
                sum += count;
            out << (out.tellp() > 0 ? " " : "") << bucket.index << ':' << sum;
        }
        return out.str();
    }
};

} // namespace

class TestSeriesPyramid : public UnitTest
{
    Q_OBJECT

private slots:
    void bucketsAreHalfOpenAndWithoutGaps()
    {
        Series series;
        series.answer(0ns);
        series.answer(100ms - 1ns);
        series.answer(100ms);
        series.answer(399ms);
        series.answer(1s);
        QCOMPARE(series.answers(0), std::string("0:2 1:1 2:0 3:1 4:0 5:0 6:0 7:0 8:0 9:0 10:1"));
        QCOMPARE(series.answers(1), std::string("0:4 1:1"));
        QCOMPARE(series.answers(2), std::string("0:5"));
        for (std::size_t level = 0; level < SeriesPyramid::kLevels; ++level)
            QCOMPARE(series.levels[level].width, SeriesPyramid::kWidths[level]);
    }

    void theGridStartsAtZeroWhateverComesFirst()
    {
        Series series;
        series.answer(250ms);
        series.answer(-5s); // counts as zero
        QCOMPARE(series.answers(0), std::string("0:1 1:0 2:1"));
    }

    void everyLevelHoldsItsTime()
    {
        using std::chrono::hours;
        using std::chrono::minutes;
        const std::array<Nanos, 3> least{minutes(10), hours(1), hours(24)};
        Series series;
        for (Nanos at = 0ns; at <= hours(26); at += 10s)
            series.answer(at);
        for (std::size_t level = 0; level < SeriesPyramid::kLevels; ++level) {
            const SeriesLevel& held = series.levels[level];
            QCOMPARE(held.buckets.size(), SeriesPyramid::kLengths[level]);
            const auto whole = static_cast<std::int64_t>(held.buckets.size()) - 1;
            QVERIFY(whole * held.width >= least[level]);
            for (std::size_t i = 1; i < held.buckets.size(); ++i)
                QCOMPARE(held.buckets[i].index, held.buckets[i - 1].index + 1);
        }
    }

    void aLongSilenceLeavesEmptyBuckets()
    {
        Series series;
        series.answer(1s);
        series.answer(std::chrono::hours(100));
        const auto& buckets = series.levels[0].buckets;
        QCOMPARE(buckets.size(), SeriesPyramid::kLengths[0]);
        QCOMPARE(buckets.back().index, 3'600'000);
        QCOMPARE(buckets.back().of(Outcome::Allowed), 1u);
        QCOMPARE(buckets.front().of(Outcome::Allowed), 0u);
    }

    void aLateAnswerGoesToItsOwnBucket()
    {
        Series series;
        series.answer(20s);
        series.answer(150ms, 30ms);
        QCOMPARE(series.bucket(0, 1).of(Outcome::Allowed), 1u);
        QCOMPARE(series.bucket(0, 1).latencyMax, Nanos(30ms));
        QCOMPARE(series.bucket(0, 200).of(Outcome::Allowed), 1u);
        series.answer(1h); // 150 ms is no longer held at 100 ms, but at 10 s
        series.answer(150ms);
        QCOMPARE(series.levels[0].buckets.front().of(Outcome::Allowed), 0u);
        QCOMPARE(series.bucket(2, 0).of(Outcome::Allowed), 2u);
    }

    void quantilesAreOfTheOpenBucketAndThenFrozen()
    {
        Series series;
        for (int i = 1; i <= 100; ++i)
            series.answer(50ms, i * 1us);
        series.pyramid.tick(60ms, 0, 0);
        const auto p50 = series.bucket(0, 0).p50;
        QVERIFY(p50 >= 50us && p50 < 50us + 391ns);
        QVERIFY(series.bucket(0, 0).p99 >= 99us && series.bucket(0, 0).p99 <= 100us);
        QCOMPARE(series.bucket(0, 0).latencyMax, Nanos(100us));

        series.answer(99ms, 5ms); // still open
        series.pyramid.tick(350ms, 0, 0);
        QVERIFY(series.bucket(0, 0).p50 > p50);
        const auto frozen = series.bucket(0, 0);

        series.pyramid.tick(450ms, 0, 0);
        for (int i = 0; i < 1'000; ++i)
            series.answer(99ms, 7ms);
        series.pyramid.tick(460ms, 0, 0);
        QCOMPARE(series.bucket(0, 0).p50, frozen.p50);
        QCOMPARE(series.bucket(0, 0).p99, frozen.p99);
        QCOMPARE(series.bucket(0, 0).latencyMax, Nanos(7ms));
        QCOMPARE(series.bucket(0, 0).of(Outcome::Allowed), 1'101u);
        QVERIFY(series.bucket(1, 0).p50 >= 7ms); // one second is still open
    }

    void shedRequestsHaveNoLatency()
    {
        Series series;
        series.answer(10ms, 5ms, Outcome::Shed);
        series.pyramid.tick(20ms, 0, 0);
        QCOMPARE(series.bucket(0, 0).of(Outcome::Shed), 1u);
        QCOMPARE(series.bucket(0, 0).latencyMax.count(), 0);
        QCOMPARE(series.bucket(0, 0).p99.count(), 0);
    }

    void gaugesAndTokensKeepTheirExtent()
    {
        Series series;
        series.pyramid.tick(10ms, 5, 1);
        series.pyramid.tick(20ms, 2, 3);
        series.pyramid.tick(30ms, 4, 2);
        QVERIFY(series.bucket(0, 0).queued == (Extent<std::int32_t>{2, 5, 4, 3}));
        QVERIFY(series.bucket(0, 0).inFlight == (Extent<std::int32_t>{1, 3, 2, 3}));

        const auto reading = [](std::int64_t tokens, Micros storeTime) {
            return TokensReading{MicroTokens::fromTokens(tokens), StoreTime(storeTime)};
        };
        series.pyramid.addTokens(40ms, reading(9, 300us));
        series.pyramid.addTokens(50ms, reading(3, 200us)); // arrived late
        series.pyramid.addTokens(60ms, reading(12, 100us));
        const auto& tokens = series.bucket(0, 0).tokens;
        QCOMPARE(tokens.least.micros(), 3'000'000);
        QCOMPARE(tokens.most.micros(), 12'000'000);
        QCOMPARE(tokens.last.micros(), 9'000'000);
        QCOMPARE(tokens.count, 3u);
    }

    void offeredGoesByTheTimeItWasMeant()
    {
        Series series;
        series.pyramid.addOffered(350ms, 3);
        series.pyramid.addOffered(50ms, 2);
        QCOMPARE(series.bucket(0, 0).offered, 2u);
        QCOMPARE(series.bucket(0, 3).offered, 3u);
        QCOMPARE(series.bucket(1, 0).offered, 5u);
    }
};

QTEST_GUILESS_MAIN(TestSeriesPyramid)
#include "tst_series_pyramid.moc"
