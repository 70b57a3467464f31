// SPDX-License-Identifier: MIT
#include "core/limit/algorithm.h"
#include "core/scenario/scenario.h"
#include "tests/support/unit_test.h"

#include <QTest>

using namespace penstock;

// The class comes first because moc loses its way in raw strings before it.
class TestScenarioReader : public UnitTest
{
    Q_OBJECT

private slots:
    void theDocumentedExampleIsReadAndWrittenBackByteForByte();
    void whatIsLeftOutHasItsDefault();
    void theAlgorithmMayStandAfterItsParameters();
    void aSeedOfSixtyFourBitsIsExact();
    void changesThatNoObjectCanHoldAreWrittenInOrder();
    void refuses_data();
    void refuses();
    void allProblemsAreListedWithTheirLines();
    void documentsThatAreNone();
    void formatsOfAnotherTime();
};

namespace {

/// A document of format 1 that is valid but for @p members.
std::string documentWith(const std::string& members)
{
    return R"({ "format": 1, "name": "x")" + (members.empty() ? "" : ", " + members) + " }";
}

/// The problems of @p json as text, or "valid".
std::string problemsOf(const std::string& json)
{
    const auto scenario = parseScenario(json);
    return scenario ? "valid" : toText(scenario.error());
}

constexpr const char* kDocumented = R"({
  "format": 1,
  "name": "first-look",
  "title": "First look",
  "notes": "...",
  "seed": 42,
  "duration": "unlimited",
  "limiter": { "algorithm": "token_bucket", "capacity": 20, "refill": "10/s", "cost": 1, "on_store_failure": "fail_open" },
  "key": "demo:global",
  "traffic": { "loop": "open", "pattern": "poisson", "rate": "8/s", "queue": 1000, "burst": 30 },
  "workers": 10,
  "work": "100ms",
  "feed": { "url": "https://stripe.com/blog/feed.rss", "entries": 5, "rounds": "endless" },
  "store": { "use": "default", "connect_timeout": "250ms", "command_timeout": "100ms" },
  "timeline": [
    { "at": "10s", "burst": 30 },
    { "at": "20s", "set": { "limiter.refill": "5/s", "workers": 20 } }
  ],
  "thresholds": [ "over_admission == 0", "deny_ratio < 5%" ]
}
)";

} // namespace

void TestScenarioReader::theDocumentedExampleIsReadAndWrittenBackByteForByte()
{
    const auto scenario = parseScenario(kDocumented);
    QVERIFY2(scenario, problemsOf(kDocumented).c_str());
    QCOMPARE(toJson(*scenario), kDocumented);
    QCOMPARE(parseScenario(toJson(*scenario)).value(), *scenario);

    QCOMPARE(scenario->seed, 42U);
    QCOMPARE(scenario->duration, std::nullopt);
    QCOMPARE(scenario->limiter.limit.algorithm, findAlgorithm("token_bucket"));
    QCOMPARE(findValue(scenario->limiter.limit, "capacity")->tokens(), MicroTokens::fromTokens(20));
    QCOMPARE(findValue(scenario->limiter.limit, "refill")->rate(), Rate::perSecond(10));
    QCOMPARE(scenario->work, Nanos(std::chrono::milliseconds(100)));
    QCOMPARE(scenario->feed.rounds, 0U);
    QCOMPARE(scenario->timeline.size(), std::size_t{2});
    QCOMPARE(scenario->timeline[1].changes,
             (std::vector<Change>{SetChange{"limiter.refill", "5/s"}, SetChange{"workers", "20"}}));
}

void TestScenarioReader::whatIsLeftOutHasItsDefault()
{
    const auto scenario = parseScenario(documentWith(""));
    QVERIFY(scenario);
    Scenario expected;
    expected.name = "x";
    expected.limiter.limit = standardLimit(*findAlgorithm("token_bucket"));
    QCOMPARE(*scenario, expected);
}

