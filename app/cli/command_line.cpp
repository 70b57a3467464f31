// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"

#include "app/cli/console.h"
#include "core/util/nearest_name.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace penstock {

namespace {

/// The subcommand that was reached last, such as `scenario show`.
const CLI::App& innermost(const CLI::App& app)
{
    const auto chosen = app.get_subcommands();
    return chosen.empty() ? app : innermost(*chosen.front());
}

std::vector<std::string> optionNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    }
    return names;
}

std::vector<std::string> commandNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

std::string wholeName(const CLI::App& app)
{
    const CLI::App* const parent = app.get_parent();
    return parent ? wholeName(*parent) + ' ' + app.get_name() : app.get_name();
}

ExitCode misused(const CLI::App& app, const std::string& message)
{
    return console::fail(
        {ErrorKind::Usage, message, wholeName(app) + " --help shows what it takes"});
}

/// What nothing took, with the nearest name. CLI11 alone would only say that it was not expected.
std::string unknownArgument(const CLI::App& app, const std::string& argument)
{
    if (argument.starts_with("-") && argument != "-") {
        const std::string name = argument.substr(0, argument.find('='));
        return "unknown option " + name + didYouMean(name, optionNames(app));
    }
    const std::vector<std::string> commands = commandNames(app);
    if (!commands.empty())
        return "unknown command \"" + argument + '"' + didYouMean(argument, commands);
    return "unexpected argument \"" + argument + '"';
}

/// CLI11's words about the number of values, in ours.
std::string inPlainWords(const std::string& mistake)
{
    const std::string option = mistake.substr(0, mistake.find(':'));
    if (mistake.find("At Most 1 required") != std::string::npos)
        return option + ": is given more than once";
    if (mistake.find("1 required TEXT missing") != std::string::npos)
        return option + ": needs a value";
    return mistake;
}

/// An option with an empty value, as from `--duration "$UNSET"`: never the same as none.
std::string emptyOption(const CLI::App& app)
{
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& value : option->results()) {
            if (value.empty() && !option->get_positional())
                return option->get_name() + ": needs a value";
        }
    }
    return {};
}

void addCommands(CLI::App& app, Action& action)
{
    addRunCommand(app, action);
    addScenarioCommand(app, action);
    addScriptCommand(app, action);
    addFeedCommand(app, action);
    addBenchCommand(app, action);
    addDoctorCommand(app, action);
    addVersionCommand(app, action);
}

/// Leftovers are collected instead of thrown, so that they can be answered with a suggestion.
void allowExtras(CLI::App& app)
{
    app.allow_extras();
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        allowExtras(*command);
}

} // namespace

tl::expected<Action, ExitCode> readCommandLine(int argc, char** argv)
{
    CLI::App app("Penstock: a laboratory for distributed rate limits", "penstock-cli");
    app.require_subcommand(1);
    app.set_version_flag("--version", "penstock-cli " PENSTOCK_VERSION);
    app.footer("Exit codes: 0 ok, 1 internal, 2 usage, 3 invalid scenario, 4 file or feed,\n"
               "5 store unreachable, 6 stopped early, 99 a threshold failed, 130 interrupted.");
    Action action;
    addCommands(app, action);
    allowExtras(app);

    std::string mistake;
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const CLI::App& command = innermost(app);
        const std::string parent = command.get_parent() ? wholeName(*command.get_parent()) : "";
        return tl::unexpected(console::write(command.help(parent)) ? ExitCode::Ok
                                                                   : ExitCode::InputOutput);
    } catch (const CLI::CallForVersion& version) {
        return tl::unexpected(console::write(std::string(version.what()) + '\n')
                                  ? ExitCode::Ok
                                  : ExitCode::InputOutput);
    } catch (const CLI::ParseError& error) {
        mistake = inPlainWords(error.what());
    }
    const CLI::App& command = innermost(app);
    const std::vector<std::string> unknown = app.remaining(true);
    if (!unknown.empty())
        return tl::unexpected(misused(command, unknownArgument(command, unknown.front())));
    if (mistake.empty())
        mistake = emptyOption(command);
    if (!mistake.empty() || !action)
        return tl::unexpected(misused(command, mistake.empty() ? "nothing to do" : mistake));
    return action;
}

} // namespace penstock
