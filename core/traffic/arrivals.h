// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/random.h"
#include "core/util/rate.h"
#include "core/util/time.h"

#include <cstdint>

namespace penstock {

enum class ArrivalPattern : std::uint8_t
{
    Constant,
    Poisson
};

/// The times at which requests are meant to start, in an open loop. Pure and deterministic: integer
/// nanoseconds, one random stream. A change of rate takes effect from the moment it is made: for
/// Poisson the remaining wait is drawn anew (memoryless), for constant it is rescaled.
class ArrivalProcess
{
public:
    ArrivalProcess(ArrivalPattern pattern, Rate rate, std::uint64_t seed, Nanos start);

    /// The next arrival; Nanos::max() when the rate is zero.
    Nanos next() const { return m_next; }
    /// Takes that arrival and computes the one after it.
    void advance();
    void change(ArrivalPattern pattern, Rate rate, Nanos now);

private:
    Nanos m_next{0};
    Nanos m_last{0};
    ArrivalPattern m_pattern;
    Rate m_rate;
    RandomStream m_random;
    std::int64_t m_remainder = 0; ///< of constant arrivals, in 1/num nanoseconds: no drift
};

} // namespace penstock
