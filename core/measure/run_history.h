// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/audit.h"
#include "core/measure/decision_record.h"
#include "core/measure/histogram.h"
#include "core/measure/run_totals.h"
#include "core/measure/series.h"
#include "core/util/time.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace penstock {

/// Something that happened to the run as a whole: drawn as a mark on the charts, kept in the
/// record.
struct RunMark
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow" // GCC 12 sees a scoped enumerator shadow penstock::Change
    enum class Kind
    {
        Change,
        Burst,
        Paused,
        Resumed,
        StoreDown,
        StoreBack,
        NewEpoch,
        Step
    };
#pragma GCC diagnostic pop

    Kind kind = Kind::Change;
    Nanos at{0};
    std::string text; ///< short: "refill 8 -> 10/s", "burst of 30"

    friend bool operator==(const RunMark&, const RunMark&) = default;
};

/// What is known of the watched key between decisions: the last reply, to be continued by the exact
/// refill of @p bucket.
struct WatchedBucket
{
    bool isKnown = false;
    MicroTokens tokens;
    Nanos at{0}; ///< run time of the reply
    std::optional<BucketShape> bucket;

    friend bool operator==(const WatchedBucket&, const WatchedBucket&) = default;
};

/// All that a reader sees of a run. Owned and changed by the reader's thread alone
/// (Recorder::collect), so that the window draws straight from it without a copy. Bounded, however
/// long the run.
struct RunHistory
{
    static constexpr std::size_t kMaxEvents = 10'000;
    static constexpr std::size_t kMaxMarks = 1'000;
    static constexpr std::size_t kLevels = 3; ///< 100 ms, 1 s, 10 s

    RunTotals totals;
    Histogram latency; ///< of ended - intended, shed requests left out
    std::array<SeriesLevel, kLevels> levels;
    std::deque<DecisionRecord> events; ///< the last kMaxEvents, in order of arrival at the reader
    std::uint64_t eventCount = 0;      ///< ever: events.back() is number eventCount
    std::uint64_t dropped = 0;         ///< decisions counted in totals whose event was dropped
    std::vector<RunMark> marks;        ///< the last kMaxMarks
    AuditReport audit;
    WatchedBucket watched;
};

} // namespace penstock
