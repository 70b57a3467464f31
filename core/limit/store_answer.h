// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/micro_tokens.h"
#include "core/util/time.h"

#include <cstdint>
#include <optional>

namespace penstock {

/// What the store itself decided. Never mixed with what a policy answers when the store fails.
enum class Verdict : std::uint8_t
{
    Allowed,
    Denied,
    NeverFits, ///< cost above capacity: waiting does not help
};

/// One decision as the limiter's state machine gives it, wherever it runs.
struct StoreAnswer
{
    Verdict verdict = Verdict::Denied;
    MicroTokens tokensLeft;
    Micros retryAfter{0}; ///< 0 when allowed or never; rounded up, so that waiting it is enough
    Micros resetAfter{0}; ///< until the bucket is full
    std::optional<StoreTime> storeTime; ///< none where the script does not tell it (`article`)
    bool fresh = false;                 ///< no state was found: the key was new, expired or lost

    friend bool operator==(const StoreAnswer&, const StoreAnswer&) = default;
};

} // namespace penstock
