// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace penstock {

/// "deny_ratio < 0.05", "latency_ms.p99 <= 20ms": a bar that a finished run must meet.
struct Threshold
{
    enum class Op
    {
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        Equal
    };

    std::string metric; ///< a number of the summary; dots reach inside; or deny_ratio, allowed_rate
    Op op = Op::Less;
    std::string number; ///< as written, unit included
    double value = 0;   ///< in the metric's own unit

    friend bool operator==(const Threshold&, const Threshold&) = default;
};

/// Every metric a threshold may name, in the summary's order. Safe from any thread.
const std::vector<std::string>& thresholdMetrics();

/// `metric op number[unit]`: units are ms, s, min and us for times, % for ratios, "tokens" and "/s"
/// where they fit; without one the number is in the metric's own unit. Errors name the part that is
/// wrong and the nearest metric.
Result<Threshold> parseThreshold(const std::string& text);
std::string toText(const Threshold& threshold);

} // namespace penstock
