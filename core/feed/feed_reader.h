// SPDX-License-Identifier: MIT
#pragma once

#include "core/feed/feed.h"

#include <QString>
#include <QUrl>

namespace penstock {

/// How far one strict pass over a document came.
struct FeedReading
{
    enum class End
    {
        Complete,
        NotAFeed, ///< the root element is none of rss, RDF, feed; or there is none
        Refused,  ///< entities that expand without bound, or nesting without bound
        Broken,   ///< not well-formed from some place on; what came before is in feed
    };

    Feed feed; ///< whole entries only
    End end = End::Complete;
    QUrl base; ///< what links are relative to, as far as known
};

/// Reads @p text (decoded, no declaration) with a stream reader until its end or its first error.
/// Never opens anything. Pure.
FeedReading readFeed(const QString& text, const QUrl& base);

} // namespace penstock
