// SPDX-License-Identifier: MIT
#include "core/run/summary.h"
#include "tests/support/unit_test.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

Summary article()
{
    Summary summary;
    summary.scenario = "article";
    summary.store = "private Redis 7.0.15";
    summary.scriptSha = "abc";
    summary.seed = 42;
    summary.totals.byOutcome[static_cast<std::size_t>(Outcome::Allowed)] = 5;
    summary.totals.byOutcome[static_cast<std::size_t>(Outcome::Denied)] = 15;
    summary.audit.whyUnknown = "no store time";
    summary.tokensLeft = MicroTokens::fromMicros(1'500'000);
    summary.duration = 2s;
    for (int i = 0; i < 20; ++i)
        summary.latency.add(1ms);
    summary.endReason = EndReason::Completed;
    return summary;
}

QJsonObject jsonOf(const Summary& summary)
{
    QJsonParseError error{};
    const auto text = QByteArray::fromStdString(toJson(summary));
    const auto document = QJsonDocument::fromJson(text, &error);
    if (error.error != QJsonParseError::NoError)
        qFatal("%s", qPrintable(error.errorString()));
    return document.object();
}

Threshold threshold(const char* metric, Threshold::Op op, double value)
{
    Threshold t;
    t.metric = metric;
    t.op = op;
    t.value = value;
    t.number = std::to_string(value);
    return t;
}

} // namespace

class TestSummary : public UnitTest
{
    Q_OBJECT

private slots:
    void jsonHasEveryMember()
    {
        const QJsonObject json = jsonOf(article());
        const char* members[] = {"schema",
                                 "scenario",
                                 "store",
                                 "script_sha",
                                 "seed",
                                 "clock",
                                 "requests",
                                 "allowed",
                                 "denied",
                                 "never_fits",
                                 "errors",
                                 "errors_by_class",
                                 "ambiguous",
                                 "fail_open_allowed",
                                 "fail_closed_denied",
                                 "shed",
                                 "over_admission",
                                 "over_admission_low",
                                 "over_admission_high",
                                 "epochs",
                                 "tokens_left",
                                 "duration_s",
                                 "decisions_per_s",
                                 "latency_ms",
                                 "thresholds"};
        for (const char* member : members)
            QVERIFY2(json.contains(QLatin1String(member)), member);
        QCOMPARE(json[QStringLiteral("schema")].toString(), QStringLiteral("penstock.summary/1"));
        QCOMPARE(json[QStringLiteral("requests")].toInt(), 20);
        QCOMPARE(json[QStringLiteral("allowed")].toInt(), 5);
        QCOMPARE(json[QStringLiteral("denied")].toInt(), 15);
        QCOMPARE(json[QStringLiteral("tokens_left")].toDouble(), 1.5);
        QCOMPARE(json[QStringLiteral("decisions_per_s")].toDouble(), 10.0);
        QVERIFY(json[QStringLiteral("over_admission")].isNull());
        const auto latency = json[QStringLiteral("latency_ms")].toObject();
        QCOMPARE(latency.keys(),
                 (QStringList{QStringLiteral("max"), QStringLiteral("p50"), QStringLiteral("p90"),
                              QStringLiteral("p99"), QStringLiteral("p999")}));
        QCOMPARE(latency[QStringLiteral("max")].toDouble(), 1.0);
    }

    void anEmptyRunHasNullsAndNoNaN()
    {
        const QJsonObject json = jsonOf(Summary{});
        QVERIFY(json[QStringLiteral("latency_ms")].toObject()[QStringLiteral("p50")].isNull());
        QVERIFY(json[QStringLiteral("decisions_per_s")].isNull());
        QVERIFY(json[QStringLiteral("deny_ratio")].isNull());
        const std::string text = toJson(Summary{});
        QVERIFY(text.find("nan") == std::string::npos);
        QVERIFY(text.find("inf") == std::string::npos);
    }

    void metrics_data()
    {
        QTest::addColumn<QString>("metric");
        QTest::addColumn<double>("value");
        QTest::newRow("requests") << QStringLiteral("requests") << 20.0;
        QTest::newRow("deny_ratio") << QStringLiteral("deny_ratio") << 0.75;
        QTest::newRow("allowed_rate") << QStringLiteral("allowed_rate") << 2.5;
        QTest::newRow("latency") << QStringLiteral("latency_ms.p99") << 1.0;
        QTest::newRow("class") << QStringLiteral("errors_by_class.timeout") << 0.0;
        QTest::newRow("tokens") << QStringLiteral("tokens_left") << 1.5;
        QTest::newRow("duration") << QStringLiteral("duration_s") << 2.0;
    }
    void metrics()
    {
        QFETCH(QString, metric);
        QFETCH(double, value);
        const auto actual = metricOf(article(), metric.toStdString());
        QVERIFY(actual.has_value());
        QCOMPARE(*actual, value);
    }

    void noSampleIsAFailure()
    {
        const Summary empty;
        for (const char* metric : {"deny_ratio", "errors", "latency_ms.p99", "over_admission",
                                   "allowed_rate", "no_such_metric"}) {
            const auto result = evaluate(threshold(metric, Threshold::Op::Less, 1e9), empty);
            QVERIFY2(!result.actual, metric);
            QVERIFY2(!result.isMet, metric);
        }
    }

    void overAdmissionNeedsAStoreThatDecided()
    {
        Summary summary;
        summary.audit.overAdmission = MicroTokens();
        summary.totals.byOutcome[static_cast<std::size_t>(Outcome::FailOpenAllowed)] = 10;
        QVERIFY(!metricOf(summary, "over_admission"));
        summary.totals.byOutcome[static_cast<std::size_t>(Outcome::Denied)] = 1;
        QCOMPARE(metricOf(summary, "over_admission"), std::optional(0.0));
    }

    void operators()
    {
        using Op = Threshold::Op;
        const Summary summary = article();
        const auto isMet = [&](Op op, double bar) {
            return evaluate(threshold("requests", op, bar), summary).isMet;
        };
        QVERIFY(!isMet(Op::Less, 20) && isMet(Op::Less, 21));
        QVERIFY(isMet(Op::LessEqual, 20) && !isMet(Op::LessEqual, 19));
        QVERIFY(!isMet(Op::Greater, 20) && isMet(Op::Greater, 19));
        QVERIFY(isMet(Op::GreaterEqual, 20) && !isMet(Op::GreaterEqual, 21));
        QVERIFY(isMet(Op::Equal, 20) && !isMet(Op::Equal, 21));
    }

    void textNamesWhatMatters()
    {
        const auto text = QString::fromStdString(toText(article()));
        QVERIFY(text.contains(QStringLiteral("requests            20\n")));
        QVERIFY(text.contains(QStringLiteral("  allowed           5\n")));
        QVERIFY(text.contains(QStringLiteral("over-admission      unknown: no store time\n")));
        QVERIFY(!text.contains(QStringLiteral("shed")));
    }
};

QTEST_GUILESS_MAIN(TestSummary)
#include "tst_summary.moc"
