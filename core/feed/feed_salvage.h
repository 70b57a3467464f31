// SPDX-License-Identifier: MIT
#pragma once

#include "core/feed/feed_reader.h"

namespace penstock {

/// Goes on where a strict reading broke: parses each later item or entry alone with a DOM, after
/// repair, and appends what could be read to @p reading, each repair as a problem with its line.
/// Pure.
void salvageRest(const QString& text, FeedReading& reading);

} // namespace penstock
