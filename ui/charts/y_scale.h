// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/time.h"

#include <QString>

#include <optional>
#include <vector>

namespace penstock {

/// The least of 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 x 10^k that is at or above @p value (> 0).
double niceCeiling(double value);

/// Multiples of 1, 2 or 5 x 10^k from 0 to @p top, at most @p most of them beside the zero.
/// @p least is the smallest step that makes sense (1 for things that are counted), 0 for none.
std::vector<double> niceTicks(double top, int most, double least = 0);

/// "0", "5", "0.5", "12k": as few digits as tell the ticks apart.
QString tickText(double value, double step);

/// The upper end of an axis that starts at zero. It grows at once when a value needs it, and
/// shrinks only when it was far too large for a while: a scale that breathes with every value
/// cannot be read. A plain value.
class YScale
{
public:
    /// A window is stretched at once; it is taken back after this time.
    static constexpr Nanos kPatience = std::chrono::milliseconds(1500);

    /// @p least: values below it do not stretch the scale any further.
    explicit YScale(double least) : m_least(least), m_top(least) {}

    double top() const { return m_top; }
    double least() const { return m_least; }
    /// @p most is the greatest value in view, @p now a clock that moves on. True when top()
    /// changed.
    bool follow(double most, Nanos now);
    /// No patience: for an axis whose top is known, such as a capacity. True when top() changed.
    bool set(double top);

private:
    double m_least;
    double m_top;
    std::optional<Nanos> m_tooLargeSince;
};

} // namespace penstock
