// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/decision_record.h"
#include "core/measure/histogram.h"
#include "core/measure/series.h"

#include <array>
#include <cstdint>
#include <optional>

namespace penstock {

/// One reading of the watched bucket.
struct TokensReading
{
    MicroTokens tokens;
    std::optional<StoreTime> storeTime; ///< orders readings; without it they are taken as they come
};

/// Folds what happened into the levels of a run's time series: 100 ms, 1 s and 10 s. Every event
/// goes to the bucket of its own time however late it arrives, as long as that bucket is held; an
/// older one is left out. Run times below zero count as zero.
///
/// Quantiles need a histogram, which only the newest kOpenBuckets of a level have; after that p50
/// and p99 are frozen, while counts and the maximum still take late answers.
///
/// Bounded: 18,500 buckets of 128 bytes and at most 12 histograms of 37 kB: under 3 MB.
class SeriesPyramid
{
public:
    static constexpr std::size_t kLevels = 3;
    using Levels = std::array<SeriesLevel, kLevels>;
    static constexpr std::array<Nanos, kLevels> kWidths{
        std::chrono::milliseconds(100), std::chrono::seconds(1), std::chrono::seconds(10)};
    /// A little over 10 minutes, 1 hour and 24 hours.
    static constexpr std::array<std::size_t, kLevels> kLengths{6'100, 3'700, 8'700};
    static constexpr std::size_t kOpenBuckets = 4;

    /// @p levels outlives this and is written by it alone.
    explicit SeriesPyramid(Levels& levels);

    void addAnswer(const DecisionRecord& record, const std::optional<TokensReading>& reading);
    void addOffered(Nanos at, std::uint32_t count);
    void addTokens(Nanos at, const TokensReading& reading);
    /// Samples the gauges, makes the buckets up to @p now exist and brings the quantiles of the
    /// open ones up to date.
    void tick(Nanos now, std::int32_t queued, std::int32_t inFlight);

private:
    struct OpenBucket
    {
        std::int64_t index = -1;
        bool isChanged = false;
        Histogram latency;
        std::optional<StoreTime> lastReading;
    };
    struct Place
    {
        SeriesBucket* bucket = nullptr; ///< none: older than what is held
        OpenBucket* open = nullptr;     ///< none: the bucket is frozen
    };

    Place placeAt(std::size_t level, Nanos at);
    OpenBucket* openBucket(std::size_t level, std::int64_t index);
    SeriesBucket* held(std::size_t level, std::int64_t index);
    void settle(std::size_t level, OpenBucket& open);
    static void addReading(Place place, const TokensReading& reading);

    Levels& m_levels;
    std::array<std::array<OpenBucket, kOpenBuckets>, kLevels> m_open;
};

} // namespace penstock
