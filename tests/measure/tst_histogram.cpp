// SPDX-License-Identifier: MIT
#include "core/measure/histogram.h"
#include "core/util/random.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace penstock;

namespace {

constexpr Nanos kHour = std::chrono::hours(1);

/// Durations of every size between 1 ns and an hour.
std::vector<Nanos> spreadDurations(std::size_t count)
{
    RandomStream random(11, RandomStream::Purpose::WorkTime);
    std::vector<Nanos> durations;
    while (durations.size() < count) {
        const std::uint64_t most = std::uint64_t{1} << random.below(43);
        const Nanos duration(static_cast<std::int64_t>(1 + random.below(most)));
        if (duration <= kHour)
            durations.push_back(duration);
    }
    return durations;
}

/// The same by sorting: what quantile() is documented to approach from above.
Nanos exactQuantile(std::vector<Nanos> durations, std::uint64_t num, std::uint64_t den)
{
    std::sort(durations.begin(), durations.end());
    const std::uint64_t rank = std::max<std::uint64_t>(1, (durations.size() * num + den - 1) / den);
    return durations[rank - 1];
}

} // namespace

class TestHistogram : public UnitTest
{
    Q_OBJECT

private slots:
    void emptyHasNoQuantile()
    {
        const Histogram histogram;
        QCOMPARE(histogram.count(), 0u);
        QCOMPARE(histogram.max().count(), 0);
        QCOMPARE(histogram.quantile(99, 100).count(), 0);
    }

    void everyDurationIsFoundWithinTheStatedError()
    {
        const auto checkOne = [](std::int64_t nanos) {
            Histogram histogram;
            histogram.add(Nanos(nanos));
            histogram.add(kHour); // else max() would hide the step's edge
            const std::int64_t found = histogram.quantile(1, 2).count();
            QVERIFY2(found >= nanos, "the upper edge is never below the value");
            QVERIFY2((found - nanos) * 128 < nanos || found == nanos, "less than 1/128 above it");
        };
        for (std::int64_t nanos = 0; nanos < 5'000; ++nanos)
            checkOne(nanos);
        for (int bit = 12; bit < 42; ++bit) {
            const std::int64_t power = std::int64_t{1} << bit;
            for (const std::int64_t nanos : {power - 1, power, power + 1, power + power / 3}) {
                if (Nanos(nanos) <= kHour)
                    checkOne(nanos);
            }
        }
    }

    void quantilesAreCloseToThoseOfASortedList()
    {
        const auto durations = spreadDurations(20'000);
        Histogram histogram;
        for (const Nanos duration : durations)
            histogram.add(duration);
        for (const std::uint64_t perMille : {0, 1, 100, 500, 900, 990, 999, 1000}) {
            const std::int64_t exact = exactQuantile(durations, perMille, 1000).count();
            const std::int64_t found = histogram.quantile(perMille, 1000).count();
            QVERIFY(found >= exact);
            QVERIFY((found - exact) * 128 <= exact);
        }
        QCOMPARE(histogram.max(), *std::max_element(durations.begin(), durations.end()));
        QCOMPARE(histogram.quantile(1, 1), histogram.max());
    }

    void mergingEqualsAddingAll()
    {
        const auto durations = spreadDurations(2'000);
        Histogram all;
        Histogram even;
        Histogram odd;
        for (std::size_t i = 0; i < durations.size(); ++i) {
            all.add(durations[i]);
            (i % 2 == 0 ? even : odd).add(durations[i]);
        }
        even.add(odd);
        QCOMPARE(even.count(), all.count());
        QCOMPARE(even.max(), all.max());
        for (std::uint64_t percent = 0; percent <= 100; ++percent)
            QCOMPARE(even.quantile(percent, 100), all.quantile(percent, 100));
    }

    void aQuantileIsNeverAboveTheMaximum()
    {
        Histogram histogram;
        histogram.add(Nanos(1'000'001));
        QCOMPARE(histogram.quantile(1, 2).count(), 1'000'001);
    }

    void extremesAreCounted()
    {
        Histogram histogram;
        histogram.add(Nanos(-5));
        QCOMPARE(histogram.max().count(), 0);
        QCOMPARE(histogram.quantile(1, 1).count(), 0);
        histogram.add(std::chrono::hours(30), 3);
        QCOMPARE(histogram.count(), 4u);
        QCOMPARE(histogram.max(), Nanos(std::chrono::hours(30)));
        QCOMPARE(histogram.quantile(1, 2), Nanos(std::chrono::hours(30)));
        histogram.add(Nanos(1), 0);
        QCOMPARE(histogram.count(), 4u);
    }

    void clearForgetsAll()
    {
        Histogram histogram;
        histogram.add(Nanos(500'000), 7);
        histogram.clear();
        QCOMPARE(histogram.count(), 0u);
        histogram.add(Nanos(3));
        QCOMPARE(histogram.quantile(1, 1).count(), 3);
    }
};

QTEST_GUILESS_MAIN(TestHistogram)
#include "tst_histogram.moc"
