// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/strip_layout.h"

#include <algorithm>
#include <cmath>

namespace penstock {

namespace {

/// Requests of one column before they become marks.
struct Counts
{
    Nanos from{0};
    std::uint64_t allowed = 0;
    std::uint64_t unprotected = 0;
    std::uint64_t denied = 0;
    std::uint64_t failedClosed = 0;
};

std::uint32_t count(const GridPoint& point, Outcome outcome)
{
    return point.counts[static_cast<std::size_t>(outcome)];
}

std::vector<Counts> group(const SeriesGrid& grid, Nanos step)
{
    std::vector<Counts> columns;
    for (const GridPoint& point : grid.points) {
        const Nanos from = point.start / step * step;
        while (columns.empty() || columns.back().from < from)
            columns.push_back({columns.empty() ? from : columns.back().from + step});
        Counts& column = columns.back();
        column.allowed += count(point, Outcome::Allowed);
        column.unprotected += count(point, Outcome::FailOpenAllowed);
        column.denied += count(point, Outcome::Denied) + count(point, Outcome::NeverFits);
        column.failedClosed += count(point, Outcome::FailClosedDenied);
    }
    return columns;
}

/// Takes up to @p room marks of two kinds that wait, the first kind first.
void take(std::uint64_t& first, std::uint64_t& second, int room, int& takenFirst, int& takenSecond)
{
    takenFirst = static_cast<int>(std::min<std::uint64_t>(first, room));
    takenSecond = static_cast<int>(std::min<std::uint64_t>(second, room - takenFirst));
    first -= static_cast<std::uint64_t>(takenFirst);
    second -= static_cast<std::uint64_t>(takenSecond);
}

/// Marks for @p counts; false when something would stand too late.
bool place(const std::vector<Counts>& counts, const StripRoom& room, StripLayout& layout)
{
    layout.columns.clear();
    const auto marks = [&](std::uint64_t requests) {
        return (requests + layout.perMark - 1) / layout.perMark;
    };
    Counts waiting;
    for (const Counts& next : counts) {
        waiting.allowed += marks(next.allowed);
        waiting.unprotected += marks(next.unprotected);
        waiting.denied += marks(next.denied);
        waiting.failedClosed += marks(next.failedClosed);
        StripColumn& column = layout.columns.emplace_back(StripColumn{next.from, 0, 0, 0, 0});
        take(waiting.allowed, waiting.unprotected, room.rowsUp, column.allowed, column.unprotected);
        take(waiting.denied, waiting.failedClosed, room.rowsDown, column.denied,
             column.failedClosed);
        const auto late = [](std::uint64_t left, int rows) {
            return left > static_cast<std::uint64_t>(rows) * StripLayout::kMostLate;
        };
        if (late(waiting.allowed + waiting.unprotected, room.rowsUp) ||
            late(waiting.denied + waiting.failedClosed, room.rowsDown))
            return false;
    }
    return true;
}

} // namespace

StripLayout layoutStrip(const SeriesGrid& grid, const TimeWindow& window, const StripRoom& room,
                        std::uint64_t leastPerMark)
{
    StripLayout layout;
    if (grid.points.empty() || room.rowsUp <= 0 || room.rowsDown <= 0)
        return layout;
    const double pixels = room.width * static_cast<double>(grid.step.count()) /
                          static_cast<double>(window.span().count());
    layout.step =
        grid.step * std::max<std::int64_t>(1, std::llround(std::ceil(room.column / pixels)));
    const std::vector<Counts> counts = group(grid, layout.step);
    for (const GridPoint& point : grid.points) {
        if (point.end <= window.start() || point.start >= window.end())
            continue;
        layout.admitted += count(point, Outcome::Allowed) + count(point, Outcome::FailOpenAllowed);
        layout.refused += count(point, Outcome::Denied) + count(point, Outcome::NeverFits) +
                          count(point, Outcome::FailClosedDenied);
    }
    for (std::uint64_t decade = 1; decade < 1'000'000'000'000; decade *= 10) {
        for (const std::uint64_t digit : {1, 2, 5}) {
            layout.perMark = digit * decade;
            if (layout.perMark >= leastPerMark && place(counts, room, layout))
                return layout;
        }
    }
    return layout;
}

} // namespace penstock
