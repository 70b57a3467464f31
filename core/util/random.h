// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace penstock {

/// SplitMix64 (Steele, Lea, Flood 2014): expands a seed into well mixed 64-bit words.
class SplitMix64
{
public:
    explicit constexpr SplitMix64(std::uint64_t state) : m_state(state) {}
    constexpr std::uint64_t next()
    {
        std::uint64_t z = (m_state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

private:
    std::uint64_t m_state;
};

/// One independent stream of random numbers: xoshiro256++ 1.0 (Blackman, Vigna 2019), seeded by
/// SplitMix64 over (seed, stream). One stream per source and purpose, so that adding a consumer
/// never shifts another's draws. Not thread-safe: one owner. No libm: equal on every machine.
class RandomStream
{
public:
    /// Who draws. The value is part of every recorded run: never renumber.
    enum class Purpose : std::uint32_t
    {
        Arrivals = 1,
        Retry = 2,
        WorkTime = 3,
        Keys = 4,
        Cost = 5
    };

    RandomStream(std::uint64_t seed, Purpose purpose, std::uint32_t source = 0);

    std::uint64_t next();
    /// Uniform in [0, bound) without bias (Lemire 2019). @p bound must be positive.
    std::uint64_t below(std::uint64_t bound);
    /// Exponential with mean @p meanNanos, rounded to whole nanoseconds. Uses integer arithmetic
    /// and a polynomial logarithm of our own, so that it is the same everywhere.
    std::int64_t exponentialNanos(std::int64_t meanNanos);

private:
    std::array<std::uint64_t, 4> m_state{};
};

} // namespace penstock
