// SPDX-License-Identifier: MIT
#include "core/store/embedded/command_table.h"
#include "core/store/embedded/interpreter.h"

namespace penstock::embedded {

namespace {

constexpr std::string_view kNoScript = "NOSCRIPT No matching script. Please use EVAL.";

/// Splits the words after the key count; false after an error reply.
bool readCall(CommandContext& context, ScriptCall& call)
{
    std::int64_t keyCount = 0;
    if (!context.readInteger(2, keyCount))
        return false;
    const Words rest = context.words.subspan(3);
    if (keyCount > static_cast<std::int64_t>(rest.size())) {
        context.reply.error("ERR Number of keys can't be greater than number of args");
        return false;
    }
    if (keyCount < 0) {
        context.reply.error("ERR Number of keys can't be negative");
        return false;
    }
    call = {rest.first(static_cast<std::size_t>(keyCount)),
            rest.subspan(static_cast<std::size_t>(keyCount))};
    return true;
}

void runEval(CommandContext& context)
{
    ScriptCall call;
    if (!readCall(context, call))
        return;
    const auto script = context.scripts->load(context.word(1));
    if (!script)
        return context.reply.error(script.error());
    context.reply.write(context.scripts->run(**script, call));
}

void runEvalsha(CommandContext& context)
{
    constexpr std::size_t kShaSize = 40;
    if (context.word(1).size() != kShaSize)
        return context.reply.error(kNoScript);
    ScriptCall call;
    if (!readCall(context, call))
        return;
    const LoadedScript* const script = context.scripts->find(context.word(1));
    if (!script)
        return context.reply.error(kNoScript);
    context.reply.write(context.scripts->run(*script, call));
}

void runLoad(CommandContext& context)
{
    const auto script = context.scripts->load(context.word(2));
    if (script)
        context.reply.bulk(std::string_view((*script)->sha));
    else
        context.reply.error(script.error());
}

void runScriptExists(CommandContext& context)
{
    const Words shas = context.words.subspan(2);
    context.reply.beginArray(shas.size());
    for (const std::string_view sha : shas)
        context.reply.integer(context.scripts->find(sha) != nullptr);
}

void runScriptFlush(CommandContext& context)
{
    const bool hasMode = context.words.size() == 3;
    if (context.words.size() > 3 ||
        (hasMode && !context.isWord(2, "ASYNC") && !context.isWord(2, "SYNC")))
        return context.reply.error("ERR SCRIPT FLUSH only support SYNC|ASYNC option");
    context.scripts->flush();
    context.reply.ok();
}

void runScriptKill(CommandContext& context)
{
    context.reply.error("NOTBUSY No scripts in execution right now.");
}

constexpr CommandSpec kSubcommands[] = {
    {"load", 3, CommandSpec::NoScript, runLoad},
    {"exists", -3, CommandSpec::NoScript, runScriptExists},
    {"flush", -2, CommandSpec::NoScript, runScriptFlush},
    {"kill", 2, CommandSpec::NoScript, runScriptKill},
};

void runScript(CommandContext& context)
{
    runSubcommand(context, kSubcommands);
}

constexpr CommandSpec kCommands[] = {
    {"eval", -3, CommandSpec::NoScript, runEval},
    {"evalsha", -3, CommandSpec::NoScript, runEvalsha},
    {"script", -2, CommandSpec::NoScript, runScript},
};

} // namespace

std::span<const CommandSpec> scriptCommands()
{
    return kCommands;
}

} // namespace penstock::embedded
