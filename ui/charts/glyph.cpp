// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/glyph.h"

#include "ui/format.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace penstock {

namespace {

void paintLine(QPainter& painter, QPointF center, const QColor& color, double width,
               const QList<qreal>& dashes)
{
    QPen pen(color, width);
    pen.setCapStyle(Qt::FlatCap);
    if (!dashes.isEmpty())
        pen.setDashPattern(dashes);
    painter.setPen(pen);
    // From the left, so that dashes begin whole.
    painter.drawLine(center - QPointF(7, 0), center + QPointF(7, 0));
}

} // namespace

QString seriesLabel(SeriesId id)
{
    return toQString(traitsOf(id).label);
}

QString seriesColumn(SeriesId id)
{
    return toQString(traitsOf(id).column);
}

QColor seriesColor(SeriesId id, const Palette& colors)
{
    switch (id) {
    case SeriesId::Tokens:
    case SeriesId::Allowed:
        return colors.allow;
    case SeriesId::Capacity:
    case SeriesId::Refill:
        return colors.reference;
    case SeriesId::Offered:
    case SeriesId::Shed:
        return colors.offered;
    case SeriesId::Denied:
    case SeriesId::NeverFits:
        return colors.deny;
    case SeriesId::Unprotected:
    case SeriesId::FailedClosed:
        return colors.text;
    case SeriesId::P50:
    case SeriesId::InFlight:
    case SeriesId::Queued:
        return colors.p50;
    case SeriesId::P99:
        break;
    }
    return colors.p99;
}

QPen seriesPen(SeriesId id, const Theme& theme)
{
    const auto width = [id] {
        switch (id) {
        case SeriesId::Tokens:
            return 1.6;
        case SeriesId::Capacity:
        case SeriesId::Refill:
        case SeriesId::Offered:
            return 1.2;
        case SeriesId::P99:
            return 1.5;
        default:
            return 1.7;
        }
    }();
    QPen pen(seriesColor(id, theme.colors), theme.pen(width));
    pen.setJoinStyle(Qt::BevelJoin); // round ones cost as much as the line itself
    pen.setCapStyle(Qt::FlatCap);
    if (traitsOf(id).glyph == Glyph::Dash)
        pen.setDashPattern({4, 2});
    else if (traitsOf(id).glyph == Glyph::Dots)
        pen.setDashPattern({1.5, 1.5});
    return pen;
}

void paintGlyph(QPainter& painter, Glyph glyph, QPointF center, const QColor& color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    switch (glyph) {
    case Glyph::Line:
        paintLine(painter, center, color, 2.5, {});
        break;
    case Glyph::Dash:
        paintLine(painter, center, color, 1.6, {2.5, 1.25});
        break;
    case Glyph::Dots:
        paintLine(painter, center, color, 2, {1, 1});
        break;
    case Glyph::Dot:
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(center, 3.4, 3.4);
        break;
    case Glyph::Cross:
        painter.setPen(QPen(color, 2, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(center - QPointF(3.2, 3.2), center + QPointF(3.2, 3.2));
        painter.drawLine(center + QPointF(-3.2, 3.2), center + QPointF(3.2, -3.2));
        break;
    case Glyph::Ring:
        painter.setPen(QPen(color, 1.5));
        painter.drawEllipse(center, 3.2, 3.2);
        break;
    case Glyph::Square:
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawRect(QRectF(center - QPointF(3, 3), QSizeF(6, 6)));
        break;
    }
    painter.restore();
}

} // namespace penstock
