// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/unit_test.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QTest>

using namespace penstock;

/// What penstock-cli says without running anything.
class TestCliWords : public UnitTest
{
    Q_OBJECT

private slots:
    void everyCommandHelps_data()
    {
        QTest::addColumn<QString>("command");
        for (const char* command : {"", "run", "scenario", "scenario list", "scenario show",
                                    "scenario validate", "script", "script list", "script show",
                                    "feed", "bench", "bench live", "doctor", "version"})
            QTest::newRow(command) << QString::fromLatin1(command);
    }
    void everyCommandHelps()
    {
        QFETCH(QString, command);
        QStringList words = command.split(QLatin1Char(' '), Qt::SkipEmptyParts);
        const CliResult result = runCli(words << QStringLiteral("--help"));
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.out.contains("Usage: penstock-cli"));
        if (!command.isEmpty())
            QVERIFY2(result.out.contains(command.toLatin1()), result.out.constData());
        QCOMPARE(result.err, QByteArray());
    }

    void mistakesNameTheNearest_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* words, int exitCode, const char* message) {
            QTest::newRow(words[0] ? words : "nothing")
                << QString::fromLatin1(words) << exitCode << QByteArray(message);
        };
        row("", 2, "A subcommand is required");
        row("rnu", 2, "unknown command \"rnu\", did you mean \"run\"?");
        row("scenario lst", 2, "unknown command \"lst\", did you mean \"list\"?");
        row("run", 2, "SCENARIO is required");
        row("run article --treshold x", 2,
            "unknown option --treshold, did you mean \"--threshold\"?");
        row("run --jsn", 2, "unknown option --jsn, did you mean \"--json\"?");
        row("run article --duratoin=5s", 2,
            "unknown option --duratoin, did you mean \"--duration\"?");
        row("run article first-look", 2, "unexpected argument \"first-look\"");
        row("run artcle", 4,
            "there is no scenario or file called \"artcle\", did you mean \"article\"?");
        row("run article --set limiter.capcity=5", 2,
            "--set: there is no value called \"limiter.capcity\", did you mean "
            "\"limiter.capacity\"?");
        row("run article --set limiter.capacity", 2, "--set limiter.capacity: has no value");
        row("run article --set limiter.capacity=nan", 2, "--set limiter.capacity: ");
        row("run article --set limiter.capacity=0", 2, "--set limiter.capacity: ");
        row("run article --set workers=ten", 2, "--set workers: must be a whole number");
        row("run article --set traffic.loop=opne", 2, "did you mean \"open\"?");
        row("run article --duration 5", 2, "--duration: \"5\" needs a unit of time");
        row("run article --duration 0s", 2, "--duration: must be 1ms to 365d, not 0s");
        row("run article --duration 1s --duration 2s", 2, "--duration: is given more than once");
        row("run article --duration=", 2, "--duration: needs a value");
        row("run article --seed -1", 2, "--seed: must be a whole number");
        row("run article --threshold deny_ratoi<1", 2,
            "there is no number called \"deny_ratoi\", did you mean \"deny_ratio\"?");
        row("run article --store embeded", 2,
            "there is no store \"embeded\", did you mean \"embedded\"?\n  stores are default, ");
        row("run article --store redis://h:x", 2, "--store: store address: the port is not");
        row("run article --events al", 2, "al");
        row("run article --wait-store soon", 2, "--wait-store: ");
        row("script show token_buket", 2,
            "there is no script \"token_buket\", did you mean \"token_bucket\"?");
        row("bench live --verdict admitt", 2,
            "--verdict: must be admit or deny, not \"admitt\", did you mean \"admit\"?");
        row("bench live --connections 0", 2, "--connections: ");
        row("bench live --pipeline 1.5", 2, "--pipeline: ");
        row("bench live --duration -1s", 2, "--duration: ");
        row("bench live --algorithm token_buket", 2, "did you mean \"token_bucket\"?");
        row("doctor --store privat", 2, "there is no store \"privat\", did you mean \"private\"?");
        row("feed /nowhere/feed.xml", 4, "the feed /nowhere/feed.xml gives no entries");
        row("scenario show /nowhere/x.json", 4, "no scenario or file called");
    }
    void mistakesNameTheNearest()
    {
        QFETCH(QString, words);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, message);
        const CliResult result = runCli(words.split(QLatin1Char(' '), Qt::SkipEmptyParts));
        QVERIFY2(result.err.contains(message), result.err.constData());
        QCOMPARE(result.exitCode, exitCode);
        QCOMPARE(result.out, QByteArray());
    }

    void anEmptyValueIsNotNone_data()
    {
        QTest::addColumn<QStringList>("words");
        for (const char* option : {"--store", "--feed", "--duration", "--seed", "--out", "--events",
                                   "--wait-store", "--set", "--threshold"})
            QTest::newRow(option) << QStringList{QStringLiteral("run"), QStringLiteral("article"),
                                                 QString::fromLatin1(option), QString()};
        QTest::newRow("doctor") << QStringList{QStringLiteral("doctor"), QStringLiteral("--store"),
                                               QString()};
    }
    void anEmptyValueIsNotNone()
    {
        QFETCH(QStringList, words);
        const CliResult result = runCli(words);
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.out, QByteArray());
        const QByteArray option = words.at(words.size() - 2).toLatin1();
        QVERIFY2(result.err.contains(QByteArray(option + ": needs a value")),
                 result.err.constData());
    }

    void aResultThatIsLostIsTold_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("closed") << QStringLiteral("version >&-") << 4;
        QTest::newRow("all closed") << QStringLiteral("version <&- >&-") << 4;
        QTest::newRow("full") << QStringLiteral("version >/dev/full") << 4;
        QTest::newRow("help, full") << QStringLiteral("run --help >/dev/full") << 4;
        // The verdict of the run stays; the loss is told beside it.
        QTest::newRow("run, closed")
            << QStringLiteral("run first-look --store embedded --feed '%1' --duration 50ms "
                              "--threshold 'requests < 0' --json >&-")
            << 99;
    }
    void aResultThatIsLostIsTold()
    {
        QFETCH(QString, words);
        QFETCH(int, exitCode);
        QTemporaryDir folder;
        QString script = QStringLiteral("exec \"$0\" ") + words;
        if (script.contains(QLatin1String("%1")))
            script = script.arg(writeFeed(folder));
        const CliResult result = runShell(script);
        QVERIFY2(result.err.contains("cannot write the result: "), result.err.constData());
        // Without a place kept for it, "stdout" is the first socket or event file opened.
        QVERIFY2(words.contains(QLatin1String("full")) ||
                     result.err.contains("Bad file descriptor"),
                 result.err.constData());
        QCOMPARE(result.exitCode, exitCode);
    }

    void versionIsOneLine()
    {
        const CliResult command = runCli({QStringLiteral("version")});
        QCOMPARE(command.exitCode, 0);
        QVERIFY(command.out.startsWith("penstock-cli "));
        QCOMPARE(command.lines().size(), 1);
        QCOMPARE(runCli({QStringLiteral("--version")}).out, command.out);
    }

    void scenariosAreListedShownAndChecked()
    {
        const CliResult list = runCli({QStringLiteral("scenario"), QStringLiteral("list")});
        QCOMPARE(list.exitCode, 0);
        QCOMPARE(list.lines().size(), 6);
        QTemporaryDir folder;
        for (const QByteArray& line : list.lines()) {
            const QString name = QString::fromLatin1(line.split(' ').first());
            const CliResult shown =
                runCli({QStringLiteral("scenario"), QStringLiteral("show"), name});
            QCOMPARE(shown.exitCode, 0);
            QCOMPARE(shown.json().value(QLatin1String("name")).toString(), name);
            const QString path = writeFile(folder, name, shown.out);
            const CliResult checked =
                runCli({QStringLiteral("scenario"), QStringLiteral("validate"), path});
            QVERIFY2(checked.exitCode == 0, checked.err.constData());
            QCOMPARE(checked.err, QByteArray());
        }
    }

    void aBrokenScenarioListsItsProblems()
    {
        QTemporaryDir folder;
        const QString path =
            writeFile(folder, QStringLiteral("broken.json"),
                      "{ \"format\": 1, \"name\": \"x\",\n  \"wrokers\": 3,\n  \"work\": 5 }");
        for (const char* command : {"scenario validate", "run"}) {
            QStringList words = QString::fromLatin1(command).split(QLatin1Char(' '));
            const CliResult result = runCli(words << path);
            QCOMPARE(result.exitCode, 3);
            QCOMPARE(result.out, QByteArray());
            QVERIFY(
                result.err.contains("wrokers: unknown key, did you mean \"workers\"? (line 2)"));
            QVERIFY(result.err.contains("work: must be text, such as \"100ms\""));
        }
        const QString torn = writeFile(folder, QStringLiteral("torn.json"), "{ \"format\": 1,");
        const CliResult result = runCli({QStringLiteral("run"), torn});
        QCOMPARE(result.exitCode, 3);
        QVERIFY(result.err.contains("line 1, column 15: "));
    }

    void scriptsAreShownByteForByte()
    {
        const CliResult list = runCli({QStringLiteral("script"), QStringLiteral("list")});
        QCOMPARE(list.exitCode, 0);
        QVERIFY(list.lines().size() >= 2);
        for (const QByteArray& line : list.lines()) {
            const QList<QByteArray> columns = line.split(' ');
            const CliResult shown = runCli({QStringLiteral("script"), QStringLiteral("show"),
                                            QString::fromLatin1(columns.last())});
            QCOMPARE(shown.exitCode, 0);
            QCOMPARE(QCryptographicHash::hash(shown.out, QCryptographicHash::Sha1).toHex(),
                     columns.first());
        }
    }

    void aFeedIsShownAsTextAndAsJson()
    {
        QTemporaryDir folder;
        const QString path = writeFeed(folder);
        const CliResult text = runCli({QStringLiteral("feed"), path});
        QCOMPARE(text.exitCode, 0);
        QCOMPARE(text.lines(), (QList<QByteArray>{"Made up", "1. First", "2. Second", "3. Third",
                                                  "4. Fourth", "5. Fifth"}));
        const CliResult json = runCli({QStringLiteral("feed"), path, QStringLiteral("--json")});
        QCOMPARE(json.exitCode, 0);
        QCOMPARE(json.json().value(QLatin1String("schema")).toString(),
                 QStringLiteral("penstock.feed/1"));
        QCOMPARE(json.json().value(QLatin1String("title")).toString(), QStringLiteral("Made up"));
        const QJsonArray entries = json.json().value(QLatin1String("entries")).toArray();
        QCOMPARE(entries.size(), 5);
        const QStringList keys = entries.first().toObject().keys();
        QCOMPARE(keys, (QStringList{QStringLiteral("id"), QStringLiteral("link"),
                                    QStringLiteral("published"), QStringLiteral("title")}));
        QVERIFY(json.json().value(QLatin1String("problems")).isArray());
    }

    void aScenarioCannotDriveTheTerminal()
    {
        QTemporaryDir folder;
        const QString path = writeFile(folder, QStringLiteral("x.json"),
                                       "{ \"format\": 1, \"name\": \"x\", \"a\\u001b[2Jb\": 1 }");
        const CliResult result = runCli({QStringLiteral("run"), path});
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.err.contains("\na [2Jb: unknown key"), result.err.constData());
        QVERIFY(!result.err.contains('\x1b'));
    }

    void aFeedCannotDriveTheTerminal()
    {
        QTemporaryDir folder;
        const QString path = writeFile(folder, QStringLiteral("feed.xml"),
                                       "<rss><channel><title>x</title><item><title>a\xc2\x9b"
                                       "31mb</title></item></channel></rss>");
        const CliResult result = runCli({QStringLiteral("feed"), path});
        QVERIFY2(!result.out.contains("\xc2\x9b"), result.out.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliWords)
#include "tst_cli_words.moc"
