// SPDX-License-Identifier: GPL-3.0-or-later
// checkStore: what doctor asks of a store.
#include "app/cli/health_check.h"
#include "core/limit/script.h"
#include "core/util/sha1.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <optional>

namespace penstock {

namespace {

using State = HealthCheck::State;

constexpr std::chrono::seconds kPatience{10};

ChannelReply ask(CommandChannel& channel, const Command& command)
{
    std::array<ChannelReply, 1> replies;
    channel.exchange(std::span(&command, 1), replies,
                     std::chrono::steady_clock::now() + std::chrono::seconds(1));
    return replies.front();
}

HealthCheck failed(const char* name, const StoreError& error)
{
    return {State::Bad, name,
            "failed: " + error.text + " (" + std::string(toText(error.errorClass)) + ')',
            "try redis-cli with the same address; check user, password and ACL"};
}

HealthCheck checkScript(CommandChannel& channel)
{
    static const std::string source = "return 7";
    static const Script script{"doctor", source, sha1Hex(source)};
    Command command;
    command.call(script, 0);
    const ChannelReply reply = ask(channel, command);
    if (!reply)
        return failed("store EVAL", reply.error());
    if (*reply != Reply::makeInteger(7))
        return {State::Bad, "store EVAL", "gave " + toText(*reply) + " instead of 7",
                "this is no Redis that can run limiters; use --store private"};
    return {State::Good, "store EVAL", "runs scripts", {}};
}

/// The microseconds of a reply to TIME: two texts, seconds and microseconds.
std::optional<Micros> timeOf(const Reply& reply)
{
    if (reply.items.size() != 2)
        return std::nullopt;
    std::int64_t parts[2] = {};
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string& text = reply.items[i].text;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parts[i]);
        if (error != std::errc() || end != text.data() + text.size())
            return std::nullopt;
    }
    return std::chrono::seconds(parts[0]) + Micros(parts[1]);
}

HealthCheck checkTime(CommandChannel& channel)
{
    using Clock = std::chrono::system_clock;
    Command command;
    command.clear().add("TIME");
    const auto before = Clock::now();
    const ChannelReply reply = ask(channel, command);
    const auto after = Clock::now();
    if (!reply)
        return failed("store TIME", reply.error());
    const std::optional<Micros> time = timeOf(*reply);
    if (!time)
        return {State::Bad, "store TIME", "gave " + toText(*reply),
                "this is no Redis that can run limiters; use --store private"};
    // The store read its clock somewhere between the two; the middle is off by half of it at most.
    const auto middle = before.time_since_epoch() + (after - before) / 2;
    const auto offset = std::chrono::duration<double, std::milli>(*time - middle).count();
    char text[64];
    std::snprintf(text, sizeof text, "%+.3f ms from this machine's clock", offset);
    const bool isFar = offset > 1000 || offset < -1000;
    return {isFar ? State::Note : State::Good, "store TIME", text,
            isFar ? "harmless but for `article`, which uses the caller's clock: check NTP" : ""};
}

} // namespace

std::vector<HealthCheck> checkStore(const StoreSpec& spec, const StopSignal& stop)
{
    const Result<std::unique_ptr<Store>> store = makeStore(spec);
    if (!store)
        return {{State::Bad, "store", store.error().message, store.error().hint}};
    const auto begin = std::chrono::steady_clock::now();
    if (const auto isReady = waitForStore(**store, kPatience, stop); !isReady)
        return {{State::Bad, "store", isReady.error().message,
                 "then ask again; --store embedded needs no server"}};
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begin);
    const StoreStatus status = (*store)->status();
    const auto channel = (*store)->openChannel(stop);
    return {{State::Good,
             "store",
             status.name + (status.version.empty() ? "" : ' ' + status.version) +
                 ", answered PING after " + std::to_string(took.count()) + " ms",
             {}},
            checkScript(*channel),
            checkTime(*channel)};
}

} // namespace penstock
