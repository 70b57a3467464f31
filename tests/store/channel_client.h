// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/script.h"
#include "core/store/client/redis_channel.h"
#include "core/util/sha1.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace penstock {

inline Command words(std::initializer_list<std::string_view> list)
{
    Command command;
    command.clear();
    for (const std::string_view word : list)
        command.add(word);
    return command;
}

/// Adds ARGV[1] to KEYS[1]: a script whose every run can be counted afterwards.
inline const Script& incrementScript()
{
    static const Script script = [] {
        constexpr std::string_view kSource = "return redis.call('INCRBY', KEYS[1], ARGV[1])";
        return Script{"increment", kSource, sha1Hex(kSource)};
    }();
    return script;
}

inline Command increment(std::string_view key, std::int64_t by = 1)
{
    Command command;
    command.call(incrementScript(), 1).add(key).add(by);
    return command;
}

/// As text for comparisons: the reply, or "timeout", "connection_lost ambiguous".
inline std::string shown(const ChannelReply& reply)
{
    if (reply)
        return toText(*reply);
    return std::string(toText(reply.error().errorClass)) +
           (reply.error().ambiguous ? " ambiguous" : "");
}

/// A channel with its parts, and calls that read as one line. One thread.
class ChannelClient
{
public:
    explicit ChannelClient(const StoreAddress& address, RedisEndpointOptions options = {})
        : endpoint(std::make_shared<RedisEndpoint>(address, options)), channel(endpoint, stop)
    {
    }

    ChannelReply call(const Command& command, Micros limit = std::chrono::seconds(5))
    {
        ChannelReply reply;
        channel.exchange(std::span(&command, 1), std::span(&reply, 1),
                         std::chrono::steady_clock::now() + limit);
        return reply;
    }
    std::string say(const Command& command, Micros limit = std::chrono::seconds(5))
    {
        return shown(call(command, limit));
    }
    /// The answers to one pipeline, with " | " between.
    std::string sayAll(const std::vector<Command>& commands, Micros limit = std::chrono::seconds(5))
    {
        std::vector<ChannelReply> replies(commands.size());
        channel.exchange(commands, replies, std::chrono::steady_clock::now() + limit);
        std::string text;
        for (const ChannelReply& reply : replies)
            text += (text.empty() ? "" : " | ") + shown(reply);
        return text;
    }

    StopSignal stop;
    std::shared_ptr<RedisEndpoint> endpoint;
    RedisChannel channel;
};

} // namespace penstock
