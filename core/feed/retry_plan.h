// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/random.h"
#include "core/util/time.h"

#include <optional>

namespace penstock {

/// When to try again after a failed transfer: exponential back-off with jitter, bounded in number
/// and in all. Pure: elapsed time in, wait out.
class RetryPlan
{
public:
    RetryPlan(int attempts, Micros firstWait, Micros wholeDeadline, std::uint64_t seed)
        : m_attempts(attempts), m_wait(firstWait), m_wholeDeadline(wholeDeadline),
          m_random(seed, RandomStream::Purpose::Retry)
    {
    }

    /// The attempt now under way, from 1.
    int attempt() const { return m_attempt; }

    /// How long to wait before the next attempt: between half and all of a wait that doubles each
    /// time; none when the attempts or the time are used up.
    std::optional<Micros> next(Micros elapsed)
    {
        if (m_attempt >= m_attempts)
            return std::nullopt;
        const auto half = static_cast<std::uint64_t>(m_wait.count() / 2);
        const Micros wait(static_cast<std::int64_t>(half + m_random.below(half + 1)));
        if (elapsed + wait >= m_wholeDeadline)
            return std::nullopt;
        ++m_attempt;
        m_wait *= 2;
        return wait;
    }

private:
    int m_attempts;
    int m_attempt = 1;
    Micros m_wait;
    Micros m_wholeDeadline;
    RandomStream m_random;
};

} // namespace penstock
