// SPDX-License-Identifier: MIT
#include "core/store/embedded/command_table.h"

namespace penstock::embedded {

namespace {

void runSadd(CommandContext& context)
{
    SetValue* set = nullptr;
    if (!context.lookupOrMake(context.word(1), set))
        return;
    std::int64_t added = 0;
    for (const std::string_view member : context.words.subspan(2))
        added += set->emplace(member).second;
    context.reply.integer(added);
}

void runSrem(CommandContext& context)
{
    SetValue* set = nullptr;
    if (!context.lookup(context.word(1), set))
        return;
    std::int64_t removed = 0;
    if (set) {
        for (const std::string_view member : context.words.subspan(2)) {
            if (const auto found = set->find(member); found != set->end()) {
                set->erase(found);
                ++removed;
            }
        }
        context.eraseIfEmpty(context.word(1), *set);
    }
    context.reply.integer(removed);
}

void runScard(CommandContext& context)
{
    SetValue* set = nullptr;
    if (context.lookup(context.word(1), set))
        context.reply.integer(set ? static_cast<std::int64_t>(set->size()) : 0);
}

void runSismember(CommandContext& context)
{
    SetValue* set = nullptr;
    if (context.lookup(context.word(1), set))
        context.reply.integer(set && set->find(context.word(2)) != set->end());
}

void runSmembers(CommandContext& context)
{
    SetValue* set = nullptr;
    if (!context.lookup(context.word(1), set))
        return;
    context.reply.beginArray(set ? set->size() : 0);
    if (!set)
        return;
    for (const std::string& member : *set)
        context.reply.bulk(std::string_view(member));
}

constexpr CommandSpec kCommands[] = {
    {"sadd", -3, CommandSpec::Write, runSadd},
    {"srem", -3, CommandSpec::Write, runSrem},
    {"scard", 2, CommandSpec::Read, runScard},
    {"sismember", 3, CommandSpec::Read, runSismember},
    {"smembers", 2, CommandSpec::Read, runSmembers},
};

} // namespace

std::span<const CommandSpec> setCommands()
{
    return kCommands;
}

} // namespace penstock::embedded
