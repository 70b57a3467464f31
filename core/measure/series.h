// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/decision.h"
#include "core/util/micro_tokens.h"
#include "core/util/time.h"

#include <array>
#include <cstdint>
#include <deque>
#include <span>

namespace penstock {

/// Least, most and last of a quantity within a bucket; count 0 means there was no sample.
template <class Value>
struct Extent
{
    Value least{};
    Value most{};
    Value last{};
    std::uint32_t count = 0;

    void add(Value value)
    {
        least = count == 0 || value < least ? value : least;
        most = count == 0 || value > most ? value : most;
        last = value;
        ++count;
    }
    friend bool operator==(const Extent&, const Extent&) = default;
};

/// What happened in one bucket of run time [start, start + width). Half open, on an absolute grid.
struct SeriesBucket
{
    std::int64_t index = 0;    ///< start = index * width
    std::uint32_t offered = 0; ///< requests that were meant to start here, shed ones included
    std::array<std::uint32_t, kOutcomeCount> byOutcome{}; ///< by the time of the answer
    Extent<MicroTokens> tokens{};
    Extent<std::int32_t> inFlight{}; ///< sampled by the reader's tick
    Extent<std::int32_t> queued{};   ///< sampled by the reader's tick
    Nanos p50{0}; ///< of ended - intended, over the answers of this bucket; 0 without answers
    Nanos p99{0};
    Nanos latencyMax{0};

    std::uint32_t of(Outcome outcome) const { return byOutcome[static_cast<std::size_t>(outcome)]; }
    friend bool operator==(const SeriesBucket&, const SeriesBucket&) = default;
};

/// One level of the pyramid: the most recent buckets of one width, oldest first, without gaps (a
/// bucket in which nothing happened is there and empty). Written by SeriesPyramid.
struct SeriesLevel
{
    Nanos width{0};
    std::deque<SeriesBucket> buckets;
};

} // namespace penstock
