// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/unit_test.h"
#include "tests/ui/ui_frame.h"
#include "ui/charts/chart_card.h"
#include "ui/charts/legend_chip.h"
#include "ui/charts/plot_view.h"
#include "ui/live_numbers.h"

#include <QLineSeries>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

/// A card that is shown, and the run that it shows.
struct Shown
{
    SyntheticRun run;
    ChartCard card;

    explicit Shown() : run({.seed = 11})
    {
        card.resize(937, 423);
        card.show();
        advanceTo(40s);
    }
    void advanceTo(Nanos now)
    {
        run.advanceTo(now);
        card.setFrame(frameOf(run));
    }
    LegendChip* chip(const char* column)
    {
        return card.findChild<LegendChip*>(QStringLiteral("chip_") % QString::fromUtf8(column));
    }
    PlotView* plot(const char* name)
    {
        return card.findChild<PlotView*>(QString::fromUtf8(name) % QStringLiteral("PanelPlot"));
    }
    void moveTo(PlotView* plot, double fraction)
    {
        QTest::mouseMove(plot->viewport(), pointAt(plot, fraction));
    }
    static QPoint pointAt(PlotView* plot, double fraction)
    {
        const QRectF area = plot->plotRect();
        return QPointF(area.left() + area.width() * fraction, area.center().y()).toPoint();
    }
    void wheel(PlotView* plot, double fraction, int notches)
    {
        const QPointF at = pointAt(plot, fraction);
        QWheelEvent event(at, plot->viewport()->mapToGlobal(at), {}, {0, 120 * notches},
                          Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(plot->viewport(), &event);
        card.setFrame(frameOf(run));
    }
    /// Points of all lines drawn in @p plot.
    static qsizetype points(PlotView* plot)
    {
        qsizetype count = 0;
        for (QAbstractSeries* series : plot->chart()->series()) {
            if (const auto* line = qobject_cast<QLineSeries*>(series))
                count += line->count();
        }
        return count;
    }
};

} // namespace

/// The chart card as it is used: by mouse and by keys, on data that go on.
class TestChartCard : public UnitTest
{
    Q_OBJECT

private slots:
    void chipsShowWhatTheHistoryHolds()
    {
        Shown shown;
        const LiveNumbers live = liveNumbers(frameOf(shown.run));
        QCOMPARE(shown.chip("tokens_left")->valueText(), QString::number(*live.tokens, 'f', 1));
        QCOMPARE(shown.chip("capacity")->valueText(), QStringLiteral("20"));
        QCOMPARE(shown.chip("allowed_per_s")->valueText(),
                 QString::number(live.of(Outcome::Allowed), 'f', 1));
        QCOMPARE(shown.chip("refill_per_s")->valueText(), QStringLiteral("10.0"));
        QCOMPARE(
            shown.chip("latency_p99_ms")->valueText(),
            QString::number(std::chrono::duration<double, std::milli>(*live.p99).count(), 'f', 2));
        QVERIFY(
            shown.chip("allowed_per_s")->accessibleName().contains(QStringLiteral("per second")));
    }

    void linesEndAtTheValueOfTheirChip()
    {
        Shown shown;
        const double allowed = liveNumbers(frameOf(shown.run)).of(Outcome::Allowed);
        bool isFound = false;
        for (QAbstractSeries* series : shown.plot("requests")->chart()->series()) {
            const auto* line = qobject_cast<QLineSeries*>(series);
            if (line != nullptr && line->count() > 100 && line->points().last().y() == allowed)
                isFound = line->points().last().x() == 0;
        }
        QVERIFY(isFound);
    }

    void aChipHidesItsSeriesForGoodAndItIsNotFed()
    {
        Shown shown;
        const qsizetype before = Shown::points(shown.plot("requests"));
        shown.chip("offered_per_s")->setFocus();
        QTest::keyClick(shown.chip("offered_per_s"), Qt::Key_Space);
        const qsizetype after = Shown::points(shown.plot("requests"));
        QVERIFY2(before - after > 250, qPrintable(QString::number(before - after)));
        shown.advanceTo(45s);
        QVERIFY(!shown.chip("offered_per_s")->isChecked());
        QVERIFY(Shown::points(shown.plot("requests")) < before - 250);
        QCOMPARE(shown.card.hiddenSeries(), QStringList{QStringLiteral("offered_per_s")});
        QTest::mouseClick(shown.chip("offered_per_s"), Qt::LeftButton);
        QVERIFY(shown.card.hiddenSeries().isEmpty());
    }

    void theWheelZoomsAndLeavesLiveUntilLive()
    {
        Shown shown;
        QSignalSpy live(&shown.card, &ChartCard::liveChanged);
        shown.wheel(shown.plot("tokens"), 0.5, 2);
        QCOMPARE(live.size(), 1);
        QVERIFY(!shown.card.isLive());
        const Nanos span = shown.card.window().span();
        QVERIFY(span < 20s && span > 19s);
        const Nanos end = shown.card.window().end();
        shown.advanceTo(50s);
        QCOMPARE(shown.card.window().end(), end); // survives new data
        QCOMPARE(shown.card.window().span(), span);
        shown.card.goLive();
        shown.advanceTo(51s);
        QVERIFY(shown.card.isLive());
        QCOMPARE(shown.card.window().end(), Nanos(51s));
        QCOMPARE(shown.card.window().span(), Nanos(30s));
    }

