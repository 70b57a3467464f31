// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/gap_line.h"

#include <QChart>
#include <QLineSeries>

#include <algorithm>

namespace penstock {

void GapLine::setPen(const QPen& pen)
{
    m_pen = pen;
    for (QLineSeries* line : m_lines)
        line->setPen(pen);
}

void GapLine::setVisible(bool isVisible)
{
    if (m_isVisible == isVisible)
        return;
    m_isVisible = isVisible;
    if (!isVisible)
        setPoints({});
    for (QLineSeries* line : m_lines)
        line->setVisible(isVisible);
}

void GapLine::setPoints(Stretches stretches)
{
    while (stretches.size() > kMostStretches) {
        stretches[kMostStretches - 1] += stretches.back();
        stretches.pop_back();
    }
    while (m_lines.size() < stretches.size())
        m_lines.push_back(makeLine());
    const std::size_t count = std::max(stretches.size(), m_used);
    for (std::size_t i = 0; i < count; ++i)
        m_lines[i]->replace(i < stretches.size() ? stretches[i] : QList<QPointF>());
    m_used = stretches.size();
    m_points = std::move(stretches);
}

QLineSeries* GapLine::makeLine()
{
    auto* line = new QLineSeries(m_chart);
    m_chart->addSeries(line);
    for (QAbstractAxis* axis : m_chart->axes())
        line->attachAxis(axis);
    line->setVisible(m_isVisible);
    line->setPen(m_pen);
    return line;
}

} // namespace penstock
