// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/redis_server.h"
#include "tests/support/unit_test.h"

#include <QTest>

using namespace penstock;

/// `bench live` and `doctor`: what they print, never how fast.
class TestCliBench : public UnitTest
{
    Q_OBJECT

private slots:
    void allDecisionsHaveTheWantedVerdict_data()
    {
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QString>("pipeline");
        QTest::newRow("admit") << QStringLiteral("admit") << QStringLiteral("1");
        QTest::newRow("deny") << QStringLiteral("deny") << QStringLiteral("1");
        QTest::newRow("deny, pipelined") << QStringLiteral("deny") << QStringLiteral("16");
    }
    void allDecisionsHaveTheWantedVerdict()
    {
        QFETCH(QString, verdict);
        QFETCH(QString, pipeline);
        const CliResult result = runCli(
            {QStringLiteral("bench"), QStringLiteral("live"), QStringLiteral("--store"),
             QStringLiteral("private"), QStringLiteral("--connections"), QStringLiteral("4"),
             QStringLiteral("--duration"), QStringLiteral("300ms"), QStringLiteral("--pipeline"),
             pipeline, QStringLiteral("--verdict"), verdict, QStringLiteral("--json")});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QJsonObject json = result.json();
        QCOMPARE(json.value(QLatin1String("schema")).toString(),
                 QStringLiteral("penstock.bench/1"));
        const int decisions = json.value(QLatin1String("decisions")).toInt();
        QVERIFY(decisions > 0);
        QCOMPARE(decisions % pipeline.toInt(), 0);
        const bool isAdmit = verdict == QLatin1String("admit");
        QCOMPARE(json.value(QLatin1String("allowed")).toInt(), isAdmit ? decisions : 0);
        QCOMPARE(json.value(QLatin1String("denied")).toInt(), isAdmit ? 0 : decisions);
        QCOMPARE(json.value(QLatin1String("errors")).toInt(-1), 0);
        QVERIFY(json.value(QLatin1String("decisions_per_s")).toDouble() > 0);
    }

    void aMeasurementLeavesNothingBehind_data()
    {
        QTest::addColumn<QString>("verdict");
        QTest::newRow("admit") << QStringLiteral("admit");
        QTest::newRow("deny") << QStringLiteral("deny");
    }
    void aMeasurementLeavesNothingBehind()
    {
        QFETCH(QString, verdict);
        RedisServer server;
        const CliResult result =
            runCli({QStringLiteral("bench"), QStringLiteral("live"), QStringLiteral("--store"),
                    QString::fromStdString(server.addressText()), QStringLiteral("--duration"),
                    QStringLiteral("50ms"), QStringLiteral("--verdict"), verdict});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QCOMPARE(toText(server.command({"DBSIZE"})), toText(Reply::makeInteger(0)));
    }

    void thePrintedArgumentsAreACallOfTheScript()
    {
        RedisServer server;
        QVERIFY(server.isRunning());
        const CliResult script = runCli(
            {QStringLiteral("script"), QStringLiteral("show"), QStringLiteral("token_bucket")});
        const Reply sha = server.command({"SCRIPT", "LOAD", script.out.toStdString()});
        const CliResult args =
            runCli({QStringLiteral("bench"), QStringLiteral("live"), QStringLiteral("--print-args"),
                    QStringLiteral("--verdict"), QStringLiteral("admit")});
        QCOMPARE(args.exitCode, 0);
        QCOMPARE(args.lines().size(), 1);
        std::vector<std::string> call = {"EVALSHA", sha.text};
        for (const QByteArray& word : args.lines().first().split(' '))
            call.push_back(word.toStdString());
        const Reply reply = server.command(call);
        QVERIFY2(!reply.isError() && !reply.items.empty(), toText(reply).c_str());
        QCOMPARE(reply.items.front(), Reply::makeInteger(1));
    }

    void doctorSaysWhatItFoundAndWhatNext()
    {
        RedisServer server(RedisServer::Transport::Tcp);
        const CliResult good = runCli({QStringLiteral("doctor"), QStringLiteral("--store"),
                                       QString::fromStdString(server.addressText())});
        QVERIFY2(good.exitCode == 0, good.out.constData());
        for (const char* word : {"Qt ", "hiredis ", "Lua ", "redis-server ", "fonts ", "display ",
                                 "store EVAL", "store TIME"})
            QVERIFY2(good.out.contains(word), word);

        server.kill9();
        const CliResult bad = runCli({QStringLiteral("doctor"), QStringLiteral("--store"),
                                      QString::fromStdString(server.addressText())});
        QCOMPARE(bad.exitCode, 5);
        QVERIFY(bad.out.contains("FAIL  store"));
        QVERIFY(bad.out.contains("next: "));
    }
};

QTEST_GUILESS_MAIN(TestCliBench)
#include "tst_cli_bench.moc"
