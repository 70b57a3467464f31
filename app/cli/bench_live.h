// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limit/limit.h"
#include "core/measure/run_history.h"
#include "core/store/store.h"
#include "core/util/command.h"

#include <cstdint>
#include <string>

namespace penstock {

/// What one measurement of the live path is made of.
struct BenchPlan
{
    enum class Verdict
    {
        Admit,
        Deny
    };

    std::string algorithm = "token_bucket";
    Verdict verdict = Verdict::Admit;
    std::uint32_t connections = 10; ///< a thread with a connection each
    std::uint32_t pipeline = 1;     ///< decisions a round trip
    Nanos duration = std::chrono::seconds(3);
    Micros commandTimeout = std::chrono::seconds(1);
};

/// The limit under which every decision of the measurement has the wanted verdict.
Limit benchLimit(const BenchPlan& plan);
/// The one hot key: fixed, so that --print-args and a run meet the same bucket.
std::string benchKey(const BenchPlan& plan);
/// One call as it is sent.
Command benchCall(const BenchPlan& plan);

struct BenchResult
{
    RunTotals totals;
    Histogram latency; ///< of a round trip, by decision
    Nanos duration{0};
    std::uint64_t scriptReloads = 0;
};

/// Lets plan.connections threads decide as fast as @p store answers, through the channel, limiter
/// and recorder of the live engine. Ends early when @p stop is raised. Main thread, blocks.
BenchResult runBench(const BenchPlan& plan, Store& store, const StopSignal& stop);

} // namespace penstock
