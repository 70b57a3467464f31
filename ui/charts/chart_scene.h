// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/series_grid.h"
#include "ui/charts/time_window.h"

#include <QRectF>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

class QPainter;
class QWidget;

namespace penstock {

struct Theme;

/// A mark of the run as the charts draw it.
struct MarkView
{
    Nanos at{0};
    QString text;

    friend bool operator==(const MarkView&, const MarkView&) = default;
};

/// What plots, strip and ruler have in common: the time axis and all that stands on it. The card
/// owns it and changes it; the views read it when they paint. GUI thread.
struct ChartScene
{
    TimeWindow window;
    std::vector<MarkView> marks; ///< in the window, by time
    std::vector<Interval> intervals;
    std::optional<Nanos> crosshair;
    std::optional<std::pair<Nanos, Nanos>> selection; ///< while it is dragged
};

/// One vertical of the time axis.
struct TimeTick
{
    Nanos at{0};
    QString text;

    friend bool operator==(const TimeTick&, const TimeTick&) = default;
};

/// While live: "-30 s" to "now" at fixed places. Stopped: run times at multiples of the step.
std::vector<TimeTick> timeTicks(const TimeWindow& window);

/// The one time axis of everything in the chart card: all children are exactly as wide as the card.
struct TimeAxis
{
    static constexpr int kLeft = 58;
    static constexpr int kRight = 20;

    double left = 0;
    double right = 0;
    Nanos start{0};
    Nanos end{0};

    static TimeAxis of(const QWidget& widget, const TimeWindow& window);
    double xOf(Nanos time) const;
    Nanos timeAt(double x) const;
    double fractionAt(double x) const; ///< 0 is start, 1 is end; clamped
};

// The parts of a plot that are the same in plots and strip, on whole pixels. `plot` is the area
// between the axes in the painter's coordinates.
void paintVerticals(QPainter& painter, const QRectF& plot, const ChartScene& scene,
                    const TimeAxis& axis, const Theme& theme);
void paintIntervals(QPainter& painter, const QRectF& plot, const ChartScene& scene,
                    const TimeAxis& axis, const Theme& theme);
void paintMarkLines(QPainter& painter, const QRectF& plot, const ChartScene& scene,
                    const TimeAxis& axis, const Theme& theme);
void paintCrosshair(QPainter& painter, const QRectF& plot, const ChartScene& scene,
                    const TimeAxis& axis, const Theme& theme);

} // namespace penstock
