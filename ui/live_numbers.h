// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame.h"

#include <optional>

namespace penstock {

/// The run's numbers of this moment. Headline, legend and the live end of every line read them
/// here, so that they cannot disagree. Rates are over the last complete second (of whole 100 ms
/// buckets; less at the start of a run).
struct LiveNumbers
{
    double offered = 0; ///< per second, as all rates here
    std::array<double, kOutcomeCount> byOutcome{};
    /// The last reply of the watched key continued by the exact refill. None: not known.
    std::optional<double> tokens;
    bool isContinued = false; ///< no reply within the last half second
    std::optional<BucketShape> bucket;
    std::optional<Nanos> p50; ///< of the last complete second; none without answers
    std::optional<Nanos> p99;
    std::int32_t inFlight = 0;
    std::int32_t queued = 0;

    double of(Outcome outcome) const { return byOutcome[static_cast<std::size_t>(outcome)]; }
    double failures() const { return of(Outcome::FailOpenAllowed) + of(Outcome::FailClosedDenied); }
};

LiveNumbers liveNumbers(const Frame& frame);

/// The index of the first bucket of @p level whose end is after @p time; its size when there is
/// none. Buckets have no gaps, so this takes no search.
std::size_t firstEndingAfter(const SeriesLevel& level, Nanos time);

} // namespace penstock
