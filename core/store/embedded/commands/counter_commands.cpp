// SPDX-License-Identifier: MIT
#include "core/store/embedded/command_table.h"

#include <cmath>

namespace penstock::embedded {

namespace {

void increment(CommandContext& context, std::int64_t step)
{
    StoredText* value = nullptr;
    if (!context.lookup(context.word(1), value))
        return;
    std::int64_t number = 0;
    if (value) {
        const auto old = value->integer();
        if (!old)
            return context.reply.error(errors::kNotInteger);
        number = *old;
    }
    if (__builtin_add_overflow(number, step, &number))
        return context.reply.error(errors::kOverflow);
    if (!value)
        context.lookupOrMake(context.word(1), value);
    value->assign(number);
    context.reply.integer(number);
}

void runIncr(CommandContext& context)
{
    increment(context, 1);
}

void runDecr(CommandContext& context)
{
    increment(context, -1);
}

void runIncrby(CommandContext& context)
{
    std::int64_t step = 0;
    if (context.readInteger(2, step))
        increment(context, step);
}

void runDecrby(CommandContext& context)
{
    std::int64_t step = 0;
    if (!context.readInteger(2, step))
        return;
    if (step == std::numeric_limits<std::int64_t>::min())
        return context.reply.error("ERR decrement would overflow");
    increment(context, -step);
}

void runIncrbyfloat(CommandContext& context)
{
    StoredText* value = nullptr;
    if (!context.lookup(context.word(1), value))
        return;
    NumberText room;
    const auto old = value ? parseLongDouble(value->view(room)) : std::optional<long double>(0);
    const auto step = parseLongDouble(context.word(2));
    if (!old || !step)
        return context.reply.error(errors::kNotFloat);
    const long double sum = *old + *step;
    if (!std::isfinite(sum))
        return context.reply.error(errors::kNotFinite);
    const std::string text = formatLongDouble(sum);
    if (!value)
        context.lookupOrMake(context.word(1), value);
    value->assign(text);
    context.reply.bulk(std::string_view(text));
}

constexpr CommandSpec kCommands[] = {
    {"incr", 2, CommandSpec::Write, runIncr},
    {"decr", 2, CommandSpec::Write, runDecr},
    {"incrby", 3, CommandSpec::Write, runIncrby},
    {"decrby", 3, CommandSpec::Write, runDecrby},
    {"incrbyfloat", 3, CommandSpec::Write, runIncrbyfloat},
};

} // namespace

std::span<const CommandSpec> counterCommands()
{
    return kCommands;
}

} // namespace penstock::embedded
