// SPDX-License-Identifier: MIT
#include "core/feed/feed_loader.h"
#include "core/feed/feed_parser.h"

#include <QFile>
#include <QtGlobal>

// Outside of any namespace: what Q_INIT_RESOURCE needs in a static library.
static void initFeedResources()
{
    Q_INIT_RESOURCE(feeds);
}

namespace penstock {

Feed sampleFeed()
{
    static const Feed sample = [] {
        initFeedResources();
        QFile file(QStringLiteral(":/penstock/feeds/sample.xml"));
        const bool isOpen = file.open(QIODevice::ReadOnly);
        Q_ASSERT(isOpen);
        return isOpen ? parseFeed(file.readAll()) : Feed();
    }();
    return sample;
}

} // namespace penstock
