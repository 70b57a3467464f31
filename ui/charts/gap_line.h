// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/series_grid.h"

#include <QPen>

#include <vector>

class QChart;
class QLineSeries;

namespace penstock {

/// A line in a chart that may have gaps. Qt Charts joins all points of a series, so every stretch
/// is a series of its own, made when first needed and kept. One replace() a stretch and frame;
/// nothing while hidden. The series belong to the chart.
class GapLine
{
public:
    /// Stretches beyond this are joined to the last one.
    static constexpr std::size_t kMostStretches = 24;

    explicit GapLine(QChart& chart) : m_chart(&chart) {}

    void setPen(const QPen& pen);
    void setPoints(Stretches stretches);
    void setVisible(bool isVisible);
    bool isVisible() const { return m_isVisible; }

    /// What is drawn, for the fill below it.
    const Stretches& points() const { return m_points; }

private:
    QLineSeries* makeLine();

    QChart* m_chart;
    bool m_isVisible = true;
    QPen m_pen;
    Stretches m_points;
    std::vector<QLineSeries*> m_lines;
    std::size_t m_used = 0; ///< lines that hold points
};

} // namespace penstock
