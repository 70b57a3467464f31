// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/unit_test.h"
#include "tests/ui/ui_frame.h"
#include "ui/charts/series_grid.h"
#include "ui/charts/strip_layout.h"
#include "ui/charts/time_window.h"
#include "ui/charts/y_scale.h"
#include "ui/live_numbers.h"

#include <QTest>

#include <cmath>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

QString join(const std::vector<double>& values)
{
    QStringList texts;
    for (const double value : values)
        texts << QString::number(value);
    return texts.join(QLatin1Char(' '));
}

SeriesGrid gridOf(const SyntheticRun& run, Nanos span)
{
    LimitTrack limits;
    limits.observe(bucketOf(run.scenario()), Nanos(0));
    TimeWindow window;
    window.setLiveSpan(span);
    window.follow(run.now());
    return makeGrid(run.history(), limits, window, run.now());
}

} // namespace

/// What the charts draw before it is drawn: windows, scales, the grid of series, the strip.
class TestChartValues : public UnitTest
{
    Q_OBJECT

private slots:
    void windowFollowsNowUntilItIsZoomed()
    {
        TimeWindow window;
        window.follow(60s);
        QCOMPARE(window.start(), Nanos(30s));
        window.zoom(0.5, 1.0);
        QVERIFY(!window.isLive());
        QCOMPARE(window.span(), Nanos(15s));
        QCOMPARE(window.end(), Nanos(60s));
        window.follow(90s);
        QCOMPARE(window.end(), Nanos(60s));
        window.goLive();
        QCOMPARE(window.end(), Nanos(90s));
        QCOMPARE(window.span(), Nanos(30s));
    }

    void zoomKeepsTheMomentUnderThePointer()
    {
        TimeWindow window;
        window.follow(100s);
        const Nanos at = window.start() + window.span() / 4;
        window.zoom(0.8, 0.25);
        QVERIFY(std::abs((window.start() + window.span() / 4 - at).count()) < 1000);
    }

    void windowStaysWithinTheRun()
    {
        TimeWindow window;
        window.follow(100s);
        window.pan(5);
        QCOMPARE(window.end(), Nanos(100s));
        window.pan(-50);
        QCOMPARE(window.start(), Nanos(0));
        window.select(20s, 20s);
        QCOMPARE(window.span(), Nanos(1s));
    }

    void ticksAreNice_data()
    {
        QTest::addColumn<double>("top");
        QTest::addColumn<int>("most");
        QTest::addColumn<double>("least");
        QTest::addColumn<QString>("ticks");
        QTest::newRow("capacity 20") << 21.0 << 4 << 0.0 << "0 5 10 15 20";
        QTest::newRow("capacity 20, small") << 21.0 << 2 << 0.0 << "0 10 20";
        QTest::newRow("a burst") << 55.0 << 3 << 0.0 << "0 20 40";
        QTest::newRow("milliseconds") << 2.2 << 3 << 0.0 << "0 1 2";
        QTest::newRow("fractions") << 0.55 << 3 << 0.0 << "0 0.2 0.4";
        QTest::newRow("counted things") << 1.1 << 3 << 1.0 << "0 1";
        QTest::newRow("large") << 105'000.0 << 4 << 0.0 << "0 50000 100000";
    }
    void ticksAreNice()
    {
        QFETCH(double, top);
        QFETCH(int, most);
        QFETCH(double, least);
        QTEST(join(niceTicks(top, most, least)), "ticks");
    }

    void scaleGrowsAtOnceAndShrinksWithPatience()
    {
        YScale scale(5);
        QVERIFY(scale.follow(8, 0s));
        QCOMPARE(scale.top(), 8.8);
        QVERIFY(scale.follow(42, 1s));
        QCOMPARE(scale.top(), 55.0);
        QVERIFY(!scale.follow(40, 2s));
        QVERIFY(!scale.follow(8, 3s));
        QVERIFY(!scale.follow(8, 4s));
        QVERIFY(scale.follow(8, 4500ms));
        QCOMPARE(scale.top(), 8.8);
    }