void TestScenarioReader::theAlgorithmMayStandAfterItsParameters()
{
    const auto scenario = parseScenario(
        documentWith(R"("limiter": { "refill": "0.5/s", "capacity": 5, "algorithm": "article" })"));
    QVERIFY(scenario);
    QCOMPARE(scenario->limiter.limit.algorithm, findAlgorithm("article"));
    QCOMPARE(findValue(scenario->limiter.limit, "refill")->rate(), (Rate{1, 2}));
}

void TestScenarioReader::aSeedOfSixtyFourBitsIsExact()
{
    const auto scenario = parseScenario(documentWith(R"("seed": 18446744073709551615)"));
    QVERIFY(scenario);
    QCOMPARE(scenario->seed, 18446744073709551615U);
    QVERIFY(toJson(*scenario).find("\"seed\": 18446744073709551615") != std::string::npos);
}

void TestScenarioReader::changesThatNoObjectCanHoldAreWrittenInOrder()
{
    Scenario scenario = *parseScenario(documentWith(""));
    scenario.timeline = {{std::chrono::seconds(1),
                          {SetChange{"workers", "2"}, BurstChange{3}, SetChange{"workers", "4"},
                           SetChange{"workers", "5"}}}};
    const auto again = parseScenario(toJson(scenario));
    QVERIFY(again);
    std::vector<Change> changes;
    for (const TimelineEntry& entry : again->timeline) {
        QCOMPARE(entry.at, scenario.timeline[0].at);
        changes.insert(changes.end(), entry.changes.begin(), entry.changes.end());
    }
    QCOMPARE(changes, scenario.timeline[0].changes);
}

void TestScenarioReader::refuses_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QByteArray>("problems");
    const auto row = [](const char* members, const char* problems) {
        QTest::newRow(members) << QByteArray(members) << QByteArray(problems);
    };
    row(R"("wrokers": 3)", "wrokers: unknown key, did you mean \"workers\"? (line 1)");
    row(R"("limiter": {"capcity": 3})",
        "limiter.capcity: unknown key, did you mean \"limiter.capacity\"? (line 1)");
    row(R"("workers": 3, "workers": 4)", "workers: is given twice (line 1)");
    row(R"("workers": "3")", "workers: must be a number, such as 10; it is text (line 1)");
    row(R"("workers": null)", "workers: must be a number, such as 10; it is null (line 1)");
    row(R"("workers": 1.5)", "workers: must be a whole number of 0 or more, not \"1.5\" (line 1)");
    row(R"("workers": 99999999999)", "workers: must be at most 4294967295 (line 1)");
    row(R"("workers": 0)", "workers: must be 1 to 1024, not 0");
    row(R"("work": 100)", "work: must be text, such as \"100ms\"; it is a number (line 1)");
    row(R"("traffic": {"rate": 8})",
        "traffic.rate: must be text, such as \"8/s\"; it is a number (line 1)");
    row(R"("traffic": {"loop": "opne"})",
        "traffic.loop: must be open or closed, not \"opne\", did you mean \"open\"? (line 1)");
    row(R"("traffic": [])", "traffic: must be an object, not a list (line 1)");
    row(R"("feed": {"rounds": 0})",
        "feed.rounds: must be a whole number from 1 or \"endless\", not \"0\" (line 1)");
    row(R"("feed": {"rounds": "4"})",
        "feed.rounds: must be a number or \"endless\"; it is text (line 1)");
    row(R"("limiter": {"algorithm": "token_buket"})",
        "limiter.algorithm: there is no algorithm \"token_buket\", did you mean "
        "\"token_bucket\"? (line 1)");
    row(R"("timeline": {})", "timeline: must be a list, not an object (line 1)");
    row(R"("timeline": [3])",
        "timeline[0]: must be an object such as {\"at\": \"10s\", \"burst\": 30} (line 1)");
    row(R"("timeline": [{"burst": 1}])", "timeline[0].at: is missing (line 1)");
    row(R"("timeline": [{"at": "1s", "sett": {}}])",
        "timeline[0].sett: unknown key, did you mean \"set\"? (line 1)");
    row(R"("timeline": [{"at": "1s", "burst": 0}])",
        "timeline[0].burst: \"0\" is out of range; it goes from 1 to 1000000 (line 1)");
    row(R"("timeline": [{"at": "1s", "set": {"workers": "many"}}])",
        "timeline[0].set.workers: must be a number, such as 10; it is text (line 1)");
    row(R"("timeline": [{"at": "1s", "set": {"limiter.capcity": 5}}])",
        "timeline[0].set.limiter.capcity: unknown value, did you mean \"limiter.capacity\"?");
    row(R"("timeline": [{"at": "1s", "set": {"seed": 5}}])",
        "timeline[0].set.seed: cannot change while a run goes on");
    row(R"("timeline": [{"at": "1s", "set": {"workers": 0}}])",
        "timeline[0].set.workers: must be 1 to 1024, not 0");
    row(R"("timeline": [{"at": "2s", "burst": 1}, {"at": "1s", "burst": 1}])",
        "timeline[1].at: must not be earlier than the entry before it");
    row(R"("timeline": [{"at": "2s"}])", "timeline[0]: must have \"burst\" or \"set\"");
    row(R"("thresholds": ["nonsense < 1"])",
        "thresholds[0]: threshold \"nonsense < 1\": there is no number called \"nonsense\" "
        "(line 1)");
    row(R"("thresholds": [1])",
        "thresholds[0]: must be text, such as \"deny_ratio < 0.05\" (line 1)");
    row(R"("format": 1)", "format: is given twice (line 1)");
}

