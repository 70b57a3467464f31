// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/error.h"

#include <string>

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

/// Errors name the part that is wrong and the nearest metric.
Result<Threshold> parseThreshold(const std::string& text);
std::string toText(const Threshold& threshold);

} // namespace penstock
