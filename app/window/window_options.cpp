// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_options.h"

#include "core/util/units.h"

#include <QRegularExpression>

#include <CLI/CLI.hpp>

#include <iostream>
#include <string>

namespace penstock {

namespace {

constexpr int kUsage = 2;

/// The words as they were given.
struct RawOptions
{
    std::string scenario;
    std::string store;
    std::vector<std::string> sets;
    std::string screenshot;
    std::string after = "5s";
    std::string size;
    std::string theme;
};

void declare(CLI::App& app, RawOptions& raw)
{
    app.set_version_flag("--version", "penstock " PENSTOCK_VERSION);
    app.add_option("SCENARIO", raw.scenario, "a built-in scenario or a file; first-look by itself");
    app.add_option("--store", raw.store,
                   "private, embedded, redis://[user:pass@]host:port/db or unix:PATH");
    app.add_option("--set", raw.sets, "a value of the scenario, such as limiter.capacity=50")
        ->allow_extra_args(false);
    app.add_option("--screenshot", raw.screenshot, "write a picture of the window and end");
    app.add_option("--after", raw.after, "run for this long before the picture (5s)");
    app.add_option("--size", raw.size, "of the window, such as 1280x800");
    app.add_option("--theme", raw.theme, "system, light, dark or high-contrast");
}

tl::unexpected<int> fail(const std::string& what)
{
    std::cerr << "penstock: " << what << "\npenstock --help lists the options\n";
    return tl::unexpected(kUsage);
}

} // namespace

tl::expected<WindowOptions, int> readWindowOptions(int argc, char** argv)
{
    CLI::App app("Penstock: a laboratory for distributed rate limits", "penstock");
    RawOptions raw;
    declare(app, raw);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0)
            return tl::unexpected(app.exit(error));
        return fail(error.what());
    }
    WindowOptions options;
    options.scenario = QString::fromStdString(raw.scenario);
    options.screenshot = QString::fromStdString(raw.screenshot);
    for (const std::string& set : raw.sets) {
        const auto equals = set.find('=');
        if (equals == std::string::npos || equals == 0)
            return fail("--set needs path=value, not \"" + set + '"');
        options.sets.emplace_back(QString::fromStdString(set.substr(0, equals)),
                                  QString::fromStdString(set.substr(equals + 1)));
    }
    if (!raw.store.empty()) {
        const Result<StoreSpec> store = parseStoreSpec(raw.store);
        if (!store)
            return fail(store.error().message);
        options.store = *store;
    }
    const Parsed<Nanos> after = parseDuration(raw.after);
    if (!after)
        return fail("--after " + after.error());
    options.after = *after;
    if (!raw.theme.empty()) {
        options.theme = parseThemeChoice(QString::fromStdString(raw.theme));
        if (!options.theme)
            return fail("--theme must be system, light, dark or high-contrast");
    }
    if (!raw.size.empty()) {
        static const QRegularExpression form(QStringLiteral("^(\\d{3,4})x(\\d{3,4})$"));
        const auto match = form.match(QString::fromStdString(raw.size));
        if (!match.hasMatch())
            return fail("--size must be like 1280x800");
        options.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
    }
    return options;
}

} // namespace penstock
