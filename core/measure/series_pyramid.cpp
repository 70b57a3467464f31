// SPDX-License-Identifier: MIT
#include "core/measure/series_pyramid.h"

#include <algorithm>

namespace penstock {

namespace {

std::int64_t indexOf(std::size_t level, Nanos at)
{
    // Constant divisors: 100 ms first, the wider ones from its index.
    static_assert(SeriesPyramid::kWidths[1] == 10 * SeriesPyramid::kWidths[0] &&
                  SeriesPyramid::kWidths[2] == 10 * SeriesPyramid::kWidths[1]);
    const std::int64_t fine = std::max(at, Nanos{0}) / SeriesPyramid::kWidths[0];
    return level == 0 ? fine : level == 1 ? fine / 10 : fine / 100;
}

/// Makes @p index the newest bucket, with every bucket before it, and forgets the oldest ones.
void extend(SeriesLevel& level, std::size_t length, std::int64_t index)
{
    auto& buckets = level.buckets;
    const std::int64_t oldest =
        std::max<std::int64_t>(0, index + 1 - static_cast<std::int64_t>(length));
    if (!buckets.empty() && buckets.back().index < oldest)
        buckets.clear();
    std::int64_t next = buckets.empty() ? oldest : buckets.back().index + 1;
    for (; next <= index; ++next)
        buckets.push_back({.index = next});
    while (buckets.front().index < oldest)
        buckets.pop_front();
}

} // namespace

SeriesPyramid::SeriesPyramid(Levels& levels) : m_levels(levels)
{
    for (std::size_t level = 0; level < kLevels; ++level) {
        m_levels[level].width = kWidths[level];
        m_levels[level].buckets.clear();
    }
}

SeriesBucket* SeriesPyramid::held(std::size_t level, std::int64_t index)
{
    auto& buckets = m_levels[level].buckets;
    if (buckets.empty() || index < buckets.front().index || index > buckets.back().index)
        return nullptr;
    return &buckets[static_cast<std::size_t>(index - buckets.front().index)];
}

void SeriesPyramid::settle(std::size_t level, OpenBucket& open)
{
    if (!open.isChanged)
        return;
    open.isChanged = false;
    if (SeriesBucket* bucket = held(level, open.index)) {
        bucket->p50 = open.latency.quantile(50, 100);
        bucket->p99 = open.latency.quantile(99, 100);
    }
}

SeriesPyramid::OpenBucket* SeriesPyramid::openBucket(std::size_t level, std::int64_t index)
{
    OpenBucket& open = m_open[level][static_cast<std::size_t>(index) % kOpenBuckets];
    if (open.index == index)
        return &open;
    const std::int64_t newest = m_levels[level].buckets.back().index;
    if (index + static_cast<std::int64_t>(kOpenBuckets) <= newest)
        return nullptr;
    settle(level, open);
    open.index = index;
    open.latency.clear();
    open.lastReading.reset();
    return &open;
}

SeriesPyramid::Place SeriesPyramid::placeAt(std::size_t level, Nanos at)
{
    const std::int64_t index = indexOf(level, at);
    auto& buckets = m_levels[level].buckets;
    if (buckets.empty() || index > buckets.back().index)
        extend(m_levels[level], kLengths[level], index);
    return {held(level, index), openBucket(level, index)};
}

void SeriesPyramid::addReading(Place place, const TokensReading& reading)
{
    auto& extent = place.bucket->tokens;
    const MicroTokens lastBefore = extent.last;
    const bool hadSample = extent.count > 0;
    extent.add(reading.tokens);
    if (!place.open || !reading.storeTime)
        return;
    auto& newest = place.open->lastReading;
    if (hadSample && newest && *reading.storeTime < *newest)
        extent.last = lastBefore; // it arrived late: the newer reading stays the last
    else
        newest = reading.storeTime;
}

void SeriesPyramid::addAnswer(const DecisionRecord& record,
                              const std::optional<TokensReading>& reading)
{
    const auto outcome = static_cast<std::size_t>(record.decision.outcome);
    const bool hasLatency = record.decision.outcome != Outcome::Shed;
    const Nanos latency = std::max(record.ended - record.intended, Nanos{0});
    for (std::size_t level = 0; level < kLevels; ++level) {
        const Place place = placeAt(level, record.ended);
        if (!place.bucket)
            continue;
        ++place.bucket->byOutcome[outcome];
        if (hasLatency) {
            place.bucket->latencyMax = std::max(place.bucket->latencyMax, latency);
            if (place.open) {
                place.open->latency.add(latency);
                place.open->isChanged = true;
            }
        }
        if (reading)
            addReading(place, *reading);
    }
}

void SeriesPyramid::addOffered(Nanos at, std::uint32_t count)
{
    for (std::size_t level = 0; level < kLevels; ++level) {
        if (const Place place = placeAt(level, at); place.bucket)
            place.bucket->offered += count;
    }
}

void SeriesPyramid::addTokens(Nanos at, const TokensReading& reading)
{
    for (std::size_t level = 0; level < kLevels; ++level) {
        if (const Place place = placeAt(level, at); place.bucket)
            addReading(place, reading);
    }
}

void SeriesPyramid::tick(Nanos now, std::int32_t queued, std::int32_t inFlight)
{
    for (std::size_t level = 0; level < kLevels; ++level) {
        if (const Place place = placeAt(level, now); place.bucket) {
            place.bucket->queued.add(queued);
            place.bucket->inFlight.add(inFlight);
        }
        for (OpenBucket& open : m_open[level])
            settle(level, open);
    }
}

} // namespace penstock
