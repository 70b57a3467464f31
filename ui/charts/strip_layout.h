// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/series_grid.h"

#include <cstdint>
#include <vector>

namespace penstock {

/// What stands in one column of the request strip, from the base line outwards.
struct StripColumn
{
    Nanos from{0};
    int allowed = 0;
    int unprotected = 0; ///< above allowed
    int denied = 0;      ///< refused by the limiter, downwards
    int failedClosed = 0;

    int up() const { return allowed + unprotected; }
    int down() const { return denied + failedClosed; }
    friend bool operator==(const StripColumn&, const StripColumn&) = default;
};

/// Where the marks of the request strip go. Columns stand on an absolute time grid; what finds no
/// room in its column spills into the next. One mark is perMark requests (rounded up, so that a
/// single denial is always seen): the least of 1, 2, 5, 10 ... for which little spills.
struct StripLayout
{
    /// Marks may stand this many columns late.
    static constexpr int kMostLate = 3;

    Nanos step{0};
    std::uint64_t perMark = 1;
    std::vector<StripColumn> columns;
    std::uint64_t admitted = 0; ///< requests in the window
    std::uint64_t refused = 0;
};

struct StripRoom
{
    double width = 1; ///< px of the whole window
    int rowsUp = 5;
    int rowsDown = 4;
    double column = 5; ///< least px of a column
};

/// @p leastPerMark: no finer than this.
StripLayout layoutStrip(const SeriesGrid& grid, const TimeWindow& window, const StripRoom& room,
                        std::uint64_t leastPerMark = 1);

} // namespace penstock
