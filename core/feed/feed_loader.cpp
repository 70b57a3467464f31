// SPDX-License-Identifier: MIT
#include "core/feed/feed_loader.h"

#include "core/feed/feed_cache.h"
#include "core/feed/feed_parser.h"
#include "core/feed/gunzip.h"
#include "core/feed/http_fetch.h"
#include "core/feed/retry_plan.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QUrl>

#include <optional>

namespace penstock {

namespace {

struct Bytes
{
    QByteArray body;
    QString failure;
};

Bytes readFile(const QString& path, std::int64_t sizeLimit)
{
    QFile file(path);
    if (QFileInfo(path).isDir())
        return {{}, path % QStringLiteral(" is a folder")};
    if (!file.open(QIODevice::ReadOnly))
        return {{}, path % QStringLiteral(": ") % file.errorString()};
    QByteArray body = file.read(sizeLimit + 1); // a bound also for pipes and devices
    if (body.size() > sizeLimit)
        return {
            {},
            QStringLiteral("%1 is larger than %2 MiB").arg(path).arg(sizeLimit / (1024 * 1024))};
    return {body, {}};
}

/// Files and some servers hand out gzip without saying so.
Bytes unpacked(const QByteArray& body, std::int64_t sizeLimit)
{
    if (!isGzip(body))
        return {body, {}};
    const auto plain = gunzip(body, sizeLimit);
    return plain ? Bytes{*plain, {}} : Bytes{{}, QString::fromStdString(plain.error())};
}

bool isHttp(const QUrl& url)
{
    return url.scheme() == u"http" || url.scheme() == u"https";
}

/// The path that @p text names, or nothing when it is an address of another kind.
std::optional<QString> localPath(const QString& text)
{
    const QUrl url(text);
    if (url.isLocalFile())
        return url.toLocalFile();
    // One letter before a colon is a drive, not a scheme; a file that exists is a file.
    const bool hasScheme = url.scheme().size() > 1 && text.contains(u"://");
    return hasScheme ? std::nullopt : std::optional(text);
}

std::string whyEmpty(const Feed& feed)
{
    return feed.problems.empty() ? "it has no entries" : feed.problems.back().message;
}

} // namespace

class FeedLoader::Impl
{
public:
    Impl(FeedLoader& loader, FeedLoaderOptions options)
        : m_loader(loader), m_options(std::move(options)),
          m_cache(m_options.cacheFolder.isEmpty() ? FeedCache::standardFolder()
                                                  : m_options.cacheFolder),
          m_fetch(m_options.deadline, m_options.sizeLimit)
    {
        m_wait.setSingleShot(true);
        QObject::connect(&m_wait, &QTimer::timeout, &m_loader, [this] { step(); });
        QObject::connect(&m_fetch, &HttpFetch::finished, &m_loader,
                         [this](const FetchResult& result) { take(result); });
    }

    void load(const QString& urlOrPath)
    {
        abort();
        m_isLoading = true;
        m_url = urlOrPath.trimmed();
        m_plan.emplace(m_options.attempts, m_options.firstBackOff, m_options.wholeDeadline,
                       QRandomGenerator::global()->generate64());
        m_elapsed.start();
        m_wait.start(0); // always from the event loop, files too
    }

    void abort()
    {
        m_wait.stop();
        m_fetch.abort();
        m_isLoading = false;
    }

    bool isLoading() const { return m_isLoading; }

private:
    void step()
    {
        if (const auto path = localPath(m_url)) {
            loadFile(*path);
        } else if (const QUrl url(m_url); isHttp(url) && !url.host().isEmpty()) {
            const auto cached = m_cache.find(m_url);
            m_fetch.start(url, cached ? cached->etag : QString(),
                          cached ? cached->lastModified : QString());
        } else {
            fallBack(m_url.toStdString() +
                     ": not an address that can be read; give http://, https://, "
                     "file: or a path");
        }
    }

    void loadFile(const QString& path)
    {
        Bytes read = m_url.isEmpty() ? Bytes{{}, QStringLiteral("no address or file is given")}
                                     : readFile(path, m_options.sizeLimit);
        if (read.failure.isEmpty())
            read = unpacked(read.body, m_options.sizeLimit);
        if (!read.failure.isEmpty())
            return fallBack(read.failure.toStdString());
        accept(parseFeed(read.body, {}, QUrl::fromLocalFile(path).toString().toStdString()),
               FeedSource::File);
    }

