// SPDX-License-Identifier: MIT
#include "core/traffic/arrivals.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <array>
#include <cmath>
#include <vector>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

constexpr auto kConstant = ArrivalPattern::Constant;
constexpr auto kPoisson = ArrivalPattern::Poisson;
constexpr std::uint64_t kSeed = 42;

std::vector<Nanos> take(ArrivalProcess& process, std::size_t count)
{
    std::vector<Nanos> times;
    while (times.size() < count) {
        times.push_back(process.next());
        process.advance();
    }
    return times;
}

std::size_t takeUntil(ArrivalProcess& process, Nanos end)
{
    std::size_t count = 0;
    for (; process.next() < end; process.advance())
        ++count;
    return count;
}

/// Chi-square of counts per window against Poisson(mean), cells 0..11 and "12 or more", with the
/// low cells merged until each expects five.
double chiSquareOfCounts(ArrivalProcess& process, int windows, Nanos width, double mean)
{
    constexpr std::size_t kCells = 13;
    std::array<double, kCells> seen{};
    for (int i = 1; i <= windows; ++i)
        seen[std::min(kCells - 1, takeUntil(process, i * width))] += 1;
    std::array<double, kCells> expected{};
    double probability = std::exp(-mean);
    double rest = 1;
    for (std::size_t k = 0; k + 1 < kCells; ++k) {
        expected[k] = probability * windows;
        rest -= probability;
        probability *= mean / static_cast<double>(k + 1);
    }
    expected[kCells - 1] = rest * windows;
    double chiSquare = 0;
    for (std::size_t k = 0; k < kCells; ++k)
        chiSquare += (seen[k] - expected[k]) * (seen[k] - expected[k]) / expected[k];
    return chiSquare;
}

} // namespace

