// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "core/limit/script.h"
#include "core/util/nearest_name.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <vector>

namespace penstock {

namespace {

ExitCode listScripts()
{
    std::string text;
    for (const Script& script : builtinScripts())
        text += script.sha + "  " + std::string(script.name) + '\n';
    console::write(text);
    return ExitCode::Ok;
}

ExitCode showScript(const std::string& name)
{
    if (const Script* const script = findScript(name)) {
        console::write(script->source);
        return ExitCode::Ok;
    }
    std::vector<std::string> names;
    for (const Script& script : builtinScripts())
        names.emplace_back(script.name);
    return console::fail({ErrorKind::Usage,
                          "there is no script \"" + name + '"' + didYouMean(name, names),
                          "penstock-cli script list names them"});
}

} // namespace

void addScriptCommand(CLI::App& app, Action& action)
{
    CLI::App* const command = app.add_subcommand("script", "List and show the Lua scripts");
    command->require_subcommand(1);
    command->add_subcommand("list", "Each script with the SHA-1 by which Redis calls it")
        ->callback([&action] { action = listScripts; });
    CLI::App* const show =
        command->add_subcommand("show", "Print a script, byte for byte what is sent");
    const auto name = std::make_shared<std::string>();
    show->add_option("NAME", *name, "Its name")->required();
    show->callback([&action, name] { action = [name] { return showScript(*name); }; });
}

} // namespace penstock
