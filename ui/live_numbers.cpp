// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live_numbers.h"

#include <algorithm>

namespace penstock {

namespace {

constexpr std::int64_t kRateBuckets = 10; // of 100 ms: one second
constexpr Nanos kStaleAfter = std::chrono::milliseconds(500);

void readRates(const SeriesLevel& level, Nanos now, LiveNumbers& numbers)
{
    if (level.width.count() == 0)
        return;
    const std::size_t end = firstEndingAfter(level, now); // the open bucket: not complete
    const std::size_t count = std::min<std::size_t>(end, kRateBuckets);
    if (count == 0)
        return;
    const double seconds =
        std::chrono::duration<double>(level.width).count() * static_cast<double>(count);
    for (std::size_t i = end - count; i < end; ++i) {
        const SeriesBucket& bucket = level.buckets[i];
        numbers.offered += bucket.offered;
        for (std::size_t o = 0; o < kOutcomeCount; ++o)
            numbers.byOutcome[o] += bucket.byOutcome[o];
    }
    numbers.offered /= seconds;
    for (double& rate : numbers.byOutcome)
        rate /= seconds;
}

void readLatency(const SeriesLevel& level, Nanos now, LiveNumbers& numbers)
{
    if (level.width.count() == 0)
        return;
    const std::size_t end = firstEndingAfter(level, now);
    if (end == 0 || end > level.buckets.size())
        return;
    const SeriesBucket& bucket = level.buckets[end - 1];
    const bool isRecent = (bucket.index + 2) * level.width > now;
    if (isRecent && bucket.p99.count() > 0) {
        numbers.p50 = bucket.p50;
        numbers.p99 = bucket.p99;
    }
}

} // namespace

std::size_t firstEndingAfter(const SeriesLevel& level, Nanos time)
{
    if (level.buckets.empty())
        return 0;
    // A bucket that ends at exactly `time` is complete.
    const std::int64_t wanted = time.count() < 0 ? -1 : time / level.width;
    const std::int64_t offset = wanted - level.buckets.front().index;
    return static_cast<std::size_t>(
        std::clamp<std::int64_t>(offset, 0, static_cast<std::int64_t>(level.buckets.size())));
}

LiveNumbers liveNumbers(const Frame& frame)
{
    LiveNumbers numbers;
    readRates(frame.history.levels[0], frame.now, numbers);
    readLatency(frame.history.levels[1], frame.now, numbers);
    numbers.inFlight = frame.status.inFlight;
    numbers.queued = frame.status.queued;
    numbers.bucket = bucketOf(frame.scenario);
    if (!numbers.bucket)
        numbers.bucket = frame.history.watched.bucket;
    const WatchedBucket& watched = frame.history.watched;
    const bool isStoreReady = frame.status.store.state == StoreStatus::State::Ready;
    if (watched.isKnown && isStoreReady) {
        double tokens = watched.tokens.toDouble();
        if (numbers.bucket) {
            const double seconds =
                std::chrono::duration<double>(std::max(Nanos(0), frame.now - watched.at)).count();
            tokens = std::min(numbers.bucket->capacity.toDouble(),
                              tokens + seconds * numbers.bucket->refill.toDouble());
        }
        numbers.tokens = tokens;
        numbers.isContinued = frame.now - watched.at > kStaleAfter;
    }
    return numbers;
}

} // namespace penstock
