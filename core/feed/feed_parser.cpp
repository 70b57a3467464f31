// SPDX-License-Identifier: MIT
#include "core/feed/feed_parser.h"

#include "core/feed/feed_reader.h"
#include "core/feed/feed_salvage.h"
#include "core/feed/feed_text.h"

#include <map>

namespace penstock {

namespace {

void reportRepeatedIds(Feed& feed)
{
    std::map<std::string, std::size_t> first;
    for (std::size_t i = 0; i < feed.entries.size(); ++i) {
        const std::string& id = feed.entries[i].id;
        if (id.empty())
            continue;
        const auto [known, isNew] = first.emplace(id, i + 1);
        if (!isNew)
            feed.problems.push_back({"entry " + std::to_string(i + 1),
                                     "repeats the id of entry " + std::to_string(known->second)});
    }
}

} // namespace

Feed parseFeed(const QByteArray& bytes, const std::string& charset, const std::string& baseUrl)
{
    FeedText decoded = decodeFeed(bytes, charset);
    FeedReading reading = readFeed(decoded.text, QUrl(QString::fromStdString(baseUrl)));
    if (reading.end == FeedReading::End::Broken)
        salvageRest(decoded.text, reading);

    Feed feed = std::move(reading.feed);
    feed.problems.insert(feed.problems.begin(), decoded.problems.begin(), decoded.problems.end());
    if (feed.entries.empty() && reading.end == FeedReading::End::Complete)
        feed.problems.push_back({"feed", "it has no entries"});
    reportRepeatedIds(feed);
    return feed;
}

std::string titleOrStandIn(const FeedEntry& entry, std::size_t number)
{
    return entry.title.empty() ? "(untitled entry " + std::to_string(number) + ")" : entry.title;
}

} // namespace penstock
