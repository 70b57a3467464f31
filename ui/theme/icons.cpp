// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include "ui/theme/palette.h"

#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

namespace penstock {

namespace {

/// What an icon is made of, on the 16 grid.
struct Shape
{
    QPainterPath lines; ///< stroked
    QPainterPath areas; ///< filled
    double pen = 1.5;
};

void addLine(QPainterPath& path, std::initializer_list<QPointF> points)
{
    const QPointF* point = points.begin();
    path.moveTo(*point);
    while (++point != points.end())
        path.lineTo(*point);
}

QPainterPath polygon(std::initializer_list<QPointF> points)
{
    QPainterPath path;
    addLine(path, points);
    path.closeSubpath();
    return path;
}

/// An arc of @p radius round (8, 8) from @p start over @p span degrees, counted counter-clockwise.
void addArc(QPainterPath& path, double radius, double start, double span)
{
    const QRectF box(8 - radius, 8 - radius, 2 * radius, 2 * radius);
    path.arcMoveTo(box, start);
    path.arcTo(box, start, span);
}

Shape playShape()
{
    return {{}, polygon({{4.5, 2.8}, {13, 8}, {4.5, 13.2}})};
}

Shape pauseShape()
{
    Shape shape;
    shape.areas.addRoundedRect(QRectF(3.6, 3, 3.2, 10), 0.8, 0.8);
    shape.areas.addRoundedRect(QRectF(9.2, 3, 3.2, 10), 0.8, 0.8);
    return shape;
}

Shape stepShape()
{
    Shape shape{{}, polygon({{2.8, 3}, {10, 8}, {2.8, 13}})};
    addLine(shape.lines, {{12.4, 3.4}, {12.4, 12.6}});
    shape.pen = 1.8;
    return shape;
}

/// An open circle whose arrow points back: start anew.
Shape undoShape()
{
    Shape shape;
    addArc(shape.lines, 5.2, 150, -290);
    addLine(shape.lines, {{2.6, 2.4}, {3.2, 5.8}, {6.6, 5.2}});
    return shape;
}

Shape reloadShape()
{
    Shape shape;
    addArc(shape.lines, 5.2, 30, 290);
    addLine(shape.lines, {{13.4, 2.4}, {12.8, 5.8}, {9.4, 5.2}});
    return shape;
}

Shape boltShape()
{
    return {{}, polygon({{9.6, 1.4}, {2.8, 9.2}, {7, 9.2}, {6.2, 14.6}, {13.2, 6.6}, {8.8, 6.6}})};
}

Shape dotShape()
{
    Shape shape;
    shape.areas.addEllipse(QPointF(8, 8), 4.2, 4.2);
    return shape;
}

Shape crossShape(double reach, double pen)
{
    Shape shape;
    addLine(shape.lines, {{8 - reach, 8 - reach}, {8 + reach, 8 + reach}});
    addLine(shape.lines, {{8 + reach, 8 - reach}, {8 - reach, 8 + reach}});
    shape.pen = pen;
    return shape;
}

Shape clockShape()
{
    Shape shape;
    shape.lines.addEllipse(QPointF(8, 8), 6.2, 6.2);
    addLine(shape.lines, {{8, 4.4}, {8, 8.2}, {10.6, 9.8}});
    return shape;
}

Shape exportShape()
{
    Shape shape;
    addLine(shape.lines, {{8, 10}, {8, 2}});
    addLine(shape.lines, {{4.8, 5.2}, {8, 2}, {11.2, 5.2}});
    addLine(shape.lines, {{2, 9.6}, {2, 14}, {14, 14}, {14, 9.6}});
    return shape;
}

Shape storeShape()
{
    Shape shape;
    shape.lines.addEllipse(QRectF(2.6, 1.6, 10.8, 4.4));
    addLine(shape.lines, {{2.6, 3.8}, {2.6, 12.2}});
    addLine(shape.lines, {{13.4, 3.8}, {13.4, 12.2}});
    for (const double y : {5.8, 10.0}) {
        shape.lines.arcMoveTo(QRectF(2.6, y, 10.8, 4.4), 180);
        shape.lines.arcTo(QRectF(2.6, y, 10.8, 4.4), 180, 180);
    }
    shape.pen = 1.3;
    return shape;
}

Shape menuShape()
{
    Shape shape;
    for (const double y : {4.0, 8.0, 12.0})
        addLine(shape.lines, {{2.4, y}, {13.6, y}});
    return shape;
}

Shape chevronShape(QPointF from, QPointF tip, QPointF to)
{
    Shape shape;
    addLine(shape.lines, {from, tip, to});
    shape.pen = 1.9;
    return shape;
}

Shape searchShape()
{
    Shape shape;
    shape.lines.addEllipse(QPointF(6.6, 6.6), 4.6, 4.6);
    addLine(shape.lines, {{10.2, 10.2}, {14, 14}});
    return shape;
}

Shape followShape()
{
    Shape shape;
    addLine(shape.lines, {{8, 2}, {8, 10.6}});
    addLine(shape.lines, {{4.6, 7.4}, {8, 10.8}, {11.4, 7.4}});
    addLine(shape.lines, {{3, 14}, {13, 14}});
    return shape;
}

Shape folderShape()
{
    Shape shape;
    shape.lines = polygon({{1.8, 13}, {1.8, 3.4}, {6.2, 3.4}, {7.8, 5.4}, {14.2, 5.4}, {14.2, 13}});
    return shape;
}

Shape warningShape()
{
    Shape shape;
    shape.lines = polygon({{8, 2}, {14.6, 13.6}, {1.4, 13.6}});
    addLine(shape.lines, {{8, 6.4}, {8, 9.6}});
    shape.areas.addEllipse(QPointF(8, 11.6), 0.9, 0.9);
    return shape;
}

Shape infoShape()
{
    Shape shape;
    shape.lines.addEllipse(QPointF(8, 8), 6.2, 6.2);
    addLine(shape.lines, {{8, 7.4}, {8, 11.2}});
    shape.areas.addEllipse(QPointF(8, 4.9), 0.9, 0.9);
    return shape;
}

/// Three dots: something is awaited.
Shape waitShape()
{
    Shape shape;
    for (const double x : {3.0, 8.0, 13.0})
        shape.areas.addEllipse(QPointF(x, 8), 1.6, 1.6);
    return shape;
}

Shape checkShape()
{
    Shape shape;
    addLine(shape.lines, {{2.8, 8.6}, {6.2, 12}, {13.2, 4.4}});
    shape.pen = 1.8;
    return shape;
}

Shape makeShape(Icon icon)
{
    switch (icon) {
    case Icon::None:
        return {};
    case Icon::Play:
        return playShape();
    case Icon::Pause:
        return pauseShape();
    case Icon::Step:
        return stepShape();
    case Icon::Reset:
    case Icon::Undo:
        return undoShape();
    case Icon::Bolt:
        return boltShape();
    case Icon::Dot:
        return dotShape();
    case Icon::Cross:
        return crossShape(3.8, 2.2);
    case Icon::Clock:
        return clockShape();
    case Icon::Export:
        return exportShape();
    case Icon::Store:
        return storeShape();
    case Icon::Menu:
        return menuShape();
    case Icon::ChevronUp:
        return chevronShape({4, 10.2}, {8, 6.2}, {12, 10.2});
    case Icon::ChevronDown:
        return chevronShape({4, 6.2}, {8, 10.2}, {12, 6.2});
    case Icon::ChevronRight:
        return chevronShape({6.2, 4}, {10.2, 8}, {6.2, 12});
    case Icon::Check:
        return checkShape();
    case Icon::Search:
        return searchShape();
    case Icon::Follow:
        return followShape();
    case Icon::Reload:
        return reloadShape();
    case Icon::Folder:
        return folderShape();
    case Icon::Close:
        return crossShape(4.2, 1.5);
    case Icon::Warning:
        return warningShape();
    case Icon::Info:
        return infoShape();
    case Icon::Wait:
        return waitShape();
    }
    return {};
}

void paintBucket(QPainter& painter)
{
    const Palette& colors = lightPalette();
    painter.setRenderHint(QPainter::Antialiasing);
    const QPainterPath tank = polygon({{10, 14}, {54, 14}, {48, 58}, {16, 58}});
    const QPainterPath water = polygon({{12.2, 30}, {51.8, 30}, {48, 58}, {16, 58}});
    QLinearGradient fill(0, 30, 0, 58);
    fill.setColorAt(0, colors.waterTop);
    fill.setColorAt(1, colors.waterBottom);
    painter.fillPath(tank, QColor(255, 255, 255, 230));
    painter.fillPath(water, fill);
    painter.setPen(QPen(QColor(0x57606B), 4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    QPainterPath wall;
    addLine(wall, {{10, 14}, {16, 58}, {48, 58}, {54, 14}});
    painter.drawPath(wall);
    painter.setPen(QPen(colors.accent, 6, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(32, 4), QPointF(32, 31));
}

} // namespace

void paintIcon(QPainter& painter, Icon icon, const QRectF& box, const QColor& color)
{
    const Shape shape = makeShape(icon);
    const double side = std::min(box.width(), box.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(box.center() - QPointF(side / 2, side / 2));
    painter.scale(side / 16, side / 16);
    painter.fillPath(shape.areas, color);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, shape.pen, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(shape.lines);
    painter.restore();
}

QIcon windowIcon()
{
    QIcon icon;
    for (const int side : {16, 24, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.scale(side / 64.0, side / 64.0);
        paintBucket(painter);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace penstock