    void gridHoldsNoMorePointsThanAWindowNeeds_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::addColumn<int>("stepMillis");
        QTest::newRow("10 s") << 10 << 100;
        QTest::newRow("30 s") << 30 << 100;
        QTest::newRow("1 min") << 60 << 200;
        QTest::newRow("5 min") << 300 << 1000;
        QTest::newRow("15 min") << 900 << 3000;
        QTest::newRow("1 h") << 3600 << 10'000;
    }
    void gridHoldsNoMorePointsThanAWindowNeeds()
    {
        QFETCH(int, seconds);
        QFETCH(int, stepMillis);
        SyntheticRun run({.tick = 200ms});
        run.advanceTo(700s);
        const SeriesGrid grid = gridOf(run, std::chrono::seconds(seconds));
        QCOMPARE(grid.step, Nanos(std::chrono::milliseconds(stepMillis)));
        QVERIFY(grid.points.size() <= SeriesGrid::kMostPoints + 2);
        QVERIFY(!grid.points.empty());
        for (const GridPoint& point : grid.points) {
            QCOMPARE(point.start % grid.step, Nanos(0)); // an absolute grid
            QVERIFY(point.end <= run.now());
        }
    }

    void pointsDoNotChangeAsTimeGoesOn()
    {
        SyntheticRun run({});
        run.advanceTo(40s);
        const SeriesGrid before = gridOf(run, 30s);
        run.advanceTo(40s + 350ms);
        const SeriesGrid after = gridOf(run, 30s);
        int compared = 0;
        for (const GridPoint& point : before.points) {
            const GridPoint* same = after.at(point.start);
            if (same == nullptr || point.end > 39s)
                continue; // left the window, or its second was still open
            ++compared;
            for (std::size_t i = 0; i < kSeriesCount; ++i) {
                if (std::isnan(point.values[i]))
                    QVERIFY(std::isnan(same->values[i]));
                else
                    QCOMPARE(same->values[i], point.values[i]);
            }
        }
        QVERIFY(compared > 250);
    }

    void ratesAreCountsOverTheirSecond()
    {
        SyntheticRun run({.perSecond = 40, .isPoisson = false});
        run.advanceTo(10s);
        const SeriesGrid grid = gridOf(run, 10s);
        const GridPoint& last = grid.points.back();
        QCOMPARE(last.value(SeriesId::Offered), 40.0);
        QCOMPARE(last.value(SeriesId::Allowed) + last.value(SeriesId::Denied), 40.0);
        QVERIFY(last.value(SeriesId::Denied) > 25); // 10 a second are refilled
    }

    void tokensGoOnByTheExactRefillAndAreUnknownWhileTheStoreIsDown()
    {
        SyntheticRun run({});
        run.advanceTo(10s);
        run.burst(30);
        run.pause();
        run.advanceTo(11s);
        const SeriesGrid paused = gridOf(run, 10s);
        const GridPoint* early = paused.at(10s + 200ms);
        const GridPoint* late = paused.at(10s + 700ms);
        QVERIFY(early != nullptr && late != nullptr && late->isContinued);
        const double gained = late->value(SeriesId::Tokens) - early->value(SeriesId::Tokens);
        QVERIFY2(std::abs(gained - 5.0) < 0.01, qPrintable(QString::number(gained)));

        run.resume();
        run.breakStore(FailPolicy::FailOpen);
        run.advanceTo(13s);
        const SeriesGrid down = gridOf(run, 10s);
        QVERIFY(std::isnan(down.at(12s)->value(SeriesId::Tokens)));
        QVERIFY(down.at(12s)->value(SeriesId::Unprotected) > 0);
        QVERIFY(!liveNumbers(frameOf(run)).tokens);
    }

    void liveNumbersEqualTheLineEnds()
    {
        SyntheticRun run({});
        run.advanceTo(20s);
        const LiveNumbers live = liveNumbers(frameOf(run));
        const GridPoint last = gridOf(run, 30s).points.back();
        QCOMPARE(live.offered, last.value(SeriesId::Offered));
        QCOMPARE(live.of(Outcome::Allowed), last.value(SeriesId::Allowed));
        QCOMPARE(live.bucket->capacity, MicroTokens::fromTokens(20));
        QVERIFY(live.p50 && live.p99 && *live.p50 <= *live.p99);
    }

    void stripShowsEveryRequestAndCountsTheWindow()
    {
        SyntheticRun run({});
        run.advanceTo(20s);
        run.burst(30);
        run.advanceTo(25s);
        TimeWindow window;
        window.follow(run.now());
        const StripLayout strip = layoutStrip(gridOf(run, 30s), window, {857, 7, 6, 5});
        QCOMPARE(strip.perMark, std::uint64_t(1));
        std::uint64_t up = 0;
        std::uint64_t down = 0;
        for (const StripColumn& column : strip.columns) {
            QVERIFY(column.up() <= 7 && column.down() <= 6);
            up += static_cast<std::uint64_t>(column.up());
            down += static_cast<std::uint64_t>(column.down());
        }
        QCOMPARE(up, strip.admitted);
        QCOMPARE(down, strip.refused);
        QCOMPARE(strip.admitted, run.history().totals.of(Outcome::Allowed));
        QCOMPARE(strip.refused, run.history().totals.of(Outcome::Denied));
        QVERIFY(strip.refused > 5);
    }

    void stripTakesSeveralRequestsAMarkWhereThereAreMany()
    {
        SyntheticRun run({.perSecond = 5000, .isPoisson = false});
        run.advanceTo(12s);
        TimeWindow window;
        window.follow(run.now());
        const StripLayout strip = layoutStrip(gridOf(run, 30s), window, {857, 7, 6, 5});
        QVERIFY(strip.perMark >= 100);
        for (const StripColumn& column : strip.columns)
            QVERIFY(column.up() <= 7 && column.down() <= 6);
    }
};

QTEST_GUILESS_MAIN(TestChartValues)
#include "tst_chart_values.moc"
