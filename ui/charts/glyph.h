// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/series_id.h"

#include <QColor>
#include <QPen>
#include <QPointF>
#include <QString>

class QPainter;

namespace penstock {

struct Palette;
struct Theme;

QString seriesLabel(SeriesId id);
QString seriesColumn(SeriesId id);
/// The colour of a series' line and mark.
QColor seriesColor(SeriesId id, const Palette& colors);
/// The pen of its line in a plot.
QPen seriesPen(SeriesId id, const Theme& theme);

/// The sign of a series, centred: what tells series apart without colour. Lines are 14 wide.
void paintGlyph(QPainter& painter, Glyph glyph, QPointF center, const QColor& color);

} // namespace penstock
