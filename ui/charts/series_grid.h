// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/run_history.h"
#include "ui/charts/limit_track.h"
#include "ui/charts/series_id.h"
#include "ui/charts/time_window.h"

#include <QList>
#include <QPointF>

#include <limits>

namespace penstock {

/// All series at one step of the time grid. NaN: there is no such number.
struct GridPoint
{
    Nanos start{0};
    Nanos end{0};
    std::array<double, kSeriesCount> values;
    double tokensLeast = std::numeric_limits<double>::quiet_NaN(); ///< within the step
    bool isContinued = false; ///< no reply in this step: tokens are computed
    std::array<std::uint32_t, kOutcomeCount> counts{};

    double value(SeriesId id) const { return values[indexOf(id)]; }
};

/// A stretch of run time in which something was the case.
struct Interval
{
    enum class Kind
    {
        Paused,
        StoreDown
    };
    Kind kind = Kind::Paused;
    Nanos from{0};
    Nanos to{0};
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// Pauses and outages between the marks that begin and end them; an open one lasts until @p now.
std::vector<Interval> intervalsOf(const std::vector<RunMark>& marks, Nanos now);

/// What is on the charts: one point for every step of an absolute time grid in the window. Lines,
/// readout, strip and exports are all taken from it and so agree.
struct SeriesGrid
{
    /// No more points than this in a window.
    static constexpr std::int64_t kMostPoints = 400;

    Nanos step{0};
    std::vector<GridPoint> points; ///< oldest first

    /// The point whose step holds @p time, or nullptr.
    const GridPoint* at(Nanos time) const;
};

/// Rates are over one second up to the end of their step (over the whole step where that is
/// longer); latency quantiles are those of the second (in windows above 5 minutes: of the 10
/// seconds) that the step lies in; only complete steps are there.
SeriesGrid makeGrid(const RunHistory& history, const LimitTrack& limits, const TimeWindow& window,
                    Nanos now);

/// A line as stretches of points without a gap between them; x in seconds from @p end.
using Stretches = std::vector<QList<QPointF>>;
Stretches stretchesOf(const SeriesGrid& grid, SeriesId id, Nanos end);

} // namespace penstock
