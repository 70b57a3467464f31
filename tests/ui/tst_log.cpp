// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/unit_test.h"
#include "tests/ui/ui_frame.h"
#include "ui/controls/button.h"
#include "ui/log/log_model.h"
#include "ui/log/log_panel.h"
#include "ui/log/log_table.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

QString cell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

/// The event log as it is used: filters, following, selecting, copying.
class TestLog : public UnitTest
{
    Q_OBJECT

private slots:
    void modelKeepsTheLastTenThousandInOrder()
    {
        SyntheticRun run({.perSecond = 2000, .isPoisson = false});
        LogModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QSignalSpy inserts(&model, &QAbstractItemModel::rowsInserted);
        for (int i = 1; i <= 8; ++i) {
            run.advanceTo(i * 1s);
            model.setFrame(frameOf(run));
            QCOMPARE(inserts.size(), i); // in bulk
        }
        QCOMPARE(resets.size(), 0);
        QCOMPARE(model.rowCount(), 10'000);
        const RunHistory& history = run.history();
        for (const int row : {0, 1, 4'999, 9'999})
            QCOMPARE(model.recordAt(row), history.events[static_cast<std::size_t>(row)]);
        QCOMPARE(model.total(), history.totals.requests());
    }

    void modelStartsAnewWithEveryRun()
    {
        SyntheticRun first({});
        first.advanceTo(20s);
        SyntheticRun second({.seed = 7});
        second.advanceTo(3s);
        LogModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFrame(frameOf(first, 1));
        model.setFrame(frameOf(second, 2));
        QCOMPARE(static_cast<std::uint64_t>(model.rowCount()), second.history().eventCount);
        QCOMPARE(model.recordAt(0), second.history().events.front());
    }

    void modelSurvivesMoreThanTheRingHolds()
    {
        SyntheticRun run({.perSecond = 20'000, .isPoisson = false});
        LogModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        run.advanceTo(100ms);
        model.setFrame(frameOf(run));
        run.advanceTo(2s); // 38,000 more at once
        model.setFrame(frameOf(run));
        QCOMPARE(model.rowCount(), 10'000);
        QCOMPARE(model.recordAt(9'999), run.history().events.back());
    }

    void filtersNarrow_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        QTest::newRow("allowed") << 1 << QString();
        QTest::newRow("denied") << 2 << QString();
        QTest::newRow("failed") << 3 << QString();
        QTest::newRow("worker") << 0 << QStringLiteral("w3");
        QTest::newRow("title") << 0 << QStringLiteral("CLOCKS");
        QTest::newRow("denied title") << 2 << QStringLiteral("clocks");
        QTest::newRow("no such thing") << 0 << QStringLiteral("zebra");
    }
    void filtersNarrow()
    {
        QFETCH(int, kind);
        QFETCH(QString, text);
        SyntheticRun run({.perSecond = 40});
        run.advanceTo(5s);
        run.breakStore(FailPolicy::FailOpen);
        run.advanceTo(6s);
        LogModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setFrame(frameOf(run));
        model.setFilter(static_cast<LogKind>(kind), text);
        run.advanceTo(7s);
        model.setFrame(frameOf(run)); // rows that come later are narrowed too
        int expected = 0;
        for (const DecisionRecord& record : run.history().events) {
            const Outcome outcome = record.decision.outcome;
            const bool isKind = kind == 0 || (kind == 1 && outcome == Outcome::Allowed) ||
                                (kind == 2 && outcome == Outcome::Denied) ||
                                (kind == 3 && isStoreFailure(outcome));
            const QString title = QString::fromStdString(run.labels()[record.label].title);
            const bool isText = text.isEmpty() || title.contains(text, Qt::CaseInsensitive) ||
                                (text == QStringLiteral("w3") && record.worker == 3);
            expected += isKind && isText ? 1 : 0;
        }
        QCOMPARE(model.rowCount(), expected);
        QCOMPARE(expected == 0, text == QStringLiteral("zebra"));
    }

    void cellsReadAsTheDecisionWas()
    {
        SyntheticRun run({});
        run.advanceTo(20s);
        run.burst(30);
        run.advanceTo(20s + 50ms);
        LogModel model;
        model.setFrame(frameOf(run));
        model.setFilter(LogKind::Denied, {});
        QVERIFY(model.rowCount() > 0);
        const DecisionRecord& record = model.recordAt(0);
        QCOMPARE(cell(model, 0, LogModel::WorkerColumn), QStringLiteral("w%1").arg(record.worker));
        QCOMPARE(cell(model, 0, LogModel::KeyColumn), QStringLiteral("demo:global"));
        QVERIFY(cell(model, 0, LogModel::DecisionColumn)
                    .startsWith(QStringLiteral("Denied, retry in ")));
        QCOMPARE(cell(model, 0, LogModel::TokensColumn),
                 QString::number(record.decision.tokensLeft.toDouble(), 'f', 2));
        QVERIFY(model.detailsAt(0)
                    .join(QLatin1Char(' '))
                    .contains(QStringLiteral("limit 20 tokens, 10.0/s")));
    }

    void waitsAreRoundedUp_data()
    {
        QTest::addColumn<qint64>("micros");
        QTest::addColumn<QString>("text");
        QTest::newRow("a part of a millisecond") << qint64(31'001) << QStringLiteral("32 ms");
        QTest::newRow("seconds") << qint64(1'410'000) << QStringLiteral("1.5 s");
        QTest::newRow("minutes") << qint64(90'000'000) << QStringLiteral("01:30 min");
    }
    void waitsAreRoundedUp()
    {
        QFETCH(qint64, micros);
        QTEST(waitText(Micros(micros)), "text");
    }

    void selectingARowStopsFollowingAndRingsIt()
    {
        SyntheticRun run({.perSecond = 40});
        LogPanel panel;
        panel.resize(1200, LogPanel::kHeight);
        panel.show();
        run.advanceTo(5s);
        panel.setFrame(frameOf(run));
        auto* table = panel.findChild<LogTable*>(QStringLiteral("logTable"));
        auto* bar = table->verticalScrollBar();
        QCOMPARE(bar->value(), bar->maximum());

        QSignalSpy ringed(&panel, &LogPanel::ringed);
        const QModelIndex row = table->model()->index(table->model()->rowCount() - 2, 0);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(row).center());
        QCOMPARE(ringed.size(), 1);
        QVERIFY(!panel.isFollowing());
        const auto* model = static_cast<LogModel*>(table->model());
        const auto ring = ringed[0][0].value<std::optional<RingedRequest>>();
        QVERIFY(ring.has_value());
        QCOMPARE(ring->at, model->recordAt(row.row()).ended);
        const auto* details = panel.findChild<QLabel*>(QStringLiteral("logDetails"));
        QVERIFY(details->isVisible());

        const int rows = table->model()->rowCount();
        run.advanceTo(6s);
        panel.setFrame(frameOf(run)); // what is read does not move
        QCOMPARE(table->model()->rowCount(), rows);
        QVERIFY(panel.findChild<QLabel*>(QStringLiteral("logStatus"))
                    ->text()
                    .contains(QStringLiteral("newer")));

        QTest::mouseClick(panel.findChild<Button*>(QStringLiteral("logFollow")), Qt::LeftButton);
        panel.setFrame(frameOf(run));
        QVERIFY(panel.isFollowing());
        QVERIFY(table->model()->rowCount() > rows);
        QCOMPARE(bar->value(), bar->maximum());
    }

    void wheelingUpStopsFollowing()
    {
        SyntheticRun run({.perSecond = 40});
        LogPanel panel;
        panel.resize(1200, LogPanel::kHeight);
        panel.show();
        run.advanceTo(5s);
        panel.setFrame(frameOf(run));
        panel.findChild<LogTable*>()->verticalScrollBar()->triggerAction(
            QAbstractSlider::SliderPageStepSub);
        QVERIFY(!panel.isFollowing());
    }

    void filtersAreReachedByKeyAndMouse()
    {
        SyntheticRun run({.perSecond = 40});
        LogPanel panel;
        panel.resize(1200, LogPanel::kHeight);
        panel.show();
        run.advanceTo(5s);
        panel.setFrame(frameOf(run));
        auto* table = panel.findChild<LogTable*>();
        QTest::mouseClick(panel.findChild<QAbstractButton*>(QStringLiteral("kindDenied")),
                          Qt::LeftButton);
        QCOMPARE(static_cast<std::uint64_t>(table->model()->rowCount()),
                 run.history().totals.of(Outcome::Denied));
        QVERIFY(table->model()->rowCount() > 0);
        panel.focusFilter();
        auto* search = panel.findChild<QLineEdit*>(QStringLiteral("logSearch"));
        QTest::keyClicks(search, QStringLiteral("no such title"));
        QCOMPARE(table->model()->rowCount(), 0);
        QTest::keyClick(search, Qt::Key_Escape);
        QVERIFY(table->model()->rowCount() > 0);
    }

    void rowsAreCopied()
    {
        SyntheticRun run({});
        run.advanceTo(5s);
        LogPanel panel;
        panel.resize(1200, LogPanel::kHeight);
        panel.show();
        panel.setFrame(frameOf(run));
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        panel.selectNear(3s);
        QTest::keyClick(panel.findChild<LogTable*>(), Qt::Key_C, Qt::ControlModifier);
        const QString text = QGuiApplication::clipboard()->text();
        QCOMPARE(text.count(QLatin1Char('\t')), 7);
        QVERIFY(text.contains(QStringLiteral("demo:global")));
    }
};

QTEST_MAIN(TestLog)
#include "tst_log.moc"
