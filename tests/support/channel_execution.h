// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/client/command_channel.h"
#include "tests/support/limiter_execution.h"

#include <functional>
#include <utility>

namespace penstock {

/// The rows of the catalogue in a store that is reached through a channel: a real Redis, or the
/// embedded store. @p moveClock sets the store's own clock where that can be done.
class ChannelExecution final : public LimiterExecution
{
public:
    explicit ChannelExecution(CommandChannel& channel,
                              std::function<void(StoreTime)> moveClock = nullptr)
        : m_channel(channel), m_moveClock(std::move(moveClock))
    {
    }

    bool hasInjectedTime() const override { return m_moveClock != nullptr; }
    void setTime(StoreTime now) override
    {
        m_now = now;
        if (m_moveClock)
            m_moveClock(now);
    }

    tl::expected<StoreAnswer, std::string> decide(const Limit& limit, std::string_view key,
                                                  MicroTokens cost) override
    {
        const auto side = limit.algorithm->makeStoreSide();
        Command command;
        side->begin({limit, key, cost, m_now}, command);
        for (;;) {
            const ChannelReply reply = exchange(command);
            if (!reply)
                return tl::unexpected(reply.error().text);
            const auto step = side->advance(*reply, command);
            if (!step)
                return tl::unexpected(step.error());
            if (*step)
                return **step;
        }
    }

    std::optional<std::int64_t> timeToLive(std::string_view key) override
    {
        Command command;
        command.clear(1).add("PTTL").add(key);
        const ChannelReply reply = exchange(command);
        return reply ? std::optional(reply->integer) : std::nullopt;
    }

private:
    ChannelReply exchange(const Command& command)
    {
        ChannelReply reply;
        m_channel.exchange(std::span(&command, 1), std::span(&reply, 1),
                           std::chrono::steady_clock::now() + std::chrono::seconds(10));
        return reply;
    }

    CommandChannel& m_channel;
    std::function<void(StoreTime)> m_moveClock;
    StoreTime m_now;
};

} // namespace penstock
