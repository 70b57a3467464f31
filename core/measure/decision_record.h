// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/decision.h"

#include <cstdint>

namespace penstock {

/// One request as it was answered. Times are nanoseconds since the start of the run by the steady
/// clock. Latency as people feel it is ended - intended: a stall of the store shows in every
/// request that was meant to start in it (no coordinated omission).
struct DecisionRecord
{
    std::uint64_t number = 0; ///< 1, 2, 3 ... in the order requests were meant to start
    Nanos intended{0};        ///< when the request was meant to start
    Nanos started{0};         ///< when the limiter was asked
    Nanos ended{0};           ///< when the answer was there
    std::uint32_t worker = 0;
    std::uint32_t key = 0;   ///< index into the run's keys
    std::uint32_t label = 0; ///< index into the run's labels (feed entries)
    MicroTokens cost;
    Decision decision;

    friend bool operator==(const DecisionRecord&, const DecisionRecord&) = default;
};

} // namespace penstock
