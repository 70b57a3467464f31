// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/redis_server.h"
#include "tests/support/unit_test.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <optional>

using namespace penstock;

namespace {

/// One line of the log, taken apart.
struct LogLine
{
    bool isAllowed = false;
    int worker = 0;
    int request = 0;
    QString tokens;
    QString title;
};

std::optional<LogLine> parsed(const QByteArray& line)
{
    static const QRegularExpression allowed(
        QStringLiteral(R"(^\d\d:\d\d:\d\d - INFO - \[Worker (\d), Req (\d+)\] Allowed\. )"
                       R"(Tokens left: (\d+\.\d\d)\. Processing: '(.*)'$)"));
    static const QRegularExpression limited(
        QStringLiteral(R"(^\d\d:\d\d:\d\d - WARNING - \[Worker (\d), Req (\d+)\] Rate limited! )"
                       R"(Tokens left: (\d+\.\d\d)\. Skipping: '(.*)'$)"));
    for (const QRegularExpression* pattern : {&allowed, &limited}) {
        const QRegularExpressionMatch match = pattern->match(QString::fromUtf8(line));
        if (match.hasMatch())
            return LogLine{pattern == &allowed, match.captured(1).toInt(),
                           match.captured(2).toInt(), match.captured(3), match.captured(4)};
    }
    return std::nullopt;
}

} // namespace

/// penstock-cli run against each kind of store.
class TestCliRun : public UnitTest
{
    Q_OBJECT

private:
    /// A store that nobody used before: "redis" stands for a server of the test's own.
    QString freshStore(const QString& kind)
    {
        if (kind != QLatin1String("redis"))
            return kind;
        m_server = std::make_unique<RedisServer>(RedisServer::Transport::Tcp);
        return QString::fromStdString(m_server->addressText());
    }

    /// Runs `article` on a fresh store until a run took less than a second: in a longer one the
    /// bucket may refill, as it should.
    CliResult runArticle(const QString& kind, const QStringList& more)
    {
        CliResult result;
        for (int attempt = 0; attempt < 10; ++attempt) {
            QElapsedTimer timer;
            timer.start();
            result = runCli(QStringList{QStringLiteral("run"), QStringLiteral("article"),
                                        QStringLiteral("--store"), freshStore(kind),
                                        QStringLiteral("--feed"), writeFeed(m_folder)} +
                            more);
            if (timer.elapsed() < 1000)
                break;
        }
        return result;
    }

    static void addStores()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"private", "embedded", "redis"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }

    CliResult runBriefly(const QStringList& more)
    {
        return runCli(QStringList{QStringLiteral("run"), QStringLiteral("first-look"),
                                  QStringLiteral("--store"), QStringLiteral("embedded"),
                                  QStringLiteral("--feed"), writeFeed(m_folder),
                                  QStringLiteral("--duration"), QStringLiteral("300ms"),
                                  QStringLiteral("--set"), QStringLiteral("traffic.rate=100/s")} +
                      more);
    }

    QTemporaryDir m_folder;
    std::unique_ptr<RedisServer> m_server;

