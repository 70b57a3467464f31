// SPDX-License-Identifier: MIT
#include "core/store/embedded/command_table.h"

#include <algorithm>

namespace penstock::embedded {

namespace {

template <bool kLeft>
void runPush(CommandContext& context)
{
    ListValue* list = nullptr;
    if (!context.lookupOrMake(context.word(1), list))
        return;
    for (const std::string_view item : context.words.subspan(2)) {
        if constexpr (kLeft)
            list->emplace_front(item);
        else
            list->emplace_back(item);
    }
    context.reply.integer(static_cast<std::int64_t>(list->size()));
}

template <bool kLeft>
void popOne(CommandContext& context, ListValue& list)
{
    context.reply.bulk(kLeft ? list.front() : list.back());
    if constexpr (kLeft)
        list.pop_front();
    else
        list.pop_back();
}

template <bool kLeft>
void runPop(CommandContext& context)
{
    if (context.words.size() > 3)
        return context.wrongArity();
    const bool hasCount = context.words.size() == 3;
    std::int64_t count = 1;
    ListValue* list = nullptr;
    if ((hasCount && !context.readCount(2, count)) || !context.lookup(context.word(1), list))
        return;
    if (!list)
        return context.reply.nil();
    if (!hasCount) {
        popOne<kLeft>(context, *list);
    } else {
        const auto taken = std::min(static_cast<std::size_t>(count), list->size());
        context.reply.beginArray(taken);
        for (std::size_t i = 0; i < taken; ++i)
            popOne<kLeft>(context, *list);
    }
    context.eraseIfEmpty(context.word(1), *list);
}

void runLlen(CommandContext& context)
{
    ListValue* list = nullptr;
    if (context.lookup(context.word(1), list))
        context.reply.integer(list ? static_cast<std::int64_t>(list->size()) : 0);
}

void runLindex(CommandContext& context)
{
    std::int64_t index = 0;
    ListValue* list = nullptr;
    if (!context.lookup(context.word(1), list))
        return;
    if (!list)
        return context.reply.nil();
    if (!context.readInteger(2, index))
        return;
    const auto length = static_cast<std::int64_t>(list->size());
    if (index < 0)
        index += length;
    if (index < 0 || index >= length)
        return context.reply.nil();
    context.reply.bulk((*list)[static_cast<std::size_t>(index)]);
}

void runLrange(CommandContext& context)
{
    std::int64_t from = 0;
    std::int64_t to = 0;
    ListValue* list = nullptr;
    if (!context.readInteger(2, from) || !context.readInteger(3, to) ||
        !context.lookup(context.word(1), list))
        return;
    const auto range = list ? IndexRange::of(from, to, list->size()) : IndexRange();
    context.reply.beginArray(range.last - range.first);
    for (std::size_t i = range.first; i < range.last; ++i)
        context.reply.bulk((*list)[i]);
}

void runLtrim(CommandContext& context)
{
    std::int64_t from = 0;
    std::int64_t to = 0;
    ListValue* list = nullptr;
    if (!context.readInteger(2, from) || !context.readInteger(3, to) ||
        !context.lookup(context.word(1), list))
        return;
    if (list) {
        const auto range = IndexRange::of(from, to, list->size());
        const auto begin = list->begin();
        list->erase(begin + static_cast<std::ptrdiff_t>(range.last), list->end());
        list->erase(list->begin(), list->begin() + static_cast<std::ptrdiff_t>(range.first));
        context.eraseIfEmpty(context.word(1), *list);
    }
    context.reply.ok();
}

constexpr CommandSpec kCommands[] = {
    {"lpush", -3, CommandSpec::Write, runPush<true>},
    {"rpush", -3, CommandSpec::Write, runPush<false>},
    {"lpop", -2, CommandSpec::Write, runPop<true>},
    {"rpop", -2, CommandSpec::Write, runPop<false>},
    {"llen", 2, CommandSpec::Read, runLlen},
    {"lindex", 3, CommandSpec::Read, runLindex},
    {"lrange", 4, CommandSpec::Read, runLrange},
    {"ltrim", 4, CommandSpec::Write, runLtrim},
};

} // namespace

std::span<const CommandSpec> listCommands()
{
    return kCommands;
}

} // namespace penstock::embedded
