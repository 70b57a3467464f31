// SPDX-License-Identifier: MIT
#include "core/store/embedded/command_table.h"
#include "core/store/embedded/commands/expiry_option.h"

namespace penstock::embedded {

namespace {

struct ExpireConditions
{
    bool onlyNone = false;     // NX
    bool onlyExisting = false; // XX
    bool onlyLater = false;    // GT
    bool onlySooner = false;   // LT
};

/// False after an error reply.
bool parseConditions(CommandContext& context, ExpireConditions& out)
{
    for (std::size_t i = 3; i < context.words.size(); ++i) {
        if (context.isWord(i, "NX")) {
            out.onlyNone = true;
        } else if (context.isWord(i, "XX")) {
            out.onlyExisting = true;
        } else if (context.isWord(i, "GT")) {
            out.onlyLater = true;
        } else if (context.isWord(i, "LT")) {
            out.onlySooner = true;
        } else {
            context.reply.error("ERR Unsupported option " + std::string(context.word(i)));
            return false;
        }
    }
    if (out.onlyNone && (out.onlyExisting || out.onlyLater || out.onlySooner)) {
        context.reply.error("ERR NX and XX, GT or LT options at the same time are not compatible");
        return false;
    }
    if (out.onlyLater && out.onlySooner) {
        context.reply.error("ERR GT and LT options at the same time are not compatible");
        return false;
    }
    return true;
}

/// A key without a time to live counts as living for ever, so it is later than any.
bool holds(const ExpireConditions& conditions, std::int64_t current, std::int64_t wanted)
{
    const bool isMortal = current != Keyspace::kNever;
    return !(conditions.onlyNone && isMortal) && !(conditions.onlyExisting && !isMortal) &&
           !(conditions.onlyLater && wanted <= current) &&
           !(conditions.onlySooner && wanted >= current);
}

void expire(CommandContext& context, ExpiryUnit unit)
{
    ExpireConditions conditions;
    std::int64_t number = 0;
    if (!parseConditions(context, conditions) || !context.readInteger(2, number))
        return;
    const std::int64_t now = context.clock.nowMillis();
    const auto moment = expiryMoment(number, unit, now);
    if (!moment)
        return context.invalidExpiry();
    Keyspace::Entry* const entry = context.keys.find(context.word(1));
    if (!entry || !holds(conditions, entry->expiresAt, *moment))
        return context.reply.integer(0);
    if (*moment <= now)
        context.keys.erase(context.word(1));
    else
        context.keys.setExpiry(*entry, *moment);
    context.reply.integer(1);
}

void runExpire(CommandContext& context)
{
    expire(context, {.isSeconds = true, .isAbsolute = false});
}

void runPexpire(CommandContext& context)
{
    expire(context, {.isSeconds = false, .isAbsolute = false});
}

void runExpireat(CommandContext& context)
{
    expire(context, {.isSeconds = true, .isAbsolute = true});
}

void runPexpireat(CommandContext& context)
{
    expire(context, {.isSeconds = false, .isAbsolute = true});
}

/// -2 for no key, -1 for a key that stays.
void replyTimeToLive(CommandContext& context, ExpiryUnit unit)
{
    Keyspace::Entry* const entry = context.keys.find(context.word(1));
    if (!entry)
        return context.reply.integer(-2);
    if (entry->expiresAt == Keyspace::kNever)
        return context.reply.integer(-1);
    std::int64_t millis = entry->expiresAt;
    if (!unit.isAbsolute)
        millis = std::max<std::int64_t>(millis - context.clock.nowMillis(), 0);
    context.reply.integer(unit.isSeconds ? (millis + 500) / 1000 : millis);
}

void runTtl(CommandContext& context)
{
    replyTimeToLive(context, {.isSeconds = true, .isAbsolute = false});
}

void runPttl(CommandContext& context)
{
    replyTimeToLive(context, {.isSeconds = false, .isAbsolute = false});
}

void runExpiretime(CommandContext& context)
{
    replyTimeToLive(context, {.isSeconds = true, .isAbsolute = true});
}

void runPexpiretime(CommandContext& context)
{
    replyTimeToLive(context, {.isSeconds = false, .isAbsolute = true});
}

void runPersist(CommandContext& context)
{
    Keyspace::Entry* const entry = context.keys.find(context.word(1));
    const bool wasMortal = entry && entry->expiresAt != Keyspace::kNever;
    if (wasMortal)
        context.keys.setExpiry(*entry, Keyspace::kNever);
    context.reply.integer(wasMortal);
}

constexpr CommandSpec kCommands[] = {
    {"expire", -3, CommandSpec::Write, runExpire},
    {"pexpire", -3, CommandSpec::Write, runPexpire},
    {"expireat", -3, CommandSpec::Write, runExpireat},
    {"pexpireat", -3, CommandSpec::Write, runPexpireat},
    {"ttl", 2, CommandSpec::Read, runTtl},
    {"pttl", 2, CommandSpec::Read, runPttl},
    {"expiretime", 2, CommandSpec::Read, runExpiretime},
    {"pexpiretime", 2, CommandSpec::Read, runPexpiretime},
    {"persist", 2, CommandSpec::Write, runPersist},
};

} // namespace

std::span<const CommandSpec> expiryCommands()
{
    return kCommands;
}

} // namespace penstock::embedded
