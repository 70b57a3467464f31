// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/decision.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace penstock {

struct AcquireRequest
{
    std::string_view key;
    MicroTokens cost = MicroTokens::fromTokens(1);
};

/// Decides requests, somewhere. Every call answers with one Decision a request, whatever happens to
/// the store; nothing throws. Thread rules are the implementation's and stated there.
class Limiter
{
public:
    virtual ~Limiter() = default;

    /// One request. Blocks for at most the configured deadline.
    virtual Decision acquire(const AcquireRequest& request) = 0;

    /// Many requests in one pipeline; answers[i] belongs to requests[i]. Both have the same size.
    virtual void acquireBatch(std::span<const AcquireRequest> requests,
                              std::span<Decision> answers) = 0;

    /// The balance of @p key without spending: a cost of 0.
    virtual Decision peek(std::string_view key) = 0;

    /// Gives a slot back (limiters with slots). Unknown and expired leases are ignored.
    virtual void release(std::string_view key, std::uint64_t lease) = 0;
};

} // namespace penstock