    void take(const FetchResult& result)
    {
        switch (result.kind) {
        case FetchResult::Kind::Body:
            return takeBody(result);
        case FetchResult::Kind::NotModified:
            if (const auto cached = m_cache.find(m_url))
                return accept(parsed(*cached), FeedSource::Live);
            return fallBack("the server says it has not changed, but no copy of it is kept");
        case FetchResult::Kind::Retryable:
            if (const auto wait = m_plan->next(elapsed())) {
                emit m_loader.retried(result.failure, m_plan->attempt());
                return m_wait.start(std::chrono::duration_cast<std::chrono::milliseconds>(*wait));
            }
            break;
        case FetchResult::Kind::Final:
            break;
        }
        fallBack(result.failure.toStdString());
    }

    void takeBody(const FetchResult& result)
    {
        const Bytes plain = unpacked(result.body, m_options.sizeLimit);
        if (!plain.failure.isEmpty())
            return fallBack(plain.failure.toStdString());
        const CachedFeed fetched{plain.body, result.charset, result.etag, result.lastModified,
                                 QDateTime::currentDateTimeUtc()};
        Feed feed = parseFeed(plain.body, result.charset.toStdString(),
                              result.url.toString().toStdString());
        if (!feed.entries.empty() && !m_cache.store(m_url, fetched))
            feed.problems.push_back({"cache", "the feed could not be kept for later"});
        accept(std::move(feed), FeedSource::Live);
    }

    Micros elapsed() const
    {
        return std::chrono::duration_cast<Micros>(Nanos(m_elapsed.nsecsElapsed()));
    }

    Feed parsed(const CachedFeed& cached) const
    {
        return parseFeed(cached.body, cached.charset.toStdString(), m_url.toStdString());
    }

    void accept(Feed feed, FeedSource source)
    {
        if (feed.entries.empty()) {
            const std::string why = whyEmpty(feed); // before the move
            return fallBack(why, std::move(feed));
        }
        finish({std::move(feed), source, m_url.toStdString(), {}, {}});
    }

    /// @p failed: what could be read of a feed without entries; its problems are kept.
    void fallBack(const std::string& failure, Feed failed = {})
    {
        LoadedFeed loaded{std::move(failed), FeedSource::Sample, m_url.toStdString(), {}, failure};
        if (!m_options.fallback) {
            loaded.source = localPath(m_url) ? FeedSource::File : FeedSource::Live;
            return finish(std::move(loaded));
        }
        if (const auto cached = m_cache.find(m_url)) {
            Feed feed = parsed(*cached);
            if (!feed.entries.empty()) {
                loaded.feed = std::move(feed);
                loaded.source = FeedSource::Cached;
                loaded.cachedSince = cached->fetched.toString(Qt::ISODate).toStdString();
                return finish(std::move(loaded));
            }
        }
        Problems problems = std::move(loaded.feed.problems);
        loaded.feed = sampleFeed();
        loaded.feed.problems = std::move(problems);
        finish(std::move(loaded));
    }

    void finish(LoadedFeed loaded)
    {
        m_isLoading = false;
        emit m_loader.finished(loaded);
    }

    FeedLoader& m_loader;
    FeedLoaderOptions m_options;
    FeedCache m_cache;
    HttpFetch m_fetch;
    QTimer m_wait;
    QElapsedTimer m_elapsed;
    QString m_url;
    std::optional<RetryPlan> m_plan;
    bool m_isLoading = false;
};

FeedLoader::FeedLoader(FeedLoaderOptions options, QObject* parent)
    : QObject(parent), m_impl(std::make_unique<Impl>(*this, std::move(options)))
{
}

FeedLoader::~FeedLoader() = default;

void FeedLoader::load(const QString& urlOrPath)
{
    m_impl->load(urlOrPath);
}

void FeedLoader::abort()
{
    m_impl->abort();
}

bool FeedLoader::isLoading() const
{
    return m_impl->isLoading();
}

} // namespace penstock
