// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/error.h"

#include <QByteArray>
#include <QString>

#include <string>

namespace penstock {

/// A document as text, ready for an XML reader that must not look for an encoding again.
struct FeedText
{
    QString text; ///< starts at the first "<"; the XML declaration is blanked out
    Problems problems;
};

/// Decodes by byte order mark, else by the declaration in the document, else by @p charset (HTTP),
/// else as UTF-8 or, when that is no UTF-8, as windows-1252. HTTP comes after the declaration
/// because servers that say "text/xml; charset=us-ascii" about anything are common. Pure.
FeedText decodeFeed(const QByteArray& bytes, const std::string& charset);

} // namespace penstock
