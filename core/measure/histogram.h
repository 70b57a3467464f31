// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/time.h"

#include <cstdint>
#include <vector>

namespace penstock {

/// A log-linear histogram of durations from 1 ns to over an hour (2^42 ns, 73 minutes; longer ones
/// are counted in the last step): exact below 256 ns, then 128 steps an octave, so that a quantile
/// is above the true one by less than 1/128 = 0.8 %. Negative durations count as 0. At most 37 kB;
/// grows with the longest duration seen. Mergeable; one owner, not thread-safe.
class Histogram
{
public:
    void add(Nanos value, std::uint64_t count = 1);
    void add(const Histogram& other);
    void clear(); ///< keeps the memory

    std::uint64_t count() const { return m_count; }
    Nanos max() const { return m_max; } ///< exact
    /// The least value that at least @p numerator / @p denominator of all are at or below, by the
    /// upper edge of its step, never above max(). 0 when empty.
    Nanos quantile(std::uint64_t numerator, std::uint64_t denominator) const;

private:
    std::vector<std::uint64_t> m_steps;
    std::uint64_t m_count = 0;
    Nanos m_max{0};
};

} // namespace penstock
