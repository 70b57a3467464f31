// SPDX-License-Identifier: MIT
#pragma once

#include "core/feed/feed.h"
#include "core/util/time.h"

#include <QObject>
#include <QString>

#include <memory>

namespace penstock {

/// Where a loaded feed came from.
enum class FeedSource
{
    Live,
    File,
    Cached,
    Sample
};

struct LoadedFeed
{
    Feed feed;
    FeedSource source = FeedSource::Sample;
    std::string url;
    std::string cachedSince; ///< ISO 8601, when Cached
    /// Why the feed itself could not be used, when the cached copy or the sample stands in for it,
    /// or (without fallback) why there is none.
    std::string failure;
};

struct FeedLoaderOptions
{
    Micros deadline = std::chrono::seconds(10); ///< of one transfer, redirects included
    std::int64_t sizeLimit = 16 * 1024 * 1024;  ///< of the body, also after decompression
    int attempts = 3;
    Micros firstBackOff = std::chrono::milliseconds(500); ///< then doubled, with jitter
    Micros wholeDeadline = std::chrono::seconds(20);      ///< of all attempts together
    bool fallback = true; ///< false: a failure or an empty feed is final (`--no-fallback`)
    QString cacheFolder;  ///< empty: the user's cache folder
};

/// Fetches one feed at a time: http, https, file: and plain paths. Lives on a thread with an event
/// loop; every function and signal is of that thread. load() while loading aborts the first.
class FeedLoader : public QObject
{
    Q_OBJECT

public:
    explicit FeedLoader(FeedLoaderOptions options = {}, QObject* parent = nullptr);
    ~FeedLoader() override;

    void load(const QString& urlOrPath);
    void abort();
    bool isLoading() const;

signals:
    /// Always exactly once a load(), unless aborted. With a failure and no fallback the entries are
    /// empty and failure says why.
    void finished(const penstock::LoadedFeed& feed);
    /// A transfer failed and another attempt follows; for a status line.
    void retried(const QString& why, int attempt);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

/// The sample bundled with Penstock, parsed. Any thread.
Feed sampleFeed();

} // namespace penstock
