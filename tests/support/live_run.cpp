// SPDX-License-Identifier: MIT
#include "tests/support/live_run.h"

#include "core/scenario/library.h"

#include <QTest>

#include <algorithm>
#include <numeric>

namespace penstock::test {

LiveRun::LiveRun(Scenario scenario, Store& store, LiveEngineOptions options)
{
    options.sink = [this](const DecisionRecord& record) { m_records.push_back(record); };
    m_engine =
        std::make_unique<LiveEngine>(std::move(scenario), store, entryLabels(), std::move(options));
    m_engine->start();
}

std::uint64_t LiveRun::count(Outcome outcome) const
{
    return history().totals.of(outcome);
}

std::uint64_t LiveRun::marks(RunMark::Kind kind) const
{
    const auto& all = history().marks;
    return static_cast<std::uint64_t>(std::count_if(
        all.begin(), all.end(), [kind](const RunMark& mark) { return mark.kind == kind; }));
}

bool LiveRun::waitFor(const std::function<bool()>& isTrue, std::chrono::milliseconds atMost)
{
    return QTest::qWaitFor(
        [&] {
            m_engine->collect();
            return isTrue();
        },
        static_cast<int>(atMost.count()));
}

bool LiveRun::waitForEnd(std::chrono::milliseconds atMost)
{
    return waitFor([this] { return m_engine->isFinished(); }, atMost);
}

bool LiveRun::waitForState(RunState state)
{
    return waitFor([this, state] { return m_engine->status().state == state; });
}

bool LiveRun::waitForMore(std::uint64_t more)
{
    const std::uint64_t bar = history().totals.requests() + more;
    return waitFor([this, bar] { return history().totals.requests() >= bar; });
}

bool LiveRun::runFor(Nanos duration)
{
    const Nanos until = m_engine->status().elapsed + duration;
    return waitFor([this, until] { return m_engine->status().elapsed >= until; },
                   std::chrono::duration_cast<std::chrono::milliseconds>(duration) +
                       std::chrono::seconds(10));
}

QString LiveRun::fault() const
{
    const RunTotals& totals = history().totals;
    if (!m_engine->isFinished())
        return QStringLiteral("the run is not finished");
    if (m_records.size() != totals.requests())
        return QStringLiteral("%1 decisions reached the sink, the totals have %2")
            .arg(m_records.size())
            .arg(totals.requests());
    RunTotals counted;
    std::vector<std::uint64_t> numbers;
    for (const DecisionRecord& record : m_records) {
        counted.add(record.decision);
        numbers.push_back(record.number);
        if (record.intended > record.ended || record.started > record.ended)
            return QStringLiteral("request %1 ended before it began").arg(record.number);
        if (record.decision.outcome != Outcome::Shed && record.started < record.intended)
            return QStringLiteral("request %1 was asked before its time").arg(record.number);
    }
    if (counted != totals)
        return QStringLiteral("the totals are not the sum of the decisions");
    std::sort(numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] != i + 1)
            return QStringLiteral("request %1 is missing or twice").arg(i + 1);
    }
    const auto& byClass = totals.byErrorClass;
    if (std::accumulate(byClass.begin() + 1, byClass.end(), std::uint64_t{0}) != totals.errors())
        return QStringLiteral("the error classes are not the sum of the errors");
    std::uint64_t offered = 0;
    for (const SeriesBucket& bucket : history().levels.back().buckets)
        offered += bucket.offered;
    if (offered != totals.requests())
        return QStringLiteral("offered %1, answered %2").arg(offered).arg(totals.requests());
    return {};
}

Scenario scenarioWith(const char* name,
                      std::initializer_list<std::pair<const char*, const char*>> values)
{
    auto scenario = loadScenario(name);
    if (!scenario)
        qFatal("%s", scenario.error().message.c_str());
    for (const auto& [path, value] : values) {
        if (const auto set = setValue(*scenario, path, value); !set)
            qFatal("%s", set.error().message.c_str());
    }
    if (const Problems problems = validate(*scenario); !problems.empty())
        qFatal("%s", toText(problems).c_str());
    return *scenario;
}

std::vector<Label> entryLabels(std::uint32_t count)
{
    std::vector<Label> labels;
    for (std::uint32_t i = 1; i <= count; ++i)
        labels.push_back({"Entry " + std::to_string(i), {}});
    return labels;
}

} // namespace penstock::test
