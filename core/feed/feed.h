// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/error.h"

#include <string>
#include <vector>

namespace penstock {

/// One entry of a feed; any text may be empty. UTF-8, trimmed, HTML removed from titles.
struct FeedEntry
{
    std::string title;
    std::string link; ///< absolute where the base is known
    std::string id;
    std::string published; ///< as written

    friend bool operator==(const FeedEntry&, const FeedEntry&) = default;
};

/// A feed as far as it could be read, with every repair and loss as a problem (field: the place,
/// such as "line 12"). A document that is no feed at all has no entries and says so.
struct Feed
{
    std::string title;
    std::vector<FeedEntry> entries;
    Problems problems;

    friend bool operator==(const Feed&, const Feed&) = default;
};

/// The entry's title, or a stand-in for an entry without one: "(untitled entry 3)". Counts from 1.
std::string titleOrStandIn(const FeedEntry& entry, std::size_t number);

} // namespace penstock
