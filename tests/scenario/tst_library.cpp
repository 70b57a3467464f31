// SPDX-License-Identifier: MIT
#include "core/limit/algorithm.h"
#include "core/scenario/library.h"
#include "tests/support/unit_test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace penstock;

namespace {

QString written(const QTemporaryDir& folder, const char* name, const QByteArray& bytes)
{
    QFile file(folder.filePath(QString::fromLatin1(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write a test file");
    return file.fileName();
}

} // namespace

class TestLibrary : public UnitTest
{
    Q_OBJECT

private slots:
    void everyBuiltinScenarioIsThereAndValid()
    {
        std::vector<std::string> names;
        for (const Scenario& scenario : builtinScenarios()) {
            names.push_back(scenario.name);
            QCOMPARE(toText(validate(scenario)), "");
            QCOMPARE(parseScenario(toJson(scenario)).value(), scenario);
            QVERIFY(!scenario.title.empty());
            for (const char* part : {"What it is: ", "What to notice: ", "What to try: "})
                QVERIFY2(scenario.notes.find(part) != std::string::npos, scenario.name.c_str());
        }
        QCOMPARE(names,
                 (std::vector<std::string>{"first-look", "article", "flash-sale", "steady-overload",
                                           "slow-backend", "many-workers"}));
    }

    void theFilesAreReadWhole()
    {
        // A file that the build forgot, or that does not parse, is missing from the library.
        const QDir folder(QStringLiteral(PENSTOCK_SOURCE_DIR "/resources/scenarios"));
        QCOMPARE(static_cast<std::size_t>(folder.entryList({QStringLiteral("*.json")}).size()),
                 builtinScenarios().size());
        for (const Scenario& scenario : builtinScenarios()) {
            const auto file = loadScenario(
                folder.filePath(QString::fromStdString(scenario.name) + QStringLiteral(".json"))
                    .toStdString());
            QVERIFY2(file, file ? "" : file.error().message.c_str());
            QCOMPARE(*file, scenario);
        }
    }

    void theArticleIsTheArticle()
    {
        const Scenario article = loadScenario("article").value();
        QCOMPARE(article.limiter.limit.algorithm, findAlgorithm("article"));
        QCOMPARE(getValue(article, "limiter.capacity").value(), "5");
        QCOMPARE(getValue(article, "limiter.refill").value(), "0.5/s");
        QCOMPARE(getValue(article, "limiter.cost").value(), "1");
        QCOMPARE(article.limiter.onStoreFailure, FailPolicy::FailOpen);
        QCOMPARE(article.key, "app:global_rate_limit");
        QCOMPARE(article.traffic.loop, Loop::Closed);
        QCOMPARE(article.workers, 10U);
        QCOMPARE(article.work, Nanos(std::chrono::milliseconds(100)));
        QCOMPARE(article.feed.url, "https://stripe.com/blog/feed.rss");
        QCOMPARE(article.feed.entries, 5U);
        QCOMPARE(article.feed.rounds, 4U);
    }

    void manyWorkersFightForOneKey()
    {
        const Scenario scenario = loadScenario("many-workers").value();
        QCOMPARE(scenario.workers, 64U);
        QCOMPARE(scenario.work, Nanos(0));
        QCOMPARE(scenario.traffic.loop, Loop::Closed);
        QCOMPARE(scenario.feed.rounds, 0U);
        QCOMPARE(scenario.duration, std::nullopt);
    }

    void aFileIsLoadedByPath()
    {
        QTemporaryDir folder;
        Scenario scenario = builtinScenarios().front();
        scenario.name = "mine";
        const QString path =
            written(folder, "mine.json", QByteArray::fromStdString(toJson(scenario)));
        QCOMPARE(loadScenario(path.toStdString()).value(), scenario);
    }

    void failuresSayWhichKindTheyAre()
    {
        QTemporaryDir folder;
        const auto unknown = loadScenario("firstlook");
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().kind, ErrorKind::InputOutput);
        QCOMPARE(unknown.error().message, "there is no scenario or file called \"firstlook\", did "
                                          "you mean \"first-look\"?");
        QVERIFY(!loadScenario(""));
        QCOMPARE(loadScenario(folder.path().toStdString()).error().kind, ErrorKind::InputOutput);

        const QString broken =
            written(folder, "broken.json", "{ \"format\": 1,\n \"workers\": 0 }");
        const auto invalid = loadScenario(broken.toStdString());
        QVERIFY(!invalid);
        QCOMPARE(invalid.error().kind, ErrorKind::InvalidScenario);
        QCOMPARE(invalid.error().message, broken.toStdString() +
                                              " is no valid scenario:\nname: is missing\n"
                                              "workers: must be 1 to 1024, not 0");

        const QString huge = written(folder, "huge.json", QByteArray(5 * 1024 * 1024, ' '));
        QCOMPARE(loadScenario(huge.toStdString()).error().kind, ErrorKind::InputOutput);
    }
};

QTEST_GUILESS_MAIN(TestLibrary)
#include "tst_library.moc"
