// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"

#include <functional>

namespace CLI {
class App;
}

namespace penstock {

/// What the command line asked for, to be done after all of it was read.
using Action = std::function<ExitCode()>;

// One function a subcommand: adds it to @p app; when it is on the command line, reading sets
// @p action.
void addRunCommand(CLI::App& app, Action& action);
void addScenarioCommand(CLI::App& app, Action& action);
void addScriptCommand(CLI::App& app, Action& action);
void addFeedCommand(CLI::App& app, Action& action);
void addBenchCommand(CLI::App& app, Action& action);
void addDoctorCommand(CLI::App& app, Action& action);
void addVersionCommand(CLI::App& app, Action& action);

} // namespace penstock
