// SPDX-License-Identifier: MIT
#include "core/feed/feed_cache.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QStandardPaths>

namespace penstock {

namespace {

constexpr quint32 kMagic = 0x50465331; // "PFS1"
constexpr auto kStreamVersion = QDataStream::Qt_6_4;

} // namespace

QString FeedCache::standardFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) %
           QStringLiteral("/penstock/feeds");
}

QString FeedCache::fileOf(const QString& url) const
{
    const QByteArray name =
        QCryptographicHash::hash(url.toUtf8(), QCryptographicHash::Sha256).toHex();
    return m_folder % u'/' % QString::fromLatin1(name.left(32)) % QStringLiteral(".feed");
}

std::optional<CachedFeed> FeedCache::find(const QString& url) const
{
    QFile file(fileOf(url));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    QDataStream in(&file);
    in.setVersion(kStreamVersion);
    quint32 magic = 0;
    QString storedUrl;
    CachedFeed feed;
    in >> magic >> storedUrl >> feed.charset >> feed.etag >> feed.lastModified >> feed.fetched >>
        feed.body;
    const bool isWhole = in.status() == QDataStream::Ok && magic == kMagic && storedUrl == url;
    return isWhole ? std::optional(feed) : std::nullopt;
}

bool FeedCache::store(const QString& url, const CachedFeed& feed) const
{
    if (!QDir().mkpath(m_folder))
        return false;
    QSaveFile file(fileOf(url));
    if (!file.open(QIODevice::WriteOnly))
        return false;
    QDataStream out(&file);
    out.setVersion(kStreamVersion);
    out << kMagic << url << feed.charset << feed.etag << feed.lastModified << feed.fetched
        << feed.body;
    return out.status() == QDataStream::Ok && file.commit();
}

} // namespace penstock
