// SPDX-License-Identifier: MIT
#include "core/store/embedded/command_table.h"

#include <cmath>

namespace penstock::embedded {

namespace {

/// Sets the field-value pairs from word 2 on; the number of new fields, or -1 after an error reply.
std::int64_t setPairs(CommandContext& context)
{
    HashValue* hash = nullptr;
    if (context.words.size() % 2 != 0) {
        context.wrongArity();
        return -1;
    }
    if (!context.lookupOrMake(context.word(1), hash))
        return -1;
    std::int64_t added = 0;
    for (std::size_t i = 2; i < context.words.size(); i += 2) {
        bool isNew = false;
        hash->at(context.word(i), isNew).assign(context.word(i + 1));
        added += isNew;
    }
    return added;
}

void runHset(CommandContext& context)
{
    if (const std::int64_t added = setPairs(context); added >= 0)
        context.reply.integer(added);
}

void runHmset(CommandContext& context)
{
    if (setPairs(context) >= 0)
        context.reply.ok();
}

void runHsetnx(CommandContext& context)
{
    HashValue* hash = nullptr;
    if (!context.lookupOrMake(context.word(1), hash))
        return;
    const bool isNew = !hash->find(context.word(2));
    if (isNew) {
        bool added = false;
        hash->at(context.word(2), added).assign(context.word(3));
    }
    context.reply.integer(isNew);
}

void replyField(CommandContext& context, HashValue* hash, std::string_view field)
{
    const StoredText* const value = hash ? hash->find(field) : nullptr;
    if (value)
        context.reply.bulk(*value);
    else
        context.reply.nil();
}

void runHget(CommandContext& context)
{
    HashValue* hash = nullptr;
    if (context.lookup(context.word(1), hash))
        replyField(context, hash, context.word(2));
}

void runHmget(CommandContext& context)
{
    HashValue* hash = nullptr;
    if (!context.lookup(context.word(1), hash))
        return;
    context.reply.beginArray(context.words.size() - 2);
    for (const std::string_view field : context.words.subspan(2))
        replyField(context, hash, field);
}

void replyAll(CommandContext& context, bool names, bool values)
{
    HashValue* hash = nullptr;
    if (!context.lookup(context.word(1), hash))
        return;
    if (!hash)
        return context.reply.beginArray(0);
    context.reply.beginArray(hash->size() * (std::size_t{names} + std::size_t{values}));
    hash->forEach([&](std::string_view name, const StoredText& value) {
        if (names)
            context.reply.bulk(name);
        if (values)
            context.reply.bulk(value);
    });
}

void runHgetall(CommandContext& context)
{
    replyAll(context, true, true);
}

void runHkeys(CommandContext& context)
{
    replyAll(context, true, false);
}

void runHvals(CommandContext& context)
{
    replyAll(context, false, true);
}

void runHlen(CommandContext& context)
{
    HashValue* hash = nullptr;
    if (context.lookup(context.word(1), hash))
        context.reply.integer(hash ? static_cast<std::int64_t>(hash->size()) : 0);
}

void runHexists(CommandContext& context)
{
    HashValue* hash = nullptr;
    if (context.lookup(context.word(1), hash))
        context.reply.integer(hash && hash->find(context.word(2)));
}

void runHstrlen(CommandContext& context)
{
    HashValue* hash = nullptr;
    if (!context.lookup(context.word(1), hash))
        return;
    const StoredText* const value = hash ? hash->find(context.word(2)) : nullptr;
    context.reply.integer(value ? static_cast<std::int64_t>(value->size()) : 0);
}

void runHdel(CommandContext& context)
{
    HashValue* hash = nullptr;
    if (!context.lookup(context.word(1), hash))
        return;
    std::int64_t removed = 0;
    if (hash) {
        for (const std::string_view field : context.words.subspan(2))
            removed += hash->erase(field);
        context.eraseIfEmpty(context.word(1), *hash);
    }
    context.reply.integer(removed);
}

void runHincrby(CommandContext& context)
{
    std::int64_t number = 0;
    HashValue* hash = nullptr;
    if (!context.readInteger(3, number) || !context.lookupOrMake(context.word(1), hash))
        return;
    if (const StoredText* const value = hash->find(context.word(2))) {
        const auto old = value->integer();
        if (!old)
            return context.reply.error("ERR hash value is not an integer");
        if (__builtin_add_overflow(*old, number, &number))
            return context.reply.error(errors::kOverflow);
    }
    bool isNew = false;
    hash->at(context.word(2), isNew).assign(number);
    context.reply.integer(number);
}

void runHincrbyfloat(CommandContext& context)
{
    const auto step = parseLongDouble(context.word(3));
    if (!step)
        return context.reply.error(errors::kNotFloat);
    if (!std::isfinite(*step))
        return context.reply.error("ERR value is NaN or Infinity");
    HashValue* hash = nullptr;
    if (!context.lookup(context.word(1), hash))
        return;
    const StoredText* const value = hash ? hash->find(context.word(2)) : nullptr;
    NumberText room;
    const auto old = value ? parseLongDouble(value->view(room)) : std::optional<long double>(0);
    if (!old)
        return context.reply.error("ERR hash value is not a float");
    if (!std::isfinite(*old + *step))
        return context.reply.error(errors::kNotFinite);
    const std::string text = formatLongDouble(*old + *step);
    bool isNew = false;
    context.lookupOrMake(context.word(1), hash);
    hash->at(context.word(2), isNew).assign(text);
    context.reply.bulk(std::string_view(text));
}

constexpr CommandSpec kCommands[] = {
    {"hset", -4, CommandSpec::Write, runHset},
    {"hmset", -4, CommandSpec::Write, runHmset},
    {"hsetnx", 4, CommandSpec::Write, runHsetnx},
    {"hget", 3, CommandSpec::Read, runHget},
    {"hmget", -3, CommandSpec::Read, runHmget},
    {"hgetall", 2, CommandSpec::Read, runHgetall},
    {"hkeys", 2, CommandSpec::Read, runHkeys},
    {"hvals", 2, CommandSpec::Read, runHvals},
    {"hlen", 2, CommandSpec::Read, runHlen},
    {"hexists", 3, CommandSpec::Read, runHexists},
    {"hstrlen", 3, CommandSpec::Read, runHstrlen},
    {"hdel", -3, CommandSpec::Write, runHdel},
    {"hincrby", 4, CommandSpec::Write, runHincrby},
    {"hincrbyfloat", 4, CommandSpec::Write, runHincrbyfloat},
};

} // namespace

std::span<const CommandSpec> hashCommands()
{
    return kCommands;
}

} // namespace penstock::embedded
