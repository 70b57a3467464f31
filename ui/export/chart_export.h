// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/error.h"
#include "ui/charts/series_grid.h"

#include <QByteArray>
#include <QImage>
#include <QString>

#include <vector>

class QWidget;

namespace penstock {

class ChartCard;

/// The shown series in the shown window, one line a step of the grid: the very numbers on screen.
/// Columns start_s and width_s as in a run folder's series.csv, then one for each series with its
/// unit in its name; a field without a number is empty. The decimal sign is a point.
QByteArray chartCsv(const SeriesGrid& grid, const TimeWindow& window,
                    const std::vector<SeriesId>& shown);

/// @p widget with all its children at @p scale times its size, 1 to 4: text and lines are drawn at
/// that scale, not enlarged.
QImage pictureOf(QWidget& widget, int scale);

// Files are written beside and renamed: what stood at @p path stays until the new file is whole.
// The error says what to do next. GUI thread.
Result<void> exportCsv(const ChartCard& card, const QString& path);
Result<void> exportPng(QWidget& widget, const QString& path, int scale);

} // namespace penstock
