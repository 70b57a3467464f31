// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/feed/feed_loader.h"
#include "core/scenario/scenario.h"
#include "core/traffic/request_plan.h"

#include <QElapsedTimer>
#include <QObject>

#include <optional>
#include <vector>

namespace penstock {

/// The feed that the runs' requests are made from: loads it, keeps what came, makes labels of it.
/// GUI thread.
class FeedKeeper final : public QObject
{
    Q_OBJECT

public:
    explicit FeedKeeper(FeedLoaderOptions options = {}, QObject* parent = nullptr);

    /// Loads @p url, unless it is what is loaded or being loaded; @p isAnew loads it all the same.
    void load(const QString& url, bool isAnew = false);
    bool isLoading() const { return m_loader.isLoading(); }
    const QString& url() const { return m_url; }
    /// What was loaded last; none before the first answer for this address.
    const std::optional<LoadedFeed>& loaded() const { return m_loaded; }
    /// Why the last attempt failed, while another is under way.
    const QString& retry() const { return m_retry; }

    /// The first @p entries of what is there: the feed, or the sample until it came. Never empty.
    std::vector<Label> labels(std::uint32_t entries) const;

signals:
    void changed();
    void loadedAnew();

private:
    FeedLoader m_loader;
    QString m_url;
    QString m_retry;
    std::optional<LoadedFeed> m_loaded;
};

} // namespace penstock
