// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/mark_atlas.h"

#include <QPainter>

#include <cmath>

namespace penstock {

namespace {

constexpr double kDotRadius = 1.8;
constexpr double kCrossRadius = 1.6;

void paintMark(QPainter& painter, Glyph glyph, QPointF c, const QColor& color)
{
    const QPointF d(kCrossRadius, kCrossRadius);
    switch (glyph) {
    case Glyph::Dot:
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(c, kDotRadius, kDotRadius);
        break;
    case Glyph::Ring:
        painter.setPen(QPen(color, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(c, kDotRadius - 0.3, kDotRadius - 0.3);
        break;
    case Glyph::Square:
        painter.fillRect(QRectF(c - d, c + d), color);
        break;
    default:
        painter.setPen(QPen(color, 1.3, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(c - d, c + d);
        painter.drawLine(QPointF(c.x() - d.x(), c.y() + d.y()),
                         QPointF(c.x() + d.x(), c.y() - d.y()));
    }
}

} // namespace

void MarkAtlas::prepare(Glyph glyph, const QColor& color, double devicePixelRatio)
{
    if (color == m_color && devicePixelRatio == m_ratio)
        return;
    m_color = color;
    m_ratio = devicePixelRatio;
    const int side = static_cast<int>(std::ceil(kCell * kPhases * devicePixelRatio));
    m_pixmap = QPixmap(side, side);
    m_pixmap.setDevicePixelRatio(devicePixelRatio);
    m_pixmap.fill(Qt::transparent);
    QPainter painter(&m_pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    for (int row = 0; row < kPhases; ++row) {
        for (int column = 0; column < kPhases; ++column) {
            const QPointF phase(static_cast<double>(column) / kPhases,
                                static_cast<double>(row) / kPhases);
            const QPointF cell(column * kCell, row * kCell);
            paintMark(painter, glyph, cell + QPointF(kCell / 2.0, kCell / 2.0) + phase, color);
        }
    }
}

void MarkAtlas::paint(QPainter& painter, QPointF center) const
{
    const auto split = [](double value, double& whole) {
        const double quarters = std::round(value * kPhases);
        whole = std::floor(quarters / kPhases);
        return quarters - whole * kPhases;
    };
    QPointF whole;
    const double column = split(center.x(), whole.rx());
    const double row = split(center.y(), whole.ry());
    const QRectF source(column * kCell * m_ratio, row * kCell * m_ratio, kCell * m_ratio,
                        kCell * m_ratio);
    painter.drawPixmap(whole - QPointF(kCell / 2.0, kCell / 2.0), m_pixmap, source);
}

} // namespace penstock
