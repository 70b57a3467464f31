// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/chart_export.h"

#include "ui/charts/chart_card.h"
#include "ui/theme/theme.h"

#include <QBuffer>
#include <QPainter>
#include <QSaveFile>

#include <algorithm>
#include <cmath>

namespace penstock {

namespace {

constexpr int kLargestScale = 4;

void addNumber(QByteArray& line, double value)
{
    if (!std::isnan(value))
        line += QByteArray::number(value, 'g', 10);
}

Result<void> write(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return {};
    return tl::unexpected(
        Error{ErrorKind::InputOutput,
              "cannot write " + path.toStdString() + ": " + file.errorString().toStdString(),
              "choose a folder that can be written to"});
}

} // namespace

QByteArray chartCsv(const SeriesGrid& grid, const TimeWindow& window,
                    const std::vector<SeriesId>& shown)
{
    QByteArray text("start_s,width_s");
    for (const SeriesId id : shown) {
        const std::string_view column = traitsOf(id).column;
        text += ',' + QByteArray(column.data(), static_cast<qsizetype>(column.size()));
    }
    text += '\n';
    for (const GridPoint& point : grid.points) {
        if (point.end <= window.start() || point.end > window.end())
            continue; // lines come in from outside the window; a table does not
        addNumber(text, std::chrono::duration<double>(point.start).count());
        text += ',';
        addNumber(text, std::chrono::duration<double>(point.end - point.start).count());
        for (const SeriesId id : shown) {
            text += ',';
            addNumber(text, point.value(id));
        }
        text += '\n';
    }
    return text;
}

QImage pictureOf(QWidget& widget, int scale)
{
    scale = std::clamp(scale, 1, kLargestScale);
    QImage picture(widget.size() * scale, QImage::Format_RGB32);
    picture.setDevicePixelRatio(scale);
    picture.fill(themeOf(widget).colors.canvas); // shows at the round corners of a card
    QPainter painter(&picture);
    widget.render(&painter, {}, {}, QWidget::DrawChildren);
    return picture;
}

Result<void> exportCsv(const ChartCard& card, const QString& path)
{
    if (card.grid().points.empty())
        return tl::unexpected(
            Error{ErrorKind::InputOutput, "there is nothing to export yet", "let the run go on"});
    return write(path, chartCsv(card.grid(), card.window(), card.shownSeries()));
}

Result<void> exportPng(QWidget& widget, const QString& path, int scale)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!pictureOf(widget, scale).save(&buffer, "PNG"))
        return tl::unexpected(Error{ErrorKind::Internal, "the picture could not be encoded", {}});
    return write(path, bytes);
}

} // namespace penstock
