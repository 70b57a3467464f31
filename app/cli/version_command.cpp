// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"

#include <CLI/CLI.hpp>

namespace penstock {

void addVersionCommand(CLI::App& app, Action& action)
{
    CLI::App* const command = app.add_subcommand("version", "Print the version");
    command->callback([&action] {
        action = [] {
            console::write("penstock-cli " PENSTOCK_VERSION "\n");
            return ExitCode::Ok;
        };
    });
}

} // namespace penstock
