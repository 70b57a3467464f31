// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <string>
#include <vector>

namespace penstock {

/// The words of `penstock-cli run`, as they were written.
struct RunOptions
{
    std::string scenario;
    std::string store;
    std::string feed;
    bool noFallback = false;
    std::vector<std::string> sets; ///< "limiter.capacity=50"
    std::string duration;
    std::string seed;
    std::vector<std::string> thresholds;
    std::string outFolder;
    std::string events = "all";
    bool isJson = false;
    bool isLog = false;
    std::string waitStore;
};

/// The scenario that the words describe, checked as a whole. Errors are those of loadScenario, and
/// Usage for what an option got wrong.
Result<Scenario> scenarioOf(const RunOptions& options);

/// How long to wait for the store: --wait-store, else what starting it takes.
Result<Micros> storeWaitOf(const RunOptions& options, const StoreSpec& store);

} // namespace penstock
