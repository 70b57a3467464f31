// SPDX-License-Identifier: MIT
#include "core/store/embedded/command_table.h"
#include "core/store/embedded/compatible_version.h"

namespace penstock::embedded {

namespace {

void runPing(CommandContext& context)
{
    if (context.words.size() > 2)
        return context.wrongArity();
    if (context.words.size() == 2)
        context.reply.bulk(context.word(1));
    else
        context.reply.status("PONG");
}

void runEcho(CommandContext& context)
{
    context.reply.bulk(context.word(1));
}

void runTime(CommandContext& context)
{
    const std::int64_t micros = context.clock.now().time_since_epoch().count();
    NumberText room;
    context.reply.beginArray(2);
    context.reply.bulk(formatInteger(room, micros / 1'000'000));
    context.reply.bulk(formatInteger(room, micros % 1'000'000));
}

/// There is one database: number 0.
void runSelect(CommandContext& context)
{
    std::int64_t index = 0;
    if (!context.readInteger(1, index))
        return;
    if (index == 0)
        context.reply.ok();
    else
        context.reply.error("ERR DB index is out of range");
}

void runInfo(CommandContext& context)
{
    bool isAsked = context.words.size() == 1;
    for (std::size_t i = 1; i < context.words.size(); ++i) {
        for (const std::string_view section : {"server", "default", "all", "everything"})
            isAsked = isAsked || context.isWord(i, section);
    }
    if (!isAsked)
        return context.reply.bulk(std::string_view());
    std::string text = "# Server\r\nredis_version:";
    text += kCompatibleVersion;
    text += "\r\nredis_mode:embedded\r\nrun_id:";
    text += context.runId;
    text += "\r\n";
    context.reply.bulk(std::string_view(text));
}

std::size_t heapBytes(const StoredText& text)
{
    return text.heapBytes();
}

std::size_t heapBytes(const std::string& text)
{
    return text.capacity() >= sizeof(std::string) / 2 ? text.capacity() : 0;
}

std::size_t heapBytes(const HashValue& hash)
{
    std::size_t bytes = 0;
    hash.forEach([&](std::string_view name, const StoredText& value) {
        bytes += sizeof(std::string) + name.size() + sizeof(StoredText) + value.heapBytes();
    });
    return bytes;
}

std::size_t heapBytes(const std::unique_ptr<ListValue>& list)
{
    std::size_t bytes = sizeof(ListValue);
    for (const StoredText& item : *list)
        bytes += sizeof(StoredText) + item.heapBytes();
    return bytes;
}

std::size_t heapBytes(const std::unique_ptr<SetValue>& set)
{
    constexpr std::size_t kNode = sizeof(std::string) + 3 * sizeof(void*);
    std::size_t bytes = sizeof(SetValue);
    for (const std::string& member : *set)
        bytes += kNode + heapBytes(member);
    return bytes;
}

std::size_t heapBytes(const std::unique_ptr<SortedSet>& set)
{
    constexpr std::size_t kNode = sizeof(SortedSet::Member) + 10 * sizeof(void*); // tree and index
    std::size_t bytes = sizeof(SortedSet);
    for (const SortedSet::Member& member : *set)
        bytes += kNode + heapBytes(member.name);
    return bytes;
}

/// An estimate: what the containers ask the heap for, without the heap's own overhead.
void runMemoryUsage(CommandContext& context)
{
    const Keyspace::Entry* const entry = context.keys.find(context.word(2));
    if (!entry)
        return context.reply.nil();
    constexpr std::size_t kNode = sizeof(std::string) + sizeof(Keyspace::Entry) + 3 * sizeof(void*);
    const std::size_t value =
        std::visit([](const auto& held) { return heapBytes(held); }, entry->value);
    context.reply.integer(static_cast<std::int64_t>(kNode + context.word(2).size() + value));
}

constexpr CommandSpec kMemorySubcommands[] = {
    {"usage", -3, CommandSpec::Read, runMemoryUsage},
};

void runMemory(CommandContext& context)
{
    runSubcommand(context, kMemorySubcommands);
}

constexpr CommandSpec kCommands[] = {
    {"ping", -1, CommandSpec::Read, runPing}, {"echo", 2, CommandSpec::Read, runEcho},
    {"time", 1, CommandSpec::Read, runTime},  {"select", 2, CommandSpec::Read, runSelect},
    {"info", -1, CommandSpec::Read, runInfo}, {"memory", -2, CommandSpec::Read, runMemory},
};

} // namespace

std::span<const CommandSpec> serverCommands()
{
    return kCommands;
}

} // namespace penstock::embedded
