// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/feed_fetch.h"

#include "app/cli/console.h"

#include <QEventLoop>
#include <QSocketNotifier>

namespace penstock {

std::optional<LoadedFeed> fetchFeed(const std::string& urlOrPath, bool fallback,
                                    const StopSignal& stop)
{
    FeedLoaderOptions options;
    options.fallback = fallback;
    FeedLoader loader(options);
    QEventLoop loop;
    std::optional<LoadedFeed> result;
    QObject::connect(&loader, &FeedLoader::finished, &loop, [&](const LoadedFeed& loaded) {
        result = loaded;
        loop.quit();
    });
    QObject::connect(&loader, &FeedLoader::retried, &loop, [](const QString& why, int attempt) {
        console::note("feed: " + why.toStdString() + "; attempt " + std::to_string(attempt));
    });
    QSocketNotifier stopped(stop.fd(), QSocketNotifier::Read);
    QObject::connect(&stopped, &QSocketNotifier::activated, &loop, &QEventLoop::quit);

    loader.load(QString::fromStdString(urlOrPath));
    if (!result && !stop.isRequested())
        loop.exec();
    return result;
}

std::string sourceText(const LoadedFeed& loaded)
{
    switch (loaded.source) {
    case FeedSource::Live:
        return "live";
    case FeedSource::File:
        return "the file";
    case FeedSource::Cached:
        return "the copy cached since " + loaded.cachedSince;
    case FeedSource::Sample:
        return "the bundled sample";
    }
    return {};
}

bool reportFeed(const LoadedFeed& loaded)
{
    constexpr std::size_t kMostShown = 5;
    const Problems& problems = loaded.feed.problems;
    for (std::size_t i = 0; i < problems.size() && i < kMostShown; ++i)
        console::note("feed: " + console::printable(toText(Problems{problems[i]})));
    if (problems.size() > kMostShown)
        console::note("feed: and " + std::to_string(problems.size() - kMostShown) +
                      " more; penstock-cli feed shows them");
    if (loaded.feed.entries.empty()) {
        console::fail({ErrorKind::InputOutput,
                       "the feed " + loaded.url + " gives no entries: " +
                           (loaded.failure.empty() ? "it is empty" : loaded.failure),
                       "give another one with --feed URL or --feed FILE"});
        return false;
    }
    if (!loaded.failure.empty())
        console::note("feed: " + loaded.failure + "; using " + sourceText(loaded));
    return true;
}

} // namespace penstock
