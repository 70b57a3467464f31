// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/health_check.h"
#include "app/cli/signals.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace penstock {

namespace {

const char* wordOf(HealthCheck::State state)
{
    switch (state) {
    case HealthCheck::State::Good:
        return "ok    ";
    case HealthCheck::State::Note:
        return "note  ";
    case HealthCheck::State::Bad:
        return "FAIL  ";
    }
    return "";
}

void print(const std::vector<HealthCheck>& checks)
{
    std::string text;
    for (const HealthCheck& check : checks) {
        std::string name = check.name;
        name.resize(std::max<std::size_t>(name.size() + 2, 16), ' ');
        text += wordOf(check.state) + name + console::printable(check.finding) + '\n';
        if (!check.nextStep.empty())
            text += "      next: " + check.nextStep + '\n';
    }
    console::write(text);
}

ExitCode examine(const std::string& storeText)
{
    const Result<StoreSpec> spec = parseStoreSpec(storeText);
    if (!spec)
        return console::fail(spec.error());
    StopSignal stop;
    const SignalHandlers handlers(stop);
    print(checkVersions());
    print(checkDesktop());
    const std::vector<HealthCheck> store = checkStore(*spec, stop);
    print(store);
    if (SignalHandlers::isInterrupted())
        return ExitCode::Interrupted;
    const bool isBad = std::any_of(store.begin(), store.end(), [](const HealthCheck& check) {
        return check.state == HealthCheck::State::Bad;
    });
    return isBad ? ExitCode::StoreUnreachable : ExitCode::Ok;
}

} // namespace

void addDoctorCommand(CLI::App& app, Action& action)
{
    CLI::App* const command = app.add_subcommand(
        "doctor", "Look at versions, store, fonts and display, with the next step for each");
    const auto store = std::make_shared<std::string>("default");
    command->add_option("--store", *store, "Which store to ask (default: default)")
        ->option_text("STORE");
    command->callback([&action, store] { action = [store] { return examine(*store); }; });
}

} // namespace penstock
