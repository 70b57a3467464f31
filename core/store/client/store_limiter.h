// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/algorithm.h"
#include "core/limit/limiter.h"
#include "core/store/client/command_channel.h"

#include <memory>
#include <vector>

namespace penstock {

struct StoreLimiterOptions
{
    std::shared_ptr<const Limit> limit; ///< validated
    FailPolicy onStoreFailure = FailPolicy::FailOpen;
    Micros commandTimeout =
        std::chrono::milliseconds(100); ///< of a whole call, connecting included
};

/// A limiter over one channel: drives the algorithm's store side through it and lets the policy
/// answer when the store fails. A cost below 0 is a mistake of the caller: it is answered "never
/// fits" by the client and the store is not asked. One thread at a time; the pooled client shares
/// several of these.
class StoreLimiter final : public Limiter
{
public:
    StoreLimiter(std::unique_ptr<CommandChannel> channel, StoreLimiterOptions options);

    Decision acquire(const AcquireRequest& request) override;
    void acquireBatch(std::span<const AcquireRequest> requests,
                      std::span<Decision> answers) override;
    /// The same for a call that began at @p start, earlier than now: its limit and its latency
    /// count from there.
    void acquireBatch(std::span<const AcquireRequest> requests, std::span<Decision> answers,
                      SteadyTime start);
    Decision peek(std::string_view key) override;
    void release(std::string_view key, std::uint64_t lease) override;

    /// From the next call on. A limit of another algorithm is fine.
    void setLimit(std::shared_ptr<const Limit> limit);
    void setFailPolicy(FailPolicy policy);

    const CommandChannel& channel() const { return *m_channel; }

private:
    void begin(std::span<const AcquireRequest> requests, std::span<Decision> answers);
    bool advance(std::size_t slot, Nanos latency, Decision& decision);
    void fail(StoreErrorClass errorClass, bool isAmbiguous, Decision& decision) const;

    std::unique_ptr<CommandChannel> m_channel;
    StoreLimiterOptions m_options;
    const Algorithm* m_sidesAlgorithm = nullptr;
    // Working memory, kept between calls.
    std::vector<std::unique_ptr<StoreSide>> m_sides; ///< of m_sidesAlgorithm
    std::vector<Command> m_commands;
    std::vector<ChannelReply> m_replies;
    std::vector<std::size_t> m_open; ///< requests not answered yet, by slot
};

} // namespace penstock
