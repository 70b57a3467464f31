// SPDX-License-Identifier: MIT
#include "core/scenario/threshold.h"
#include "tests/support/unit_test.h"

#include <QTest>

using namespace penstock;

class TestThreshold : public UnitTest
{
    Q_OBJECT

private slots:
    void parses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("canonical");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, const char* canonical, double value) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(canonical) << value;
        };
        row("deny_ratio < 0.05", "deny_ratio < 0.05", 0.05);
        row("deny_ratio<5%", "deny_ratio < 5%", 0.05);
        row("latency_ms.p99 <= 20ms", "latency_ms.p99 <= 20ms", 20);
        row("latency_ms.p99 <= 0.02 s", "latency_ms.p99 <= 0.02 s", 20);
        row("latency_ms.max > 500us", "latency_ms.max > 500us", 0.5);
        row("  requests >= 20  ", "requests >= 20", 20);
        row("duration_s < 2min", "duration_s < 2min", 120);
        row("over_admission == 0 tokens", "over_admission == 0 tokens", 0);
        row("allowed_rate <= 10.5/s", "allowed_rate <= 10.5/s", 10.5);
        row("errors_by_class.timeout == 0", "errors_by_class.timeout == 0", 0);
        row("tokens_left > -1", "tokens_left > -1", -1);
    }
    void parses()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, canonical);
        QFETCH(double, value);
        const auto threshold = parseThreshold(text.toStdString());
        QVERIFY2(threshold, threshold ? "" : threshold.error().message.c_str());
        QCOMPARE(threshold->value, value);
        QCOMPARE(QByteArray::fromStdString(toText(*threshold)), canonical);
        QCOMPARE(parseThreshold(toText(*threshold)).value(), *threshold);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* text, const char* message) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(message);
        };
        row("", "a comparison is missing");
        row("deny_ratio", "a comparison is missing");
        row("deny_ratio = 0", "= is not a comparison");
        row("< 5", "the number to compare is missing");
        row("deny_ratoi < 5",
            "there is no number called \"deny_ratoi\", did you mean \"deny_ratio\"?");
        row("latency_ms.p95 < 5",
            "there is no number called \"latency_ms.p95\", did you mean \"latency_ms.p90\"?");
        row("deny_ratio <", "\"\" is not a number");
        row("deny_ratio < nan", "\"nan\" is not a number");
        row("deny_ratio < inf", "\"inf\" is not a number");
        row("deny_ratio < 1e999", "\"1e999\" is not a number");
        row("deny_ratio << 1", "\"< 1\" is not a number");
        row("deny_ratio < 5ms", "\"ms\" is not a unit of deny_ratio");
        row("latency_ms.p99 < 5%", "\"%\" is not a unit of latency_ms.p99");
        row("requests < 5s", "\"s\" is not a unit of requests");
        row("requests < 5 6", "\"6\" is not a unit of requests");
    }
    void refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, message);
        const auto threshold = parseThreshold(text.toStdString());
        QVERIFY(!threshold);
        QCOMPARE(QByteArray::fromStdString(threshold.error().message),
                 "threshold \"" + text + "\": " + message);
        QCOMPARE(threshold.error().kind, ErrorKind::Usage);
    }

    void everyMetricCanBeUsed()
    {
        for (const std::string& metric : thresholdMetrics())
            QVERIFY2(parseThreshold(metric + " >= 0"), metric.c_str());
    }
};

QTEST_GUILESS_MAIN(TestThreshold)
#include "tst_threshold.moc"
