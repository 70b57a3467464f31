// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/unit_test.h"
#include "tests/ui/ui_frame.h"
#include "ui/charts/chart_card.h"
#include "ui/charts/legend_chip.h"
#include "ui/export/chart_export.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

QList<QByteArrayList> readTable(const QString& path)
{
    QFile file(path);
    QList<QByteArrayList> rows;
    if (!file.open(QIODevice::ReadOnly))
        return rows;
    for (const QByteArray& line : file.readAll().trimmed().split('\n'))
        rows << line.split(',');
    return rows;
}

} // namespace

/// Exports hold the numbers on screen, and leave no half-written file.
class TestChartExport : public UnitTest
{
    Q_OBJECT

private slots:
    void csvHoldsTheNumbersOnScreen()
    {
        SyntheticRun run({.seed = 11});
        ChartCard card;
        card.resize(900, 420);
        run.advanceTo(40s);
        card.setFrame(frameOf(run));
        card.findChild<LegendChip*>(QStringLiteral("chip_capacity"))->click();
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("charts.csv"));
        QVERIFY(exportCsv(card, path).has_value());
        const QList<QByteArrayList> rows = readTable(path);
        QCOMPARE(rows.front().join(','),
                 QByteArray("start_s,width_s,tokens_left,offered_per_s,allowed_per_s,denied_per_s,"
                            "refill_per_s,latency_p50_ms,latency_p99_ms"));
        QCOMPARE(rows.size(), 301); // 30 s of 100 ms
        for (const QByteArrayList& row : rows.mid(1)) {
            const auto start = std::chrono::round<std::chrono::milliseconds>(
                std::chrono::duration<double>(row[0].toDouble()));
            const GridPoint* point = card.grid().at(start);
            QVERIFY(point != nullptr);
            QVERIFY(qFuzzyCompare(1 + row[2].toDouble(), 1 + point->value(SeriesId::Tokens)));
            QCOMPARE(row[3].toDouble(), point->value(SeriesId::Offered));
            QCOMPARE(row[7].isEmpty(), std::isnan(point->value(SeriesId::P50)));
        }
    }

    void picturesAreDrawnAtTheirScale()
    {
        SyntheticRun run({});
        ChartCard card;
        card.resize(700, 340);
        run.advanceTo(10s);
        card.setFrame(frameOf(run));
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("charts.png"));
        QVERIFY(exportPng(card, path, 2).has_value());
        const QImage twice(path);
        QCOMPARE(twice.size(), QSize(1400, 680));
        // Drawn and not enlarged: at least one pixel differs from its neighbour within a block.
        const QImage enlarged = pictureOf(card, 1).scaled(twice.size());
        QVERIFY(twice.convertToFormat(QImage::Format_RGB32) !=
                enlarged.convertToFormat(QImage::Format_RGB32));
    }

    void anUnwritablePlaceIsAnErrorThatSaysWhatNext()
    {
        SyntheticRun run({});
        ChartCard card;
        QVERIFY(!exportCsv(card, QStringLiteral("/tmp/never.csv")).has_value()); // nothing yet
        run.advanceTo(10s);
        card.setFrame(frameOf(run));
        const auto result = exportCsv(card, QStringLiteral("/nowhere/at/all/charts.csv"));
        QVERIFY(!result.has_value());
        QVERIFY(result.error().message.find("/nowhere/at/all/charts.csv") != std::string::npos);
        QVERIFY(!result.error().hint.empty());
    }
};

QTEST_MAIN(TestChartExport)
#include "tst_chart_export.moc"