    void draggingSelectsAStretchOfTime()
    {
        Shown shown;
        PlotView* plot = shown.plot("latency");
        const Nanos start = shown.card.window().start();
        QTest::mousePress(plot->viewport(), Qt::LeftButton, {}, Shown::pointAt(plot, 0.2));
        shown.moveTo(plot, 0.4);
        shown.moveTo(plot, 0.6);
        QTest::mouseRelease(plot->viewport(), Qt::LeftButton, {}, Shown::pointAt(plot, 0.6));
        QVERIFY(!shown.card.isLive());
        const double from =
            std::chrono::duration<double>(shown.card.window().start() - start).count();
        QVERIFY2(std::abs(from - 6) < 0.1, qPrintable(QString::number(from)));
        const double span = std::chrono::duration<double>(shown.card.window().span()).count();
        QVERIFY2(std::abs(span - 12) < 0.2, qPrintable(QString::number(span)));
    }

    void theCrosshairReadsTheSameMomentInEveryChart()
    {
        Shown shown;
        shown.moveTo(shown.plot("requests"), 0.5);
        shown.advanceTo(40s);
        const Nanos at = shown.card.window().start() + shown.card.window().span() / 2;
        const GridPoint* point = shown.card.grid().at(at);
        QVERIFY(point != nullptr);
        const QString text = shown.plot("requests")->readoutText();
        const QString offered =
            QStringLiteral("offered %1/s").arg(point->value(SeriesId::Offered), 0, 'f', 1);
        QVERIFY2(text.contains(offered), qPrintable(text));
        QVERIFY(shown.plot("tokens")->readoutText().contains(
            QString::number(point->value(SeriesId::Tokens), 'f', 1)));
        QVERIFY(shown.plot("latency")->readoutText().contains(QStringLiteral(" ms")));
    }

    void arrowKeysMoveTheCrosshair()
    {
        Shown shown;
        shown.card.focusChart(1);
        PlotView* plot = shown.plot("requests");
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(plot, Qt::Key_Left, Qt::ShiftModifier);
        const GridPoint* point = shown.card.grid().at(40s - 3s);
        QVERIFY(
            plot->readoutText().contains(QString::number(point->value(SeriesId::Allowed), 'f', 1)));
        QVERIFY(plot->accessibleDescription().contains(QStringLiteral("\u22123.0 s")));
        QTest::keyClick(plot, Qt::Key_Escape);
        QVERIFY(plot->readoutText().isEmpty());
    }

    void pressingTheMouseOnAPlotIsSafe()
    {
        Shown shown;
        for (const char* name : {"tokens", "requests", "latency"}) {
            QTest::mouseClick(shown.plot(name)->viewport(), Qt::LeftButton);
            QTest::mouseClick(shown.plot(name)->viewport(), Qt::RightButton);
            QTest::mouseDClick(shown.plot(name)->viewport(), Qt::LeftButton);
        }
        QVERIFY(shown.card.isLive()); // a click is no zoom
    }

    void theThirdChartHasThreeModes()
    {
        Shown shown;
        QTest::mouseClick(shown.card.findChild<QAbstractButton*>(QStringLiteral("modeInFlight")),
                          Qt::LeftButton);
        QVERIFY(shown.chip("in_flight")->isVisible());
        QVERIFY(!shown.chip("latency_p50_ms")->isVisible());
        QCOMPARE(shown.card.thirdChart(), 1);
        shown.advanceTo(45s);
        const auto series = shown.card.shownSeries();
        QVERIFY(std::count(series.begin(), series.end(), SeriesId::InFlight) == 1);
        QVERIFY(std::count(series.begin(), series.end(), SeriesId::P99) == 0);
    }

    void whatAHealthyRunNeverHasIsShownOnlyWhenItComes()
    {
        Shown shown;
        QVERIFY(!shown.chip("fail_open_allowed_per_s")->isVisible());
        shown.run.breakStore(FailPolicy::FailOpen);
        shown.advanceTo(43s);
        QVERIFY(shown.chip("fail_open_allowed_per_s")->isVisible());
        QVERIFY(shown.chip("fail_open_allowed_per_s")->valueText() != QStringLiteral("0.0"));
        QCOMPARE(shown.chip("tokens_left")->valueText(), QStringLiteral("\u2013"));
    }

    void anotherRunStartsLiveAndKeepsWhatIsHidden()
    {
        Shown shown;
        shown.chip("refill_per_s")->click();
        shown.wheel(shown.plot("tokens"), 0.5, 3);
        QVERIFY(!shown.card.isLive());
        SyntheticRun next({.seed = 5});
        next.advanceTo(3s);
        shown.card.setFrame(frameOf(next, 2));
        QVERIFY(shown.card.isLive());
        QVERIFY(!shown.chip("refill_per_s")->isChecked());
    }

    void itFitsAnyWidth()
    {
        Shown shown;
        QVERIFY(shown.card.minimumSizeHint().width() <= 400);
        shown.run.breakStore(FailPolicy::FailClosed);
        shown.advanceTo(42s);
        shown.card.resize(600, 320);
        QCoreApplication::sendPostedEvents();
        const LegendChip* last = shown.chip("refill_per_s");
        QVERIFY(last->mapTo(&shown.card, QPoint(last->width(), 0)).x() <= 600);
        const LegendChip* first = shown.chip("offered_per_s");
        QVERIFY(first->geometry().right() < shown.chip("allowed_per_s")->geometry().left());
    }
};

QTEST_MAIN(TestChartCard)
#include "tst_chart_card.moc"
