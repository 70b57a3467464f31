// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/gap_line.h"

#include <QAreaSeries>
#include <QChart>
#include <QLineSeries>

namespace penstock {

namespace {

void attach(QAbstractSeries& series, const QChart& chart)
{
    for (QAbstractAxis* axis : chart.axes())
        series.attachAxis(axis);
}

} // namespace

void GapLine::setLook(const QPen& pen, const QBrush& fill)
{
    m_pen = pen;
    m_fill = fill;
    for (const Stretch& stretch : m_stretches)
        paint(stretch);
}

void GapLine::setVisible(bool isVisible)
{
    if (m_isVisible == isVisible)
        return;
    m_isVisible = isVisible;
    if (!isVisible)
        setPoints({});
    for (const Stretch& stretch : m_stretches) {
        stretch.line->setVisible(isVisible);
        if (stretch.fill != nullptr)
            stretch.fill->setVisible(isVisible);
    }
}

void GapLine::setPoints(Stretches stretches)
{
    while (stretches.size() > kMostStretches) {
        stretches[kMostStretches - 1] += stretches.back();
        stretches.pop_back();
    }
    while (m_stretches.size() < stretches.size())
        m_stretches.push_back(makeStretch());
    const std::size_t filled = stretches.size();
    stretches.resize(std::max(filled, m_used));
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        if (m_stretches[i].edge != nullptr)
            m_stretches[i].edge->replace(stretches[i]);
        m_stretches[i].line->replace(stretches[i]);
    }
    m_used = filled;
}

GapLine::Stretch GapLine::makeStretch()
{
    Stretch stretch;
    if (m_hasFill) {
        stretch.edge = new QLineSeries(m_chart);
        stretch.fill = new QAreaSeries(stretch.edge);
        m_chart->addSeries(stretch.fill);
        attach(*stretch.fill, *m_chart);
        stretch.fill->setVisible(m_isVisible);
    }
    stretch.line = new QLineSeries(m_chart);
    m_chart->addSeries(stretch.line);
    attach(*stretch.line, *m_chart);
    stretch.line->setVisible(m_isVisible);
    paint(stretch);
    return stretch;
}

void GapLine::paint(const Stretch& stretch) const
{
    stretch.line->setPen(m_pen);
    if (stretch.fill == nullptr)
        return;
    stretch.fill->setPen(Qt::NoPen); // a pen would outline the sides too
    stretch.fill->setBrush(m_fill);
}

} // namespace penstock
