// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <optional>

namespace penstock {

/// One feed as it was last fetched.
struct CachedFeed
{
    QByteArray body; ///< unpacked
    QString charset;
    QString etag;
    QString lastModified;
    QDateTime fetched; ///< UTC
};

/// Feeds on disk, one file an address, so that a run without network still has real entries. A
/// damaged file is as good as none. One process may read while another writes: files are replaced
/// whole.
class FeedCache
{
public:
    explicit FeedCache(QString folder) : m_folder(std::move(folder)) {}

    std::optional<CachedFeed> find(const QString& url) const;
    /// False when it cannot be written; a run goes on without.
    bool store(const QString& url, const CachedFeed& feed) const;

    /// The user's cache folder of Penstock's feeds.
    static QString standardFolder();

private:
    QString fileOf(const QString& url) const;

    QString m_folder;
};

} // namespace penstock