void TestScenarioReader::refuses()
{
    QFETCH(QByteArray, members);
    QFETCH(QByteArray, problems);
    QCOMPARE(QByteArray::fromStdString(problemsOf(documentWith(members.toStdString()))), problems);
}

void TestScenarioReader::allProblemsAreListedWithTheirLines()
{
    const std::string json = "{ \"format\": 1, \"name\": \"x\",\n"
                             "\"workers\": \"3\",\n"
                             "\"traffic\": { \"rate\": \"8\", \"queue\": 0 },\n"
                             "\"colour\": \"red\" }";
    const std::string text = problemsOf(json);
    QVERIFY2(text.starts_with("workers: must be a number, such as 10; it is text (line 2)\n"
                              "traffic.rate: "),
             text.c_str());
    QVERIFY2(text.find("(line 3)\ncolour: unknown key (line 4)\n"
                       "traffic.queue: must be 1 to 1000000, not 0") != std::string::npos,
             text.c_str());
}

void TestScenarioReader::documentsThatAreNone()
{
    QCOMPARE(problemsOf("[]"), "a scenario is an object, not a list (line 1)");
    QCOMPARE(problemsOf(""), "line 1, column 1: the document ends too early");
    QCOMPARE(problemsOf("{\n \"name\" 1 }"), "line 2, column 9: expected : after the key");
}

void TestScenarioReader::formatsOfAnotherTime()
{
    QCOMPARE(problemsOf(R"({ "format": 2, "name": "x", "colour": 1 })"),
             "format: is 2, newer than this Penstock reads (1): use a newer Penstock (line 1)");
    QCOMPARE(problemsOf(R"({ "format": "1", "name": "x" })"), "format: must be 1 (line 1)");
    QCOMPARE(problemsOf(R"({ "format": 0, "name": "x" })"), "format: must be 1 (line 1)");
    QCOMPARE(problemsOf(R"({ "name": "x" })"), "format: is missing; this Penstock reads format 1");
    QCOMPARE(problemsOf(R"({ "format": 1 })"), "name: is missing");
}

QTEST_GUILESS_MAIN(TestScenarioReader)
#include "tst_scenario_reader.moc"
