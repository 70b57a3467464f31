// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/limit.h"
#include "core/limit/store_answer.h"

#include <memory>

namespace penstock {

/// The state of one key of one algorithm in this process: the same arithmetic as its script, on the
/// caller's clock. Pure: input and time in, answer out. One owner, no thread of its own.
class NativeLimiter
{
public:
    virtual ~NativeLimiter() = default;

    /// @p now is the time of the decision; @p cost >= 0, 0 is a peek.
    virtual StoreAnswer decide(const Limit& limit, StoreTime now, MicroTokens cost) = 0;
};

} // namespace penstock
