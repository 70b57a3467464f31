// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/algorithm.h"

#include <cstdint>
#include <optional>

namespace penstock {

/// The published token bucket with its defects, which only the scenario `article` runs: the
/// caller's clock in whole seconds, no guard against a clock that steps back, tokens cut to a whole
/// number in the reply, a write and a new time to live on every call, and no answer of "never".
/// The only bucket here that counts in doubles: it must do what Lua does. One owner, no thread.
///
/// The reply tells no retry-after, reset-after or store time, so an answer holds none.
class ArticleBucket final : public NativeLimiter
{
public:
    /// @p now is both the caller's clock, cut to whole seconds, and the server's (for the expiry).
    StoreAnswer decide(const Limit& limit, StoreTime now, MicroTokens cost) override;

private:
    struct State
    {
        double tokens = 0;
        double lastRefillTime = 0; ///< seconds
    };

    std::optional<State> m_state;
    std::int64_t m_expiresAt = 0; ///< milliseconds; the key is gone after it
};

extern const Algorithm kArticle;

} // namespace penstock
