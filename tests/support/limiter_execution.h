// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/algorithm.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace penstock {

/// One way to run every row of the catalogue: native, or its script in a store. The contract suite
/// (limiter_contract.h) runs the same tests over each. One thread.
class LimiterExecution
{
public:
    virtual ~LimiterExecution() = default;

    /// True where setTime also moves the store's own clock. Where it is false (a real server) the
    /// suite compares each answer with the native row, replayed at the store time of the answer.
    virtual bool hasInjectedTime() const = 0;

    /// The time of the next decisions: the caller's clock, and the store's where it is injected.
    virtual void setTime(StoreTime now) = 0;

    /// One decision on @p key; the error is the store's, in words.
    virtual tl::expected<StoreAnswer, std::string> decide(const Limit& limit, std::string_view key,
                                                          MicroTokens cost) = 0;

    /// Milliseconds until @p key expires as PTTL tells them: -1 without expiry, -2 without key.
    /// None where there is no store to ask.
    virtual std::optional<std::int64_t> timeToLive(std::string_view) { return std::nullopt; }
};

/// The rows in this process: a native state machine a key.
class NativeExecution final : public LimiterExecution
{
public:
    bool hasInjectedTime() const override { return true; }
    void setTime(StoreTime now) override { m_now = now; }
    tl::expected<StoreAnswer, std::string> decide(const Limit& limit, std::string_view key,
                                                  MicroTokens cost) override
    {
        auto& state = m_states[std::string(key)];
        if (!state)
            state = limit.algorithm->makeNative();
        return state->decide(limit, m_now, cost);
    }

private:
    StoreTime m_now;
    std::map<std::string, std::unique_ptr<NativeLimiter>> m_states;
};

} // namespace penstock
