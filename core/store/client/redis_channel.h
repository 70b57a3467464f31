// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/client/command_channel.h"
#include "core/store/client/redis_endpoint.h"
#include "core/store/client/stop_signal.h"

#include <memory>

namespace penstock {

/// A connection to a Redis server for one owner. Makes it at the first call, keeps it, and makes it
/// anew after a failure when the endpoint's gate allows. Any thread may own it, one at a time.
class RedisChannel final : public CommandChannel
{
public:
    /// @p stop must outlive the channel; once requested, every call ends at once.
    RedisChannel(std::shared_ptr<RedisEndpoint> endpoint, const StopSignal& stop);
    ~RedisChannel() override;

    void exchange(std::span<const Command> commands, std::span<ChannelReply> replies,
                  SteadyTime deadline) override;
    std::uint64_t storeLife() const override;
    std::uint64_t scriptReloads() const override;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace penstock
