// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limit/algorithm.h"
#include "core/measure/run_history.h"
#include "core/run/run_status.h"
#include "core/scenario/scenario.h"
#include "core/traffic/request_plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace penstock {

/// What every view is shown, thirty times a second on the GUI thread: the run as it is now. All
/// references are good for the call only; a view keeps the few numbers that it paints.
struct Frame
{
    std::uint64_t run = 0; ///< another number is another run: views forget what they have kept
    const RunHistory& history;
    const RunStatus& status;
    const Scenario& scenario; ///< as it now stands, every change applied
    const std::vector<Label>& labels;
    const std::vector<std::string>& keys; ///< by DecisionRecord::key
    Nanos now{0};                         ///< run time
};

/// The bucket that the limit in force is equal to, where it is one.
inline std::optional<BucketShape> bucketOf(const Scenario& scenario)
{
    const Limit& limit = scenario.limiter.limit;
    if (limit.algorithm == nullptr || limit.algorithm->bucket == nullptr)
        return std::nullopt;
    return limit.algorithm->bucket(limit);
}

} // namespace penstock
