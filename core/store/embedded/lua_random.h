// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace penstock::embedded {

/// The generator behind math.random in scripts: drand48's linear congruence. Its state goes on from
/// script to script, as in Redis 7.0, so that a new store always draws the same numbers.
class LuaRandom
{
public:
    static constexpr std::int32_t kMax = 0x7fffffff;

    void seed(std::int32_t seed)
    {
        m_state = std::uint64_t{static_cast<std::uint32_t>(seed)} << 16 | 0x330e;
    }
    /// 31 random bits.
    std::int32_t next()
    {
        constexpr std::uint64_t kMask = (std::uint64_t{1} << 48) - 1;
        m_state = (m_state * 0x5deece66d + 0xb) & kMask;
        return static_cast<std::int32_t>(m_state >> 17);
    }

private:
    std::uint64_t m_state = 0x1234abcd330e;
};

} // namespace penstock::embedded
