// SPDX-License-Identifier: MIT
#include "core/scenario/validation.h"

#include "core/limit/algorithm.h"
#include "core/scenario/field.h"
#include "core/util/nearest_name.h"
#include "core/util/units.h"

#include <algorithm>
#include <cmath>

namespace penstock {

namespace {

constexpr std::uint64_t kMostWorkers = 1024;
constexpr std::uint64_t kMostBurst = 1'000'000;
constexpr std::uint64_t kMostQueue = 1'000'000;
constexpr std::uint64_t kMostEntries = 10'000;
constexpr std::uint64_t kMostRounds = 1'000'000'000;
constexpr std::int64_t kMostArrivalsPerSecond = 1'000'000;
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestKey = 512;
constexpr std::size_t kLongestText = 10'000;
constexpr std::size_t kMostTimelineEntries = 10'000;
constexpr Nanos kLongestWork = std::chrono::hours(1);
constexpr Nanos kLongestRun = std::chrono::hours(24 * 365);
constexpr Micros kShortestTimeout = std::chrono::milliseconds(1);
constexpr Micros kLongestTimeout = std::chrono::seconds(60);

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
}

/// Printable and no blank: a key must survive logs and command lines.
bool isKeyCharacter(char c)
{
    return static_cast<unsigned char>(c) > ' ' && c != 0x7f;
}

/// Collects problems, one check a line.
class Checker
{
public:
    void fail(std::string field, std::string message)
    {
        m_problems.push_back({std::move(field), std::move(message)});
    }

    void count(const char* field, std::uint64_t value, std::uint64_t least, std::uint64_t most)
    {
        if (value < least || value > most)
            fail(field, "must be " + std::to_string(least) + " to " + std::to_string(most) +
                            ", not " + std::to_string(value));
    }

    void duration(const char* field, Nanos value, Nanos least, Nanos most)
    {
        if (value < least || value > most)
            fail(field, "must be " + toText(least) + " to " + toText(most) +
                            (value < Nanos(0) ? ", not negative" : ", not " + toText(value)));
    }

    void text(const char* field, const std::string& value, std::size_t longest)
    {
        if (value.size() > longest)
            fail(field, "must be at most " + std::to_string(longest) + " bytes long");
    }

