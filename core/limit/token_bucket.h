// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/algorithm.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace penstock {

/// The hardened token bucket: integers only, the store's clock, no write on a denial. This class
/// and resources/lua/token_bucket.lua are the same arithmetic, step by step; tests hold them
/// together.
///
///     balance, in 1/den micro-tokens:    tokens * den + remainder
///     refill num/den (per microsecond):  num of them a microsecond, so nothing is ever rounded
///
/// Every product stays at or below kMostUnits because the elapsed time is clamped to the time to
/// full before it is multiplied; Lua's numbers are exact up to 2^53. One owner, no thread.
class TokenBucket final : public NativeLimiter
{
public:
    /// A bucket without refill that admits nothing for this long is forgotten, and so full again.
    static constexpr Micros kLifetimeWithoutRefill = std::chrono::hours(24);
    /// How long a key outlives the moment its bucket is full. When the limit is made slower or
    /// larger in between, any call within the margin sees it and prolongs the key's life.
    static constexpr std::chrono::milliseconds kExpiryMargin{5000};

    StoreAnswer decide(const Limit& limit, StoreTime now, MicroTokens cost) override;

private:
    struct State
    {
        std::int64_t tokens = 0;    ///< micro-tokens at `last`
        std::int64_t last = 0;      ///< microseconds since the epoch; never moves back
        std::int64_t remainder = 0; ///< in 1/den micro-tokens
        std::int64_t den = 1;       ///< of the refill rate that the remainder belongs to
    };

    /// Adds what flowed in; returns what is missing to full, in 1/den micro-tokens.
    static std::int64_t flowIn(State& state, std::int64_t capacity, Rate refill,
                               std::int64_t elapsed);

    std::optional<State> m_state;
    std::int64_t m_expiresAt = 0; ///< milliseconds; the key is gone after it
};

extern const Algorithm kTokenBucket;

} // namespace penstock
