// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/feed_keeper.h"

#include <algorithm>

namespace penstock {

FeedKeeper::FeedKeeper(FeedLoaderOptions options, QObject* parent)
    : QObject(parent), m_loader(std::move(options))
{
    connect(&m_loader, &FeedLoader::finished, this, [this](const LoadedFeed& feed) {
        m_loaded = feed;
        m_retry.clear();
        emit changed();
        emit loadedAnew();
    });
    connect(&m_loader, &FeedLoader::retried, this, [this](const QString& why, int) {
        m_retry = why;
        emit changed();
    });
}

void FeedKeeper::load(const QString& url, bool isAnew)
{
    if (url == m_url && !isAnew && (m_loaded || isLoading()))
        return;
    if (url != m_url)
        m_loaded.reset();
    m_url = url;
    m_retry.clear();
    m_loader.load(url);
    emit changed();
}

std::vector<Label> FeedKeeper::labels(std::uint32_t entries) const
{
    const bool isUsable = m_loaded && !m_loaded->feed.entries.empty();
    const Feed feed = isUsable ? m_loaded->feed : sampleFeed();
    const std::size_t count = std::min<std::size_t>(std::max(entries, 1U), feed.entries.size());
    std::vector<Label> labels;
    labels.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        labels.push_back({feed.entries[i].title, feed.entries[i].link});
    if (labels.empty())
        labels.push_back({"Request", {}});
    return labels;
}

} // namespace penstock
