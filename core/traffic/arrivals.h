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
/// nanoseconds, one random stream. One owner.
///
/// Constant: the k-th arrival after the start is at k / rate, rounded down to a nanosecond; the
/// fraction is carried, so there is no drift. Poisson: each wait is the exponential draw times the
/// exact mean (a fraction for a rate such as 3/s), rounded to the nearest nanosecond. A draw has 40
/// significant bits (see RandomStream), far finer than any count of arrivals can show.
class ArrivalProcess
{
public:
    /// The first arrival is one wait after @p start.
    ArrivalProcess(ArrivalPattern pattern, Rate rate, std::uint64_t seed, Nanos start);

    /// The next arrival; Nanos::max() when the rate is zero (or below one in 31 years).
    Nanos next() const { return m_next; }
    /// Takes that arrival and computes the one after it. Does nothing when there is none.
    void advance();
    /// A new rate or pattern from @p now on; take what is due by then first (an arrival still due
    /// stays where it is). The rest of the wait is drawn anew for Poisson (memoryless) and rescaled
    /// for constant arrivals. Without a difference nothing happens, so that an unrelated change
    /// never shifts the arrivals.
    void change(ArrivalPattern pattern, Rate rate, Nanos now);

private:
    void wait(Nanos from);
    void rescale(Rate before, Nanos now);

    ArrivalPattern m_pattern;
    Rate m_rate; ///< as given; 0 when too slow
    RandomStream m_random;
    Nanos m_next{0};
    std::int64_t m_remainder = 0; ///< of constant arrivals, in 1/num nanoseconds
};

} // namespace penstock