    Problems take() { return std::move(m_problems); }

private:
    Problems m_problems;
};

void checkHead(Checker& check, const Scenario& scenario)
{
    if (scenario.name.empty())
        check.fail("name", "is missing");
    else if (!std::all_of(scenario.name.begin(), scenario.name.end(), isNameCharacter))
        check.fail("name", "must be made of letters, digits, '-', '_' and '.'");
    check.text("name", scenario.name, kLongestName);
    check.text("title", scenario.title, kLongestText);
    check.text("notes", scenario.notes, kLongestText);
    if (scenario.duration)
        check.duration("duration", *scenario.duration, Nanos(std::chrono::milliseconds(1)),
                       kLongestRun);
    if (scenario.key.empty())
        check.fail("key", "is missing");
    else if (!std::all_of(scenario.key.begin(), scenario.key.end(), isKeyCharacter))
        check.fail("key", "must not hold blanks or control characters");
    check.text("key", scenario.key, kLongestKey);
}

void checkLimiter(Checker& check, const LimiterSettings& limiter)
{
    const Algorithm* const algorithm = limiter.limit.algorithm;
    if (!algorithm) {
        check.fail("limiter.algorithm", "is missing");
        return;
    }
    for (const Problem& problem : algorithm->validate(limiter.limit, limiter.cost))
        check.fail("limiter." + problem.field, problem.message);
}

void checkTraffic(Checker& check, const Scenario& scenario)
{
    const Rate rate = scenario.traffic.rate;
    if (rate.den <= 0 || rate.num < 0)
        check.fail("traffic.rate", "must not be negative");
    else if (rate.num / rate.den > kMostArrivalsPerSecond ||
             (rate.num / rate.den == kMostArrivalsPerSecond && rate.num % rate.den != 0))
        check.fail("traffic.rate", "must be at most " + toText(Rate{kMostArrivalsPerSecond, 1}));
    check.count("traffic.queue", scenario.traffic.queue, 1, kMostQueue);
    check.count("traffic.burst", scenario.traffic.burst, 1, kMostBurst);
    check.count("workers", scenario.workers, 1, kMostWorkers);
    check.duration("work", scenario.work, Nanos(0), kLongestWork);
}

void checkTail(Checker& check, const Scenario& scenario)
{
    if (scenario.feed.url.empty())
        check.fail("feed.url", "is missing");
    check.text("feed.url", scenario.feed.url, kLongestText);
    check.count("feed.entries", scenario.feed.entries, 1, kMostEntries);
    check.count("feed.rounds", scenario.feed.rounds, 0, kMostRounds);
    if (scenario.store.kind == StoreSpec::Kind::Server && scenario.store.address.empty())
        check.fail("store.use", "the address of the server is missing");
    check.duration("store.connect_timeout", scenario.store.connectTimeout, kShortestTimeout,
                   kLongestTimeout);
    check.duration("store.command_timeout", scenario.store.commandTimeout, kShortestTimeout,
                   kLongestTimeout);
}

/// Applies one planned change to @p scenario, which stands as the entries before left it.
void checkChange(Checker& check, const std::string& place, const Change& change, Scenario& scenario)
{
    if (const auto* const burst = std::get_if<BurstChange>(&change)) {
        check.count((place + ".burst").c_str(), burst->count, 1, kMostBurst);
        return;
    }
    const auto& set = std::get<SetChange>(change);
    const std::string where = place + ".set." + set.path;
    const std::vector<Field> fields = fieldsOf(scenario);
    const Field* const field = findField(fields, set.path);
    if (!field) {
        check.fail(where, "unknown value" + didYouMean(set.path, pathsOf(fields)));
        return;
    }
    if (!field->isLive) {
        check.fail(where, "cannot change while a run goes on");
        return;
    }
    Scenario changed = scenario;
    if (const Parsed<void> isSet = field->set(changed, set.value); !isSet) {
        check.fail(where, isSet.error());
        return;
    }
    const Problems before = validateSettings(scenario);
    for (const Problem& problem : validateSettings(changed)) {
        if (std::find(before.begin(), before.end(), problem) == before.end())
            check.fail(where, problem.message);
    }
    scenario = std::move(changed);
}

void checkTimeline(Checker& check, const Scenario& scenario)
{
    if (scenario.timeline.size() > kMostTimelineEntries) {
        check.fail("timeline",
                   "must have at most " + std::to_string(kMostTimelineEntries) + " entries");
        return;
    }
    Scenario asItStands = scenario;
    asItStands.timeline.clear();
    Nanos last{0};
    for (std::size_t i = 0; i < scenario.timeline.size(); ++i) {
        const TimelineEntry& entry = scenario.timeline[i];
        const std::string place = "timeline[" + std::to_string(i) + ']';
        check.duration((place + ".at").c_str(), entry.at, Nanos(0), kLongestRun);
        if (entry.at < last && entry.at >= Nanos(0))
            check.fail(place + ".at", "must not be earlier than the entry before it");
        last = std::max(last, entry.at);
        if (entry.changes.empty())
            check.fail(place, "must have \"burst\" or \"set\"");
        for (const Change& change : entry.changes)
            checkChange(check, place, change, asItStands);
    }
}

void checkThresholds(Checker& check, const std::vector<Threshold>& thresholds)
{
    for (std::size_t i = 0; i < thresholds.size(); ++i) {
        // A threshold that was made by hand must say what it would say when read back.
        const Result<Threshold> read = parseThreshold(toText(thresholds[i]));
        if (!read)
            check.fail("thresholds[" + std::to_string(i) + ']', read.error().message);
        else if (!std::isfinite(thresholds[i].value))
            check.fail("thresholds[" + std::to_string(i) + ']', "must be a number");
    }
}

} // namespace

Problems validateSettings(const Scenario& scenario)
{
    Checker check;
    checkHead(check, scenario);
    checkLimiter(check, scenario.limiter);
    checkTraffic(check, scenario);
    checkTail(check, scenario);
    return check.take();
}

Problems validate(const Scenario& scenario)
{
    Problems problems = validateSettings(scenario);
    Checker check;
    checkTimeline(check, scenario);
    checkThresholds(check, scenario.thresholds);
    for (Problem& problem : check.take())
        problems.push_back(std::move(problem));
    return problems;
}

} // namespace penstock
