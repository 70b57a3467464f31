// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/decision.h"
#include "core/scenario/change.h"
#include "core/scenario/threshold.h"
#include "core/store/store.h"
#include "core/traffic/arrivals.h"
#include "core/util/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace penstock {

enum class Loop : std::uint8_t
{
    Open,   ///< requests arrive by an arrival process, whatever the workers do
    Closed, ///< a worker takes the next request as soon as it is free
};

struct LimiterSettings
{
    Limit limit;
    MicroTokens cost = MicroTokens::fromTokens(1);
    FailPolicy onStoreFailure = FailPolicy::FailOpen;

    friend bool operator==(const LimiterSettings&, const LimiterSettings&) = default;
};

struct TrafficSettings
{
    Loop loop = Loop::Open;
    ArrivalPattern pattern = ArrivalPattern::Poisson;
    Rate rate = Rate::perSecond(8);
    std::uint32_t queue = 1000; ///< most requests waiting for a worker; above it they are shed
    std::uint32_t burst = 30;   ///< what the Burst button sends

    friend bool operator==(const TrafficSettings&, const TrafficSettings&) = default;
};

struct FeedSettings
{
    std::string url = "https://stripe.com/blog/feed.rss"; ///< address, file: or path
    std::uint32_t entries = 5;                            ///< the first n entries
    std::uint32_t rounds = 0;                             ///< 0 is endless

    friend bool operator==(const FeedSettings&, const FeedSettings&) = default;
};

/// A change planned at a run time.
struct TimelineEntry
{
    Nanos at{0};
    std::vector<Change> changes;

    friend bool operator==(const TimelineEntry&, const TimelineEntry&) = default;
};

/// The document that describes a run. A plain value; what it means is checked by validate().
struct Scenario
{
    static constexpr int kFormat = 1;

    std::string name;
    std::string title;
    std::string notes;
    std::uint64_t seed = 42;
    std::optional<Nanos> duration; ///< none is unlimited
    LimiterSettings limiter;
    std::string key = "demo:global";
    TrafficSettings traffic;
    std::uint32_t workers = 10;
    Nanos work = std::chrono::milliseconds(100);
    FeedSettings feed;
    StoreSpec store;
    std::vector<TimelineEntry> timeline;
    std::vector<Threshold> thresholds;

    friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// Everything that is wrong with @p scenario; empty when it may run. Pure.
Problems validate(const Scenario& scenario);

/// JSON text to a scenario. Unknown keys, wrong types and bad units are problems with their path
/// and the nearest match; a newer format is refused. The result is validated.
tl::expected<Scenario, Problems> parseScenario(const std::string& json);

/// The whole document, keys in the order of the documentation, ready to be written to a file.
std::string toJson(const Scenario& scenario);

/// A value inside a scenario by its path ("limiter.capacity", "traffic.rate", "workers") as text
/// with its unit: the grammar of --set, of the timeline and of the window's controls.
Result<void> setValue(Scenario& scenario, const std::string& path, const std::string& value);
Result<std::string> getValue(const Scenario& scenario, const std::string& path);
/// Every path that setValue takes, and whether it may change while a run goes on.
struct SettablePath
{
    std::string path;
    bool isLive = false;
};
std::vector<SettablePath> settablePaths(const Scenario& scenario);

} // namespace penstock
