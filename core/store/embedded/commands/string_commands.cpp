// SPDX-License-Identifier: MIT
#include "core/store/embedded/command_table.h"
#include "core/store/embedded/commands/expiry_option.h"

namespace penstock::embedded {

namespace {

/// The options of SET and GETEX, as far as they are syntax.
struct StringOptions
{
    bool onlyNew = false;
    bool onlyExisting = false;
    bool answersOld = false;
    bool keepsExpiry = false;
    bool persists = false;
    std::optional<ExpiryUnit> unit;
    std::size_t expiryWord = 0;

    bool sameUnit(ExpiryUnit other) const
    {
        return !unit ||
               (unit->isSeconds == other.isSeconds && unit->isAbsolute == other.isAbsolute);
    }
};

/// False (nothing replied) when the words from @p first on are not what the command takes.
bool parseOptions(const CommandContext& context, std::size_t first, bool isSet, StringOptions& out)
{
    for (std::size_t i = first; i < context.words.size(); ++i) {
        const auto unit = expiryUnit(context.word(i));
        if (isSet && context.isWord(i, "NX") && !out.onlyExisting) {
            out.onlyNew = true;
        } else if (isSet && context.isWord(i, "XX") && !out.onlyNew) {
            out.onlyExisting = true;
        } else if (isSet && context.isWord(i, "GET")) {
            out.answersOld = true;
        } else if (isSet && context.isWord(i, "KEEPTTL") && !out.unit) {
            out.keepsExpiry = true;
        } else if (!isSet && context.isWord(i, "PERSIST") && !out.unit) {
            out.persists = true;
        } else if (unit && !out.keepsExpiry && !out.persists && out.sameUnit(*unit) &&
                   i + 1 < context.words.size()) {
            out.unit = unit;
            out.expiryWord = ++i;
        } else {
            return false;
        }
    }
    return true;
}

void replyValue(CommandContext& context, const StoredText* value)
{
    if (value)
        context.reply.bulk(*value);
    else
        context.reply.nil();
}

/// Sets the text of @p key in place where it is a string already, so that its memory is reused.
Keyspace::Entry& assign(CommandContext& context, std::string_view key, std::string_view text,
                        bool keepsExpiry = false)
{
    Keyspace::Entry* const entry = context.keys.find(key);
    if (!entry)
        return context.keys.put(key, StoredText(text));
    if (auto* const kept = std::get_if<StoredText>(&entry->value))
        kept->assign(text);
    else
        entry->value = StoredText(text);
    if (!keepsExpiry)
        context.keys.setExpiry(*entry, Keyspace::kNever);
    return *entry;
}

void runSet(CommandContext& context)
{
    StringOptions options;
    if (!parseOptions(context, 3, true, options))
        return context.reply.error(errors::kSyntax);
    std::int64_t expiresAt = 0;
    if (options.unit && !readPositiveExpiry(context, options.expiryWord, *options.unit, expiresAt))
        return;
    const std::string_view key = context.word(1);
    if (options.answersOld) {
        StoredText* old = nullptr;
        if (!context.lookup(key, old))
            return;
        replyValue(context, old);
    }
    const bool exists = context.keys.find(key);
    if ((options.onlyNew && exists) || (options.onlyExisting && !exists)) {
        if (!options.answersOld)
            context.reply.nil();
        return;
    }
    Keyspace::Entry& entry = assign(context, key, context.word(2), options.keepsExpiry);
    if (options.unit)
        context.keys.setExpiry(entry, expiresAt);
    if (!options.answersOld)
        context.reply.ok();
}

void setWithExpiry(CommandContext& context, ExpiryUnit unit)
{
    std::int64_t expiresAt = 0;
    if (!readPositiveExpiry(context, 2, unit, expiresAt))
        return;
    context.keys.setExpiry(assign(context, context.word(1), context.word(3)), expiresAt);
    context.reply.ok();
}

void runSetex(CommandContext& context)
{
    setWithExpiry(context, {.isSeconds = true, .isAbsolute = false});
}

void runPsetex(CommandContext& context)
{
    setWithExpiry(context, {.isSeconds = false, .isAbsolute = false});
}

void runSetnx(CommandContext& context)
{
    const bool isNew = !context.keys.find(context.word(1));
    if (isNew)
        context.keys.put(context.word(1), StoredText(context.word(2)));
    context.reply.integer(isNew);
}

void runGet(CommandContext& context)
{
    StoredText* value = nullptr;
    if (context.lookup(context.word(1), value))
        replyValue(context, value);
}

void runGetset(CommandContext& context)
{
    StoredText* value = nullptr;
    if (!context.lookup(context.word(1), value))
        return;
    replyValue(context, value);
    assign(context, context.word(1), context.word(2));
}

void runGetdel(CommandContext& context)
{
    StoredText* value = nullptr;
    if (!context.lookup(context.word(1), value))
        return;
    replyValue(context, value);
    context.keys.erase(context.word(1));
}

void runGetex(CommandContext& context)
{
    StringOptions options;
    if (!parseOptions(context, 2, false, options))
        return context.reply.error(errors::kSyntax);
    const std::string_view key = context.word(1);
    StoredText* value = nullptr;
    if (!context.lookup(key, value))
        return;
    if (!value)
        return context.reply.nil();
    std::int64_t expiresAt = Keyspace::kNever;
    if (options.unit && !readPositiveExpiry(context, options.expiryWord, *options.unit, expiresAt))
        return;
    context.reply.bulk(*value);
    if (options.unit && options.unit->isAbsolute && expiresAt <= context.clock.nowMillis())
        context.keys.erase(key);
    else if (options.unit || options.persists)
        context.keys.setExpiry(*context.keys.find(key), expiresAt);
}

void runMget(CommandContext& context)
{
    context.reply.beginArray(context.words.size() - 1);
    for (const std::string_view key : context.words.subspan(1)) {
        Keyspace::Entry* const entry = context.keys.find(key);
        replyValue(context, entry ? std::get_if<StoredText>(&entry->value) : nullptr);
    }
}

void runMset(CommandContext& context)
{
    if (context.words.size() % 2 == 0)
        return context.wrongArity();
    for (std::size_t i = 1; i < context.words.size(); i += 2)
        assign(context, context.word(i), context.word(i + 1));
    context.reply.ok();
}

void runAppend(CommandContext& context)
{
    StoredText* value = nullptr;
    if (!context.lookupOrMake(context.word(1), value))
        return;
    NumberText room;
    const std::string_view old = value->view(room);
    if (old.size() + context.word(2).size() > kMaxTextSize)
        return context.reply.error(errors::kTooLong);
    std::string joined;
    joined.reserve(old.size() + context.word(2).size());
    joined.append(old).append(context.word(2));
    value->assign(joined);
    context.reply.integer(static_cast<std::int64_t>(joined.size()));
}

void runStrlen(CommandContext& context)
{
    StoredText* value = nullptr;
    if (context.lookup(context.word(1), value))
        context.reply.integer(value ? static_cast<std::int64_t>(value->size()) : 0);
}

constexpr CommandSpec kCommands[] = {
    {"set", -3, CommandSpec::Write, runSet},      {"setex", 4, CommandSpec::Write, runSetex},
    {"psetex", 4, CommandSpec::Write, runPsetex}, {"setnx", 3, CommandSpec::Write, runSetnx},
    {"get", 2, CommandSpec::Read, runGet},        {"getset", 3, CommandSpec::Write, runGetset},
    {"getdel", 2, CommandSpec::Write, runGetdel}, {"getex", -2, CommandSpec::Write, runGetex},
    {"mget", -2, CommandSpec::Read, runMget},     {"mset", -3, CommandSpec::Write, runMset},
    {"append", 3, CommandSpec::Write, runAppend}, {"strlen", 2, CommandSpec::Read, runStrlen},
};

} // namespace

std::span<const CommandSpec> stringCommands()
{
    return kCommands;
}

} // namespace penstock::embedded