private slots:
    void theArticlesTwentyLines_data() { addStores(); }
    void theArticlesTwentyLines()
    {
        QFETCH(QString, kind);
        const CliResult result = runArticle(kind, {QStringLiteral("--log")});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QList<QByteArray> lines = result.lines();
        QCOMPARE(lines.size(), 21);
        static const QRegularExpression last(QStringLiteral(
            R"(^\d\d:\d\d:\d\d - INFO - Completed 20 requests in \d+\.\d\d seconds\.$)"));
        QVERIFY2(last.match(QString::fromUtf8(lines.takeLast())).hasMatch(),
                 result.out.constData());

        const QStringList titles = {QStringLiteral("First"), QStringLiteral("Second"),
                                    QStringLiteral("Third"), QStringLiteral("Fourth"),
                                    QStringLiteral("Fifth")};
        QStringList allowedTokens;
        QList<int> requests;
        for (const QByteArray& text : lines) {
            const auto line = parsed(text);
            QVERIFY2(line, text.constData());
            requests << line->request;
            QCOMPARE(line->worker, (line->request - 1) % 5);
            QCOMPARE(line->title, titles.at(line->worker));
            if (line->isAllowed)
                allowedTokens << line->tokens;
        }
        std::sort(requests.begin(), requests.end());
        for (int i = 0; i < 20; ++i)
            QCOMPARE(requests.at(i), i + 1);
        allowedTokens.sort();
        QCOMPARE(allowedTokens, (QStringList{QStringLiteral("0.00"), QStringLiteral("1.00"),
                                             QStringLiteral("2.00"), QStringLiteral("3.00"),
                                             QStringLiteral("4.00")}));
    }

    void oneWorkerIsAllowedOneToFive_data() { addStores(); }
    void oneWorkerIsAllowedOneToFive()
    {
        QFETCH(QString, kind);
        const CliResult result = runArticle(
            kind, {QStringLiteral("--log"), QStringLiteral("--set"), QStringLiteral("workers=1")});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QList<QByteArray> lines = result.lines();
        QCOMPARE(lines.size(), 21);
        for (int i = 0; i < 20; ++i) {
            const auto line = parsed(lines.at(i));
            QVERIFY2(line, lines.at(i).constData());
            QCOMPARE(line->request, i + 1);
            QCOMPARE(line->isAllowed, i < 5);
            QCOMPARE(line->tokens, QString::number(std::max(4 - i, 0)) + QStringLiteral(".00"));
        }
    }

    void theArticlesNumbersAsJson_data() { addStores(); }
    void theArticlesNumbersAsJson()
    {
        QFETCH(QString, kind);
        const CliResult result = runArticle(kind, {QStringLiteral("--json")});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QJsonObject summary = result.json();
        QCOMPARE(summary.value(QLatin1String("schema")).toString(),
                 QStringLiteral("penstock.summary/1"));
        QCOMPARE(summary.value(QLatin1String("requests")).toInt(), 20);
        QCOMPARE(summary.value(QLatin1String("allowed")).toInt(), 5);
        QCOMPARE(summary.value(QLatin1String("denied")).toInt(), 15);
        QCOMPARE(summary.value(QLatin1String("errors")).toInt(-1), 0);
        QVERIFY(!result.out.toLower().contains("nan"));
        for (const char* key :
             {"scenario", "store", "script_sha", "seed", "clock", "never_fits", "errors_by_class",
              "ambiguous", "fail_open_allowed", "fail_closed_denied", "shed", "over_admission",
              "tokens_left", "duration_s", "decisions_per_s", "latency_ms", "thresholds"})
            QVERIFY2(summary.contains(QLatin1String(key)), key);
    }

    void theLogGoesToStderrBesideJson()
    {
        const CliResult result = runArticle(QStringLiteral("embedded"),
                                            {QStringLiteral("--json"), QStringLiteral("--log")});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(!result.json().isEmpty());
        QCOMPARE(result.err.count("Tokens left: "), 20);
    }

    void theSummaryForPeopleGoesToStdout()
    {
        const CliResult result = runArticle(QStringLiteral("embedded"), {});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.out.contains("requests            20"));
        QCOMPARE(result.err, QByteArray());
    }

    void thresholdsDecideTheExitCode()
    {
        const auto threshold = [this](const char* text) {
            return runBriefly({QStringLiteral("--json"), QStringLiteral("--threshold"),
                               QString::fromLatin1(text)});
        };
        const CliResult met = threshold("requests > 0");
        QVERIFY2(met.exitCode == 0, met.err.constData());
        QCOMPARE(met.err, QByteArray());
        const CliResult failed = threshold("requests < 1");
        QCOMPARE(failed.exitCode, 99);
        QVERIFY(failed.err.contains("threshold failed: requests < 1"));
        const QJsonArray results = failed.json().value(QLatin1String("thresholds")).toArray();
        QCOMPARE(results.size(), 2); // the scenario's own, then the option's
        QCOMPARE(results.last().toObject().value(QLatin1String("met")).toBool(true), false);
    }

    void aThresholdWithoutASampleFails()
    {
        const CliResult result =
            runBriefly({QStringLiteral("--set"), QStringLiteral("traffic.rate=0/s"),
                        QStringLiteral("--threshold"), QStringLiteral("latency_ms.p99 < 1h")});
        // An hour is no unit of milliseconds that anybody means.
        QCOMPARE(result.exitCode, 2);
        const CliResult noSample =
            runBriefly({QStringLiteral("--set"), QStringLiteral("traffic.rate=0/s"),
                        QStringLiteral("--threshold"), QStringLiteral("latency_ms.p99 < 60s")});
        QCOMPARE(noSample.exitCode, 99);
        QVERIFY2(noSample.err.contains("latency_ms.p99 < 60s, there was no sample"),
                 noSample.err.constData());
    }

    void aRunFolderIsNeverOverwritten()
    {
        const QString folder = m_folder.filePath(QStringLiteral("run"));
        const CliResult first =
            runBriefly({QStringLiteral("--json"), QStringLiteral("--out"), folder});
        QVERIFY2(first.exitCode == 0, first.err.constData());
        QCOMPARE(QDir(folder).entryList(QDir::Files, QDir::Name),
                 (QStringList{QStringLiteral("events.jsonl"), QStringLiteral("manifest.json"),
                              QStringLiteral("scenario.json"), QStringLiteral("series.csv"),
                              QStringLiteral("summary.json")}));
        QFile events(folder + QStringLiteral("/events.jsonl"));
        QVERIFY(events.open(QIODevice::ReadOnly));
        int count = 0;
        while (!events.atEnd()) {
            QVERIFY(QJsonDocument::fromJson(events.readLine()).isObject());
            ++count;
        }
        QCOMPARE(count, first.json().value(QLatin1String("requests")).toInt());

        const CliResult second = runBriefly({QStringLiteral("--out"), folder});
        QCOMPARE(second.exitCode, 4);
        QCOMPARE(second.out, QByteArray());
        QVERIFY(second.err.contains(folder.toUtf8()));
    }

    void aFullDiskIsToldInTheSystemsWords()
    {
        // A limit on the size of files stands in for a full disk: the first write is cut short.
        const CliResult result =
            runShell(QStringLiteral("trap '' XFSZ; ulimit -f 4; exec \"$0\" run first-look --store "
                                    "embedded --duration 300ms --set traffic.rate=200/s --feed "
                                    "'%1' --out '%2'")
                         .arg(writeFeed(m_folder), m_folder.filePath(QStringLiteral("full"))));
        QVERIFY2(result.err.contains("events.jsonl.part: File too large"), result.err.constData());
        QCOMPARE(result.exitCode, 4);
    }

    void aStoreThatDoesNotAnswerIsExitFiveWithNothingAsked()
    {
        const QString nowhere = QStringLiteral("unix:") + m_folder.filePath(QStringLiteral("none"));
        const QString folder = m_folder.filePath(QStringLiteral("not-made"));
        const CliResult result =
            runCli({QStringLiteral("run"), QStringLiteral("article"), QStringLiteral("--store"),
                    nowhere, QStringLiteral("--feed"), writeFeed(m_folder),
                    QStringLiteral("--json"), QStringLiteral("--out"), folder});
        QCOMPARE(result.exitCode, 5);
        QCOMPARE(result.out, QByteArray());
        QVERIFY(!QDir(folder).exists());
    }

    void waitStoreWaits()
    {
        RedisServer server;
        server.kill9();
        CliProcess process({QStringLiteral("run"), QStringLiteral("article"),
                            QStringLiteral("--store"), QString::fromStdString(server.addressText()),
                            QStringLiteral("--feed"), writeFeed(m_folder), QStringLiteral("--json"),
                            QStringLiteral("--wait-store"), QStringLiteral("30s")});
        QVERIFY(!process.process().waitForFinished(1500)); // longer than it would wait by itself
        QVERIFY(server.start());
        QVERIFY(process.finish());
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(CliResult({0, process.out(), {}}).json().value(QLatin1String("requests")).toInt(),
                 20);
    }

    void aFeedThatFailsHasAStandInOrEndsTheRun()
    {
        const QStringList words = {QStringLiteral("run"),     QStringLiteral("article"),
                                   QStringLiteral("--feed"),  QStringLiteral("/nowhere/feed.xml"),
                                   QStringLiteral("--store"), QStringLiteral("embedded"),
                                   QStringLiteral("--json")};
        const CliResult standIn = runCli(words);
        QCOMPARE(standIn.exitCode, 0);
        QVERIFY2(standIn.err.contains("using the bundled sample"), standIn.err.constData());
        QCOMPARE(standIn.json().value(QLatin1String("requests")).toInt(), 20);

        const CliResult final = runCli(words + QStringList{QStringLiteral("--no-fallback")});
        QCOMPARE(final.exitCode, 4);
        QCOMPARE(final.out, QByteArray());
    }

    void theArticlesKeyIsSharedAndOthersAreBelowThePrefix()
    {
        RedisServer server(RedisServer::Transport::Tcp);
        const auto run = [&](const char* scenario) {
            return runCli({QStringLiteral("run"), QString::fromLatin1(scenario),
                           QStringLiteral("--store"), QString::fromStdString(server.addressText()),
                           QStringLiteral("--feed"), writeFeed(m_folder), QStringLiteral("--json"),
                           QStringLiteral("--duration"), QStringLiteral("300ms")});
        };
        QCOMPARE(run("article").exitCode, 0);
        const Reply keys = server.command({"KEYS", "*"});
        QCOMPARE(toText(keys), "[\"app:global_rate_limit\"]");
        QCOMPARE(run("many-workers").exitCode, 0);
        for (const Reply& key : server.command({"KEYS", "*"}).items)
            QVERIFY(key.text == "app:global_rate_limit" || key.text.starts_with("penstock:"));
    }
};

QTEST_GUILESS_MAIN(TestCliRun)
#include "tst_cli_run.moc"
