// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/feed_fetch.h"
#include "app/cli/run_options.h"
#include "app/cli/run_session.h"
#include "app/cli/signals.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace penstock {

namespace {

std::vector<Label> labelsOf(const Feed& feed, std::uint32_t entries)
{
    std::vector<Label> labels;
    for (const FeedEntry& entry : feed.entries) {
        if (labels.size() == entries)
            break;
        labels.push_back({entry.title, entry.link});
    }
    return labels;
}

ExitCode run(const RunOptions& options)
{
    const Result<Scenario> scenario = scenarioOf(options);
    if (!scenario)
        return console::fail(scenario.error());
    if (const auto events = parseEvents(options.events); !events)
        return console::fail(events.error());
    const Result<Micros> wait = storeWaitOf(options, scenario->store);
    if (!wait)
        return console::fail(wait.error());

    const auto stop = std::make_shared<StopSignal>();
    const SignalHandlers handlers(*stop);
    // First the store, so that a private server starts while the feed is fetched.
    const Result<std::unique_ptr<Store>> store = makeStore(scenario->store);
    if (!store)
        return console::fail(store.error());
    const auto loaded = fetchFeed(scenario->feed.url, !options.noFallback, *stop);
    if (!loaded)
        return ExitCode::Interrupted;
    if (!reportFeed(*loaded))
        return ExitCode::InputOutput;
    if (auto isReady = waitForStore(**store, *wait, *stop); !isReady) {
        isReady.error().hint = "nothing was asked; --wait-store 30s waits for one that is starting";
        return stop->isRequested() ? ExitCode::Interrupted : console::fail(isReady.error());
    }

    RunSession session(options, *scenario, **store, labelsOf(loaded->feed, scenario->feed.entries),
                       stop);
    return session.exec();
}

void addOptions(CLI::App& command, RunOptions& options)
{
    command.add_option("SCENARIO", options.scenario, "A built-in name or a file")->required();
    command
        .add_option("--store", options.store,
                    "default, private, embedded, redis://[user:pass@]host:port/db or unix:PATH")
        ->option_text("STORE");
    command.add_option("--feed", options.feed, "Make requests of this feed")
        ->option_text("URL|FILE");
    command.add_flag("--no-fallback", options.noFallback,
                     "End (exit 4) when the feed fails or is empty, instead of using the cached "
                     "copy or the sample");
    command.add_option("--set", options.sets, "A value of the scenario: limiter.capacity=50")
        ->allow_extra_args(false)
        ->option_text("PATH=VALUE ...");
    command.add_option("--duration", options.duration, "End after this run time: 60s")
        ->option_text("TIME");
    command.add_option("--seed", options.seed, "Of every random draw")->option_text("N");
    command
        .add_option("--threshold", options.thresholds,
                    "What the run must meet, else exit 99: 'deny_ratio < 0.05'")
        ->allow_extra_args(false)
        ->option_text("BAR ...");
    command.add_option("--out", options.outFolder, "Leave the run's files in this new folder")
        ->option_text("DIR");
    command
        .add_option("--events", options.events,
                    "Which decisions --out keeps: all (default), admitted or none")
        ->option_text("WHICH");
    command.add_flag("--json", options.isJson, "Print the summary as one JSON document");
    command.add_flag("--log", options.isLog,
                     "One line a request, on stdout (with --json on stderr)");
    command
        .add_option("--wait-store", options.waitStore,
                    "Wait this long for the store to answer: 30s")
        ->option_text("TIME");
}

} // namespace

void addRunCommand(CLI::App& app, Action& action)
{
    CLI::App* const command = app.add_subcommand("run", "Run a scenario and print its summary");
    const auto options = std::make_shared<RunOptions>();
    addOptions(*command, *options);
    command->footer("penstock-cli scenario show SCENARIO prints every value that --set takes.");
    command->callback([&action, options] { action = [options] { return run(*options); }; });
}

} // namespace penstock
