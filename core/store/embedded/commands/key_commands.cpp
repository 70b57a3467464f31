// SPDX-License-Identifier: MIT
#include "core/store/embedded/command_table.h"
#include "core/store/embedded/glob.h"

namespace penstock::embedded {

namespace {

void runDel(CommandContext& context)
{
    std::int64_t removed = 0;
    for (const std::string_view key : context.words.subspan(1))
        removed += context.keys.erase(key);
    context.reply.integer(removed);
}

void runExists(CommandContext& context)
{
    std::int64_t count = 0;
    for (const std::string_view key : context.words.subspan(1))
        count += context.keys.find(key) != nullptr;
    context.reply.integer(count);
}

void runType(CommandContext& context)
{
    const Keyspace::Entry* const entry = context.keys.find(context.word(1));
    context.reply.status(entry ? typeName(entry->value) : "none");
}

void runDbsize(CommandContext& context)
{
    context.reply.integer(static_cast<std::int64_t>(context.keys.size()));
}

struct KeyFilter
{
    std::string_view pattern = "*";
    std::string_view type; ///< empty: any
};

void replyKeys(CommandContext& context, const KeyFilter& filter)
{
    std::vector<std::string_view> found;
    context.keys.forEach([&](std::string_view key, const Keyspace::Entry& entry) {
        const bool isType =
            filter.type.empty() || equalsIgnoringCase(filter.type, typeName(entry.value));
        if (isType && matchesGlob(filter.pattern, key))
            found.push_back(key);
    });
    context.reply.beginArray(found.size());
    for (const std::string_view key : found)
        context.reply.bulk(key);
}

void runKeys(CommandContext& context)
{
    replyKeys(context, {.pattern = context.word(1), .type = {}});
}

/// The whole keyspace in one round, with the cursor 0 that ends it: SCAN promises no more, and
/// COUNT is a hint.
void runScan(CommandContext& context)
{
    const auto cursor = parseInteger(context.word(1));
    if (!cursor || *cursor < 0)
        return context.reply.error("ERR invalid cursor");
    KeyFilter filter;
    for (std::size_t i = 2; i < context.words.size(); i += 2) {
        const bool hasValue = i + 1 < context.words.size();
        std::int64_t count = 0;
        if (hasValue && context.isWord(i, "MATCH")) {
            filter.pattern = context.word(i + 1);
        } else if (hasValue && context.isWord(i, "TYPE")) {
            filter.type = context.word(i + 1);
        } else if (hasValue && context.isWord(i, "COUNT")) {
            if (!context.readInteger(i + 1, count))
                return;
            if (count < 1)
                return context.reply.error(errors::kSyntax);
        } else {
            return context.reply.error(errors::kSyntax);
        }
    }
    context.reply.beginArray(2);
    context.reply.bulk(std::string_view("0"));
    if (*cursor != 0)
        context.reply.beginArray(0); // a cursor that was never given out
    else
        replyKeys(context, filter);
}

void runFlush(CommandContext& context)
{
    const bool hasMode = context.words.size() == 2;
    if (context.words.size() > 2 ||
        (hasMode && !context.isWord(1, "ASYNC") && !context.isWord(1, "SYNC")))
        return context.reply.error(errors::kSyntax);
    context.keys.clear();
    context.reply.ok();
}

constexpr CommandSpec kCommands[] = {
    {"del", -2, CommandSpec::Write, runDel},       {"unlink", -2, CommandSpec::Write, runDel},
    {"exists", -2, CommandSpec::Read, runExists},  {"type", 2, CommandSpec::Read, runType},
    {"dbsize", 1, CommandSpec::Read, runDbsize},   {"keys", 2, CommandSpec::Read, runKeys},
    {"scan", -2, CommandSpec::Read, runScan},      {"flushall", -1, CommandSpec::Write, runFlush},
    {"flushdb", -1, CommandSpec::Write, runFlush},
};

} // namespace

std::span<const CommandSpec> keyCommands()
{
    return kCommands;
}

} // namespace penstock::embedded
