// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/feed_fetch.h"
#include "app/cli/signals.h"
#include "core/run/json_writer.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace penstock {

namespace {

struct FeedOptions
{
    std::string target;
    bool isJson = false;
};

std::string feedJson(const LoadedFeed& loaded)
{
    std::string out;
    JsonWriter json(out, true);
    json.beginObject()
        .member("schema", "penstock.feed/1")
        .member("url", loaded.url)
        .member("title", loaded.feed.title)
        .key("entries")
        .beginArray();
    for (const FeedEntry& entry : loaded.feed.entries) {
        json.beginObject()
            .member("title", entry.title)
            .member("link", entry.link)
            .member("id", entry.id)
            .member("published", entry.published)
            .endObject();
    }
    json.endArray().key("problems").beginArray();
    for (const Problem& problem : loaded.feed.problems) {
        json.beginObject()
            .member("field", problem.field)
            .member("message", problem.message)
            .endObject();
    }
    json.endArray();
    if (!loaded.failure.empty())
        json.member("failure", loaded.failure);
    json.endObject();
    return out + '\n';
}

std::string feedText(const Feed& feed)
{
    std::string text = console::printable(feed.title) + '\n';
    for (std::size_t i = 0; i < feed.entries.size(); ++i) {
        const FeedEntry& entry = feed.entries[i];
        text += std::to_string(i + 1) + ". " + console::printable(entry.title) + '\n';
        if (!entry.link.empty())
            text += "   " + console::printable(entry.link) + '\n';
    }
    return text;
}

/// What the address itself gives, without a stand-in: this command is there to find faults.
ExitCode showFeed(const FeedOptions& options)
{
    StopSignal stop;
    const SignalHandlers handlers(stop);
    const auto loaded = fetchFeed(options.target, false, stop);
    if (!loaded)
        return ExitCode::Interrupted;
    if (options.isJson)
        console::write(feedJson(*loaded));
    for (const Problem& problem : loaded->feed.problems) {
        if (!options.isJson)
            console::note("feed: " + console::printable(toText(Problems{problem})));
    }
    if (loaded->feed.entries.empty())
        return console::fail({ErrorKind::InputOutput,
                              "the feed " + options.target + " gives no entries: " +
                                  (loaded->failure.empty() ? "it is empty" : loaded->failure),
                              "check the address in a browser, or give a file"});
    if (!options.isJson)
        console::write(feedText(loaded->feed));
    return ExitCode::Ok;
}

} // namespace

void addFeedCommand(CLI::App& app, Action& action)
{
    CLI::App* const command = app.add_subcommand("feed", "Load a feed and print its entries");
    const auto options = std::make_shared<FeedOptions>();
    command->add_option("URL|FILE", options->target, "An address or a file")->required();
    command->add_flag("--json", options->isJson, "One JSON document: title, entries, problems");
    command->callback([&action, options] { action = [options] { return showFeed(*options); }; });
}

} // namespace penstock
