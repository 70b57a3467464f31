// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/embedded/command_context.h"

namespace penstock::embedded {

/// One row of the command table.
struct CommandSpec
{
    enum Flag : unsigned
    {
        Read = 0,
        Write = 1,    ///< refused in a script that declares no-writes
        NoScript = 2, ///< not allowed from a script
    };

    std::string_view name; ///< lower case
    int arity = 0;         ///< words including the name; negative: at least so many. As in Redis.
    unsigned flags = Read;
    void (*run)(CommandContext& context) = nullptr;

    bool accepts(std::size_t wordCount) const
    {
        const auto count = static_cast<int>(wordCount);
        return arity >= 0 ? count == arity : count >= -arity;
    }
};

/// The rows of each kind of value.
std::span<const CommandSpec> stringCommands();
std::span<const CommandSpec> counterCommands();
std::span<const CommandSpec> hashCommands();
std::span<const CommandSpec> sortedSetCommands();
std::span<const CommandSpec> rangeCommands(); ///< reading ranges of sorted sets
std::span<const CommandSpec> setCommands();
std::span<const CommandSpec> listCommands();
std::span<const CommandSpec> keyCommands();
std::span<const CommandSpec> expiryCommands();
std::span<const CommandSpec> scriptCommands();
std::span<const CommandSpec> serverCommands();

/// Every row, for those who prepare their own lookup. Safe from any thread.
const std::vector<const CommandSpec*>& allCommands();

/// The row called @p name in any case, or nullptr. Safe from any thread.
const CommandSpec* findCommand(std::string_view name);

/// Runs one command from outside a script: finds it, checks its arity, answers the error texts of
/// Redis. context.name is filled in here.
void runCommand(CommandContext& context);

/// The same for a container command such as SCRIPT: word 1 names the row.
void runSubcommand(CommandContext& context, std::span<const CommandSpec> rows);

} // namespace penstock::embedded