class TestArrivals : public UnitTest
{
    Q_OBJECT

private slots:
    void constantArrivalsDoNotDrift_data()
    {
        QTest::addColumn<qint64>("num");
        QTest::addColumn<qint64>("den");
        QTest::newRow("8/s") << qint64{8} << qint64{1};
        QTest::newRow("3/s") << qint64{3} << qint64{1};
        QTest::newRow("8/3 per second") << qint64{8} << qint64{3};
        QTest::newRow("7/s") << qint64{7} << qint64{1};
        QTest::newRow("5 a minute") << qint64{1} << qint64{12};
        QTest::newRow("1 a day") << qint64{1} << qint64{86'400};
        QTest::newRow("10,000/s") << qint64{10'000} << qint64{1};
        QTest::newRow("9,990/s") << qint64{9'990} << qint64{1};
        QTest::newRow("3 in a nanosecond") << qint64{3'000'000'000} << qint64{1};
    }
    void constantArrivalsDoNotDrift()
    {
        QFETCH(qint64, num);
        QFETCH(qint64, den);
        ArrivalProcess process(kConstant, {num, den}, kSeed, 5ns);
        for (std::int64_t k = 1; k <= 50'000; ++k) {
            QCOMPARE(process.next().count(), 5 + k * den * 1'000'000'000 / num);
            process.advance();
        }
    }

    void aZeroRateNeverArrives()
    {
        for (const ArrivalPattern pattern : {kConstant, kPoisson}) {
            ArrivalProcess process(pattern, {}, kSeed, 0ns);
            QCOMPARE(process.next(), Nanos::max());
            process.advance();
            QCOMPARE(process.next(), Nanos::max());
            process.change(pattern, Rate::perSecond(10), 3s);
            QVERIFY(process.next() > 3s && process.next() < 10s);
            process.change(pattern, {}, 3s);
            QCOMPARE(process.next(), Nanos::max());
        }
    }

    void termsOfAnySizeAreTaken()
    {
        constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
        for (const ArrivalPattern pattern : {kConstant, kPoisson}) {
            QCOMPARE(ArrivalProcess(pattern, {1, kMost}, kSeed, 0ns).next(), Nanos::max());
            QVERIFY(ArrivalProcess(pattern, {kMost, 1}, kSeed, 0ns).next() < 2ns);
            const Nanos oneSecond =
                ArrivalProcess(kConstant, {kMost - 1, kMost}, kSeed, 0ns).next();
            QVERIFY(oneSecond >= 1s && oneSecond < 1s + 10ns);
            ArrivalProcess slow(pattern, {1, 900'000'000}, kSeed, 0ns);
            slow.advance();
            QVERIFY(slow.next() > 0ns);
        }
    }

    void aConstantWaitIsRescaled()
    {
        ArrivalProcess process(kConstant, Rate::perSecond(1), kSeed, 0ns);
        process.change(kConstant, Rate::perSecond(2), 400ms); // 600 ms were left
        QCOMPARE(process.next(), Nanos(700ms));
        process.change(kConstant, {1, 2}, 600ms); // 100 ms were left
        QCOMPARE(process.next(), Nanos(1000ms));
        process.advance();
        QCOMPARE(process.next(), Nanos(3000ms));
        process.change(kConstant, Rate::perSecond(3), 2000ms);
        QCOMPARE(process.next().count(), 2'166'666'666);
        process.advance();
        QCOMPARE(process.next().count(), 2'500'000'000); // the fraction was carried
    }

    void anArrivalThatIsDueStays()
    {
        for (const ArrivalPattern pattern : {kConstant, kPoisson}) {
            ArrivalProcess process(pattern, Rate::perSecond(100), kSeed, 0ns);
            const Nanos due = process.next();
            process.change(pattern, Rate::perSecond(1), due);
            QCOMPARE(process.next(), due);
        }
    }

    void aSeedRepeatsItsArrivals()
    {
        ArrivalProcess a(kPoisson, {8, 3}, kSeed, 0ns);
        ArrivalProcess b(kPoisson, {8, 3}, kSeed, 0ns);
        ArrivalProcess other(kPoisson, {8, 3}, kSeed + 1, 0ns);
        const auto times = take(a, 1000);
        QVERIFY(times == take(b, 1000));
        QVERIFY(times != take(other, 1000));
        // Part of every recorded run: a difference here breaks the replay of old ones.
        QCOMPARE(times[0].count(), 343350997);
        QCOMPARE(times[999].count(), 369092037835);
    }

    void noDifferenceChangesNothing()
    {
        ArrivalProcess a(kPoisson, {8, 3}, kSeed, 0ns);
        ArrivalProcess b(kPoisson, {8, 3}, kSeed, 0ns);
        b.change(kPoisson, {8, 3}, 1ms);
        QVERIFY(take(a, 10) == take(b, 10));
    }

    void countsArePoisson_data()
    {
        QTest::addColumn<qint64>("num");
        QTest::addColumn<qint64>("den");
        QTest::addColumn<qint64>("widthNanos");
        QTest::newRow("8/3 per second") << qint64{8} << qint64{3} << qint64{1'500'000'000};
        QTest::newRow("10,000/s") << qint64{10'000} << qint64{1} << qint64{400'000};
        QTest::newRow("5 a minute") << qint64{1} << qint64{12} << qint64{48'000'000'000};
    }
    void countsArePoisson()
    {
        QFETCH(qint64, num);
        QFETCH(qint64, den);
        QFETCH(qint64, widthNanos);
        ArrivalProcess process(kPoisson, {num, den}, kSeed, 0ns);
        const double chiSquare = chiSquareOfCounts(process, 20'000, Nanos(widthNanos), 4);
        QVERIFY2(chiSquare < 39.1, "12 degrees of freedom, p = 0.0001");
        QVERIFY2(chiSquare > 1.1, "too regular to be random");
    }

    void theMeanOfAFractionIsExact()
    {
        // The mean is 20.5 ns: rounded to whole nanoseconds it would be 2.4 % off.
        ArrivalProcess process(kPoisson, {2'000'000'000, 41}, kSeed, 0ns);
        constexpr int kCount = 1'000'000;
        Nanos last{0};
        for (int i = 0; i < kCount; ++i) {
            last = process.next();
            process.advance();
        }
        const double ratio = static_cast<double>(last.count()) / 20.5 / kCount;
        QVERIFY(std::abs(ratio - 1) < 4 / std::sqrt(double{kCount}));
    }

    void aChangeForgetsTheWaitSoFar()
    {
        // From the moment of a change on the waits are exponential with the new mean, whatever
        // had been waited before.
        double sum = 0;
        double aboveMean = 0;
        constexpr int kRuns = 20'000;
        for (int run = 0; run < kRuns; ++run) {
            ArrivalProcess process(kPoisson, Rate::perSecond(1), 1000 + run, 0ns);
            const Nanos now = process.next() - 1ns; // of the old wait hardly anything is left
            process.change(kPoisson, Rate::perSecond(4), now);
            const double unit = static_cast<double>((process.next() - now).count()) / 0.25e9;
            sum += unit;
            aboveMean += unit > 1;
        }
        const double sigma = 4 / std::sqrt(double{kRuns});
        QVERIFY(std::abs(sum / kRuns - 1) < sigma);
        QVERIFY(std::abs(aboveMean / kRuns - std::exp(-1.0)) < sigma / 2);
    }
};

QTEST_GUILESS_MAIN(TestArrivals)
#include "tst_arrivals.moc"
