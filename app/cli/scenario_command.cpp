// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "core/scenario/library.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace penstock {

namespace {

ExitCode listScenarios()
{
    std::string text;
    for (const Scenario& scenario : builtinScenarios()) {
        constexpr std::size_t kColumn = 18;
        std::string line = scenario.name;
        line.resize(std::max(line.size() + 2, kColumn), ' ');
        text += line + scenario.title + '\n';
    }
    console::write(text);
    return ExitCode::Ok;
}

ExitCode showScenario(const std::string& nameOrPath)
{
    const Result<Scenario> scenario = loadScenario(nameOrPath);
    if (!scenario)
        return console::fail(scenario.error());
    console::write(toJson(*scenario));
    return ExitCode::Ok;
}

ExitCode validateScenario(const std::string& nameOrPath)
{
    const Result<Scenario> scenario = loadScenario(nameOrPath);
    if (!scenario)
        return console::fail(scenario.error());
    console::write(nameOrPath + " is a valid scenario: " + scenario->name + '\n');
    return ExitCode::Ok;
}

void addOne(CLI::App& parent, Action& action, const char* name, const char* help,
            ExitCode (*work)(const std::string&))
{
    CLI::App* const command = parent.add_subcommand(name, help);
    const auto target = std::make_shared<std::string>();
    command->add_option("SCENARIO", *target, "A built-in name or a file")->required();
    command->callback(
        [&action, target, work] { action = [target, work] { return work(*target); }; });
}

} // namespace

void addScenarioCommand(CLI::App& app, Action& action)
{
    CLI::App* const command = app.add_subcommand("scenario", "List, show and check scenarios");
    command->require_subcommand(1);
    command->add_subcommand("list", "Name the built-in scenarios")->callback([&action] {
        action = listScenarios;
    });
    addOne(*command, action, "show", "Print a scenario as JSON, with every default", showScenario);
    addOne(*command, action, "validate", "Check a scenario file", validateScenario);
}

} // namespace penstock
