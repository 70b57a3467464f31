// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <numeric>

namespace penstock {

/// A rate per second as an exact reduced fraction. For a refill rate, tokens per second and
/// micro-tokens per microsecond are the same number: 10/s is 10/1, 5 a minute is 1/12, 1 a day is
/// 1/86400. Zero is 0/1.
struct Rate
{
    std::int64_t num = 0;
    std::int64_t den = 1;

    /// @p den must be positive.
    static constexpr Rate reduced(std::int64_t num, std::int64_t den)
    {
        const std::int64_t divisor = std::gcd(num, den);
        return divisor == 0 ? Rate{} : Rate{num / divisor, den / divisor};
    }
    static constexpr Rate perSecond(std::int64_t count) { return {count, 1}; }

    constexpr bool isZero() const { return num == 0; }
    /// For display and charts only.
    constexpr double toDouble() const
    {
        return static_cast<double>(num) / static_cast<double>(den);
    }

    friend constexpr bool operator==(const Rate&, const Rate&) = default;
};

} // namespace penstock
