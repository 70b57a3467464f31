// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/series_grid.h"

#include <QBrush>
#include <QPen>

#include <vector>

class QAreaSeries;
class QChart;
class QLineSeries;

namespace penstock {

/// A line in a chart that may have gaps, and the fill below it. Qt Charts joins all points of a
/// series, so every stretch is a series of its own, made when first needed and kept. One replace()
/// a stretch and frame; nothing while hidden. The series belong to the chart.
class GapLine
{
public:
    /// Stretches beyond this are joined to the last one.
    static constexpr std::size_t kMostStretches = 24;

    GapLine(QChart& chart, bool hasFill) : m_chart(&chart), m_hasFill(hasFill) {}

    void setLook(const QPen& pen, const QBrush& fill = {});
    void setPoints(Stretches stretches);
    void setVisible(bool isVisible);
    bool isVisible() const { return m_isVisible; }

private:
    struct Stretch
    {
        QLineSeries* line = nullptr;
        QLineSeries* edge = nullptr; ///< upper edge of the fill
        QAreaSeries* fill = nullptr;
    };
    Stretch makeStretch();
    void paint(const Stretch& stretch) const;

    QChart* m_chart;
    bool m_hasFill;
    bool m_isVisible = true;
    QPen m_pen;
    QBrush m_fill;
    std::vector<Stretch> m_stretches;
    std::size_t m_used = 0; ///< stretches that hold points
};

} // namespace penstock
