// SPDX-License-Identifier: MIT
#include "core/store/embedded/command_table.h"

#include <algorithm>

namespace penstock::embedded {

namespace {

constexpr std::size_t kQuoteLimit = 128; // of one word, and about of all together

std::string unknownCommandText(Words words)
{
    std::string text = "ERR unknown command '";
    text += words[0].substr(0, kQuoteLimit);
    text += "', with args beginning with: ";
    std::size_t quoted = 0;
    for (std::size_t i = 1; i < words.size() && quoted < kQuoteLimit; ++i) {
        const std::string_view shown = words[i].substr(0, kQuoteLimit - quoted);
        text.append("'").append(shown).append("' ");
        quoted += shown.size() + 3;
    }
    return text;
}

} // namespace

const std::vector<const CommandSpec*>& allCommands()
{
    static const std::vector<const CommandSpec*> commands = [] {
        std::vector<const CommandSpec*> rows;
        for (const auto part :
             {stringCommands(), counterCommands(), hashCommands(), sortedSetCommands(),
              rangeCommands(), setCommands(), listCommands(), keyCommands(), expiryCommands(),
              scriptCommands(), serverCommands()}) {
            for (const CommandSpec& row : part)
                rows.push_back(&row);
        }
        return rows;
    }();
    return commands;
}

const CommandSpec* findCommand(std::string_view name)
{
    static const TextMap<const CommandSpec*> byName = [] {
        TextMap<const CommandSpec*> table;
        for (const CommandSpec* const row : allCommands())
            table.emplace(row->name, row);
        return table;
    }();
    if (name.size() > kQuoteLimit)
        return nullptr;
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    const auto found = byName.find(lower);
    return found == byName.end() ? nullptr : found->second;
}

void runCommand(CommandContext& context)
{
    const CommandSpec* const command = findCommand(context.words[0]);
    if (!command)
        return context.reply.error(unknownCommandText(context.words));
    context.name = command->name;
    if (!command->accepts(context.words.size()))
        return context.wrongArity();
    command->run(context);
}

void runSubcommand(CommandContext& context, std::span<const CommandSpec> rows)
{
    for (const CommandSpec& row : rows) {
        if (!context.isWord(1, row.name))
            continue;
        const std::string fullName = std::string(context.name) + '|' + std::string(row.name);
        context.name = fullName;
        if (row.accepts(context.words.size()))
            row.run(context);
        else
            context.wrongArity();
        return;
    }
    std::string text = "ERR unknown subcommand '";
    text += context.word(1).substr(0, kQuoteLimit);
    text += "'. Try ";
    for (const char c : context.name)
        text += static_cast<char>(c - 'a' + 'A'); // container names are plain lower-case letters
    context.reply.error(text + " HELP.");
}

} // namespace penstock::embedded
