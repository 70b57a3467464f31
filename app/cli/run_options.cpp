// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_options.h"

#include "core/scenario/library.h"
#include "core/util/units.h"

namespace penstock {

namespace {

/// A private server has to be started first; any other one is there or not.
constexpr Micros kStartingTime = std::chrono::seconds(10);
constexpr Micros kAnsweringTime = std::chrono::seconds(1);
constexpr Micros kLongestWait = std::chrono::hours(24);

Result<void> setAll(Scenario& scenario, const std::vector<std::string>& sets)
{
    for (const std::string& set : sets) {
        const std::size_t equals = set.find('=');
        if (equals == std::string::npos || equals == 0)
            return tl::unexpected(Error{ErrorKind::Usage, "--set " + set + ": has no value",
                                        "write it as --set limiter.capacity=50"});
        auto isSet = setValue(scenario, set.substr(0, equals), set.substr(equals + 1));
        if (!isSet) {
            const bool namesPath = isSet.error().message.starts_with(set.substr(0, equals) + ": ");
            isSet.error().message = (namesPath ? "--set " : "--set: ") + isSet.error().message;
            return isSet;
        }
    }
    return {};
}

/// An option that is a value of the scenario in other words.
Result<void> setOne(Scenario& scenario, const char* option, const std::string& path,
                    const std::string& value)
{
    if (value.empty())
        return {};
    auto isSet = setValue(scenario, path, value);
    if (!isSet) {
        std::string& message = isSet.error().message;
        if (message.starts_with(path + ": ")) // the option is the name that was written
            message.erase(0, path.size() + 2);
        message = std::string(option) + ": " + message;
    }
    return isSet;
}

/// As setOne, with the hint that names the stores.
Result<void> setStore(Scenario& scenario, const std::string& value)
{
    if (value.empty())
        return {};
    if (const Result<StoreSpec> spec = parseStoreSpec(value); !spec)
        return tl::unexpected(
            Error{ErrorKind::Usage, "--store: " + spec.error().message, spec.error().hint});
    return setOne(scenario, "--store", "store.use", value);
}

Result<void> addThresholds(Scenario& scenario, const std::vector<std::string>& texts)
{
    for (const std::string& text : texts) {
        Result<Threshold> threshold = parseThreshold(text);
        if (!threshold)
            return tl::unexpected(threshold.error());
        scenario.thresholds.push_back(*std::move(threshold));
    }
    return {};
}

} // namespace

Result<Scenario> scenarioOf(const RunOptions& options)
{
    Result<Scenario> scenario = loadScenario(options.scenario);
    if (!scenario)
        return scenario;
    const auto done =
        setAll(*scenario, options.sets)
            .and_then([&] { return setStore(*scenario, options.store); })
            .and_then([&] { return setOne(*scenario, "--feed", "feed.url", options.feed); })
            .and_then([&] { return setOne(*scenario, "--duration", "duration", options.duration); })
            .and_then([&] { return setOne(*scenario, "--seed", "seed", options.seed); })
            .and_then([&] { return addThresholds(*scenario, options.thresholds); });
    if (!done)
        return tl::unexpected(done.error());
    if (const Problems problems = validate(*scenario); !problems.empty())
        return tl::unexpected(
            Error{ErrorKind::Usage,
                  "with these options the scenario is invalid:\n" + toText(problems),
                  {}});
    return scenario;
}

Result<Micros> storeWaitOf(const RunOptions& options, const StoreSpec& store)
{
    if (options.waitStore.empty())
        return store.kind == StoreSpec::Kind::Server ? kAnsweringTime : kStartingTime;
    const Parsed<Nanos> wait = parseDuration(options.waitStore);
    if (!wait)
        return tl::unexpected(Error{ErrorKind::Usage, "--wait-store: " + wait.error(), {}});
    if (*wait > kLongestWait)
        return tl::unexpected(Error{ErrorKind::Usage, "--wait-store: must be at most 1d", {}});
    return std::chrono::duration_cast<Micros>(*wait);
}

} // namespace penstock
