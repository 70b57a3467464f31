// SPDX-License-Identifier: MIT
#include "core/run/run_folder.h"
#include "tests/support/fake_store.h"
#include "tests/support/live_run.h"
#include "tests/support/unit_test.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace penstock;
using namespace penstock::test;
using namespace std::chrono_literals;

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s", qPrintable(path));
    return file.readAll();
}

DecisionRecord sample()
{
    DecisionRecord record;
    record.number = 3;
    record.intended = 1ms;
    record.started = 2ms;
    record.ended = 3ms;
    record.worker = 7;
    record.label = 1;
    record.cost = MicroTokens::fromTokens(1);
    record.decision.outcome = Outcome::Allowed;
    record.decision.decidedBy = DecidedBy::Store;
    record.decision.tokensLeft = MicroTokens::fromMicros(4'500'000);
    record.decision.storeTime = StoreTime(Micros(17));
    return record;
}

} // namespace

class TestRunFolder : public UnitTest
{
    Q_OBJECT

private slots:
    void oneDecisionIsOneLine()
    {
        std::string out;
        appendEvent(out, sample(), {"k"}, entryLabels(2));
        QCOMPARE(QString::fromStdString(out),
                 QStringLiteral("{\"n\":3,\"worker\":7,\"key\":\"k\",\"title\":\"Entry 2\","
                                "\"cost\":1,\"outcome\":\"allowed\",\"decided_by\":\"store\","
                                "\"tokens_left\":4.5,\"retry_after_us\":0,\"reset_after_us\":0,"
                                "\"store_time_us\":17,\"intended_ns\":1000000,"
                                "\"started_ns\":2000000,\"ended_ns\":3000000}\n"));
    }

    void oneSecondIsOneLine()
    {
        SeriesBucket bucket;
        bucket.index = 2;
        bucket.offered = 3;
        bucket.byOutcome = {2, 1, 0, 0, 0, 0};
        bucket.tokens.add(MicroTokens::fromMicros(1'500'000));
        bucket.p50 = 250us;
        bucket.p99 = bucket.latencyMax = 1ms;
        std::string out;
        appendSeriesLine(out, bucket, 1s);
        QCOMPARE(QString::fromStdString(out),
                 QStringLiteral("2,1,3,2,1,0,0,0,0,1.5,1.5,1.5,,,0.25,1,1\n"));
        const QString header = QString::fromLatin1(RunFolderWriter::kSeriesHeader);
        QCOMPARE(header.count(QLatin1Char(',')),
                 QString::fromStdString(out).count(QLatin1Char(',')));
    }

    void aWholeRun()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("new/run"));
        FakeStore store;
        const Scenario scenario = scenarioWith(
            "first-look", {{"traffic.rate", "200/s"}, {"work", "0s"}, {"duration", "300ms"}});
        auto writer = RunFolderWriter::create({.path = path.toStdString(),
                                               .version = "1.2",
                                               .scenario = scenario,
                                               .keys = {"k"},
                                               .labels = entryLabels()});
        QVERIFY(writer);
        LiveRun run(scenario, store);
        QVERIFY(run.waitForMore(5));
        QVERIFY(run.engine().apply(BurstChange{3}));
        QVERIFY(run.waitForEnd());
        for (const DecisionRecord& record : run.records())
            (*writer)->add(record);
        (*writer)->collect(run.history());
        QVERIFY(!QFile::exists(path + QStringLiteral("/events.jsonl"))); // not whole yet
        const Summary summary = summarise(scenario, run.history(), run.engine().status());
        QVERIFY((*writer)->finish(summary, run.history(), run.engine().changes()));
        QCOMPARE(QDir(path).entryList(QDir::Files, QDir::Name),
                 (QStringList{QStringLiteral("events.jsonl"), QStringLiteral("manifest.json"),
                              QStringLiteral("scenario.json"), QStringLiteral("series.csv"),
                              QStringLiteral("summary.json")}));
        const QByteArray events = contentOf(path + QStringLiteral("/events.jsonl"));
        QCOMPARE(static_cast<std::size_t>(events.count('\n')), run.records().size());
        QCOMPARE(contentOf(path + QStringLiteral("/series.csv")).count('\n'), 2);
        const auto repeated =
            parseScenario(contentOf(path + QStringLiteral("/scenario.json")).toStdString());
        QVERIFY(repeated);
        QVERIFY(repeated->timeline == run.engine().changes());
        const auto manifest =
            QJsonDocument::fromJson(contentOf(path + QStringLiteral("/manifest.json"))).object();
        QCOMPARE(manifest[QStringLiteral("version")].toString(), QStringLiteral("1.2"));

        const auto again = RunFolderWriter::create({.path = path.toStdString(),
                                                    .version = {},
                                                    .scenario = scenario,
                                                    .keys = {},
                                                    .labels = {}});
        QVERIFY(!again);
        QCOMPARE(again.error().kind, ErrorKind::InputOutput);
    }

    void onlyAdmitted()
    {
        QTemporaryDir folder;
        auto writer = RunFolderWriter::create({.path = folder.path().toStdString(),
                                               .version = {},
                                               .events = RunFolderWriter::Events::Admitted,
                                               .scenario = scenarioWith("first-look"),
                                               .keys = {},
                                               .labels = {}});
        QVERIFY(writer);
        DecisionRecord record = sample();
        (*writer)->add(record);
        record.decision.outcome = Outcome::Denied;
        (*writer)->add(record);
        record.decision.outcome = Outcome::FailOpenAllowed;
        (*writer)->add(record);
        QVERIFY((*writer)->finish(Summary{}, RunHistory{}, {}));
        QCOMPARE(contentOf(folder.filePath(QStringLiteral("events.jsonl"))).count('\n'), 2);
    }

    void aPathThroughAFileIsRefused()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("file")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        const auto blocked =
            RunFolderWriter::create({.path = file.fileName().toStdString() + "/run",
                                     .version = {},
                                     .scenario = scenarioWith("first-look"),
                                     .keys = {},
                                     .labels = {}});
        QVERIFY(!blocked);
    }
};

QTEST_GUILESS_MAIN(TestRunFolder)
#include "tst_run_folder.moc"
