// SPDX-License-Identifier: MIT
#include "core/scenario/library.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <functional>
#include <limits>

using namespace penstock;

namespace {

using Spoil = std::function<void(Scenario&)>;

template <class T>
constexpr T kMost = std::numeric_limits<T>::max();
template <class T>
constexpr T kLeast = std::numeric_limits<T>::min();

ParameterValue& parameter(Scenario& scenario, const char* id)
{
    return *findValue(scenario.limiter.limit, id);
}

} // namespace

Q_DECLARE_METATYPE(Spoil)

/// Values that no parser would give, as a program that fills the struct could: a problem that names
/// the field, never an overflow.
class TestScenarioValidation : public UnitTest
{
    Q_OBJECT

private slots:
    void namesTheField_data()
    {
        QTest::addColumn<Spoil>("spoil");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* name, const char* field, Spoil spoil) {
            QTest::newRow(name) << std::move(spoil) << QByteArray(field);
        };
        row("no algorithm", "limiter.algorithm", [](Scenario& s) { s.limiter.limit = {}; });
        row("cost 0", "limiter.cost", [](Scenario& s) { s.limiter.cost = MicroTokens(); });
        row("cost negative", "limiter.cost",
            [](Scenario& s) { s.limiter.cost = MicroTokens::fromMicros(kLeast<std::int64_t>); });
        row("cost enormous", "limiter.cost",
            [](Scenario& s) { s.limiter.cost = MicroTokens::fromMicros(kMost<std::int64_t>); });
        row("capacity enormous", "limiter.capacity",
            [](Scenario& s) { parameter(s, "capacity").num = kMost<std::int64_t>; });
        row("capacity negative", "limiter.capacity",
            [](Scenario& s) { parameter(s, "capacity").num = kLeast<std::int64_t>; });
        row("refill negative", "limiter.refill", [](Scenario& s) {
            parameter(s, "refill") = {kLeast<std::int64_t>, 1};
        });
        row("refill over zero", "limiter.refill", [](Scenario& s) {
            parameter(s, "refill") = {1, 0};
        });
        row("rate negative", "traffic.rate", [](Scenario& s) {
            s.traffic.rate = {kLeast<std::int64_t>, 1};
        });
        row("rate enormous", "traffic.rate", [](Scenario& s) {
            s.traffic.rate = {kMost<std::int64_t>, 1};
        });
        row("rate over zero", "traffic.rate", [](Scenario& s) { s.traffic.rate = {1, 0}; });
        row("queue 0", "traffic.queue", [](Scenario& s) { s.traffic.queue = 0; });
        row("burst most", "traffic.burst",
            [](Scenario& s) { s.traffic.burst = kMost<std::uint32_t>; });
        row("workers most", "workers", [](Scenario& s) { s.workers = kMost<std::uint32_t>; });
        row("work negative", "work", [](Scenario& s) { s.work = Nanos::min(); });
        row("work most", "work", [](Scenario& s) { s.work = Nanos::max(); });
        row("duration 0", "duration", [](Scenario& s) { s.duration = Nanos(0); });
        row("duration negative", "duration", [](Scenario& s) { s.duration = Nanos::min(); });
        row("duration most", "duration", [](Scenario& s) { s.duration = Nanos::max(); });
        row("entries most", "feed.entries",
            [](Scenario& s) { s.feed.entries = kMost<std::uint32_t>; });
        row("rounds most", "feed.rounds",
            [](Scenario& s) { s.feed.rounds = kMost<std::uint32_t>; });
        row("connect negative", "store.connect_timeout",
            [](Scenario& s) { s.store.connectTimeout = Micros(-1); });
        row("command most", "store.command_timeout",
            [](Scenario& s) { s.store.commandTimeout = std::chrono::hours(1'000'000); });
        row("no address", "store.use", [](Scenario& s) { s.store.kind = StoreSpec::Kind::Server; });
        row("title long", "title", [](Scenario& s) { s.title.assign(100'000, 'x'); });
        row("key long", "key", [](Scenario& s) { s.key.assign(1000, 'x'); });
        row("at negative", "timeline[0].at", [](Scenario& s) {
            s.timeline = {{Nanos::min(), {BurstChange{1}}}};
        });
        row("at most", "timeline[0].at", [](Scenario& s) {
            s.timeline = {{Nanos::max(), {BurstChange{1}}}};
        });
        row("planned burst", "timeline[0].burst", [](Scenario& s) {
            s.timeline = {{Nanos(0), {BurstChange{kMost<std::uint32_t>}}}};
        });
        row("threshold without a metric", "thresholds[0]",
            [](Scenario& s) { s.thresholds = {Threshold{}}; });
        row("threshold of NaN", "thresholds[0]", [](Scenario& s) {
            s.thresholds = {Threshold{"requests", Threshold::Op::Less, "1",
                                      std::numeric_limits<double>::quiet_NaN()}};
        });
    }
    void namesTheField()
    {
        QFETCH(Spoil, spoil);
        QFETCH(QByteArray, field);
        Scenario scenario = builtinScenarios().front();
        QCOMPARE(toText(validate(scenario)), "");
        spoil(scenario);
        const Problems problems = validate(scenario);
        QVERIFY(!problems.empty());
        QCOMPARE(QByteArray::fromStdString(problems.front().field), field);
        for (const Problem& problem : problems)
            QVERIFY(!problem.message.empty());
    }

    void theTimelineIsCheckedAsItWillStand()
    {
        Scenario scenario = builtinScenarios().front();
        scenario.timeline = {{std::chrono::seconds(1), {SetChange{"workers", "2000"}}},
                             {std::chrono::seconds(2), {SetChange{"workers", "20"}}},
                             {std::chrono::seconds(3), {SetChange{"limiter.nothing", "20"}}}};
        const Problems problems = validate(scenario);
        QCOMPARE(toText(problems), "timeline[0].set.workers: must be 1 to 1024, not 2000\n"
                                   "timeline[2].set.limiter.nothing: unknown value");
    }
};

QTEST_GUILESS_MAIN(TestScenarioValidation)
#include "tst_scenario_validation.moc"
