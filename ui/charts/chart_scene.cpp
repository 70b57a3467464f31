// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_scene.h"

#include "ui/format.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>

namespace penstock {

namespace {

constexpr std::int64_t kMostTicks = 7;

Nanos tickStep(Nanos span)
{
    using namespace std::chrono_literals;
    constexpr std::array<Nanos, 13> steps{200ms, 500ms, 1s,   2s,   5s,   10s,  15s,
                                          30s,   60s,   180s, 300s, 600s, 1200s};
    for (const Nanos step : steps) {
        if (span / step <= kMostTicks)
            return step;
    }
    return steps.back();
}

QString agoText(Nanos ago)
{
    if (ago.count() == 0)
        return QStringLiteral("now");
    const double seconds = std::chrono::duration<double>(ago).count();
    const bool isMinutes = seconds >= 60 && std::fmod(seconds, 60.0) == 0;
    return QStringLiteral("\u2212%1 %2")
        .arg(isMinutes ? seconds / 60 : seconds)
        .arg(isMinutes ? QStringLiteral("min") : QStringLiteral("s"));
}

QString clockText(Nanos at, Nanos step)
{
    const QString text = format::logTime(at);
    return step < std::chrono::seconds(1) ? text.chopped(2) : text.chopped(4);
}

int wholePixel(double x)
{
    return static_cast<int>(std::lround(x));
}

} // namespace

std::vector<TimeTick> timeTicks(const TimeWindow& window)
{
    const Nanos step = tickStep(window.span());
    std::vector<TimeTick> ticks;
    if (window.isLive()) {
        for (Nanos ago = window.span() / step * step; ago.count() >= 0; ago -= step)
            ticks.push_back({window.end() - ago, agoText(ago)});
        return ticks;
    }
    for (Nanos at = (window.start() + step - Nanos(1)) / step * step; at <= window.end();
         at += step)
        ticks.push_back({at, clockText(at, step)});
    return ticks;
}

TimeAxis TimeAxis::of(const QWidget& widget, const TimeWindow& window)
{
    return {static_cast<double>(kLeft), static_cast<double>(widget.width() - kRight),
            window.start(), window.end()};
}

double TimeAxis::xOf(Nanos time) const
{
    const auto part = static_cast<double>((time - start).count());
    return left + (right - left) * part / static_cast<double>((end - start).count());
}

Nanos TimeAxis::timeAt(double x) const
{
    return start + Nanos(std::llround(fractionAt(x) * static_cast<double>((end - start).count())));
}

double TimeAxis::fractionAt(double x) const
{
    return std::clamp((x - left) / std::max(1.0, right - left), 0.0, 1.0);
}

void paintVerticals(QPainter& painter, const QRectF& plot, const ChartScene& scene,
                    const TimeAxis& axis, const Theme& theme)
{
    const QRect area = plot.toRect();
    for (const TimeTick& tick : timeTicks(scene.window)) {
        const int x = std::min(wholePixel(axis.xOf(tick.at)), area.right());
        painter.fillRect(QRect(x, area.top(), 1, area.height()), theme.colors.grid);
    }
}

void paintIntervals(QPainter& painter, const QRectF& plot, const ChartScene& scene,
                    const TimeAxis& axis, const Theme& theme)
{
    for (const Interval& interval : scene.intervals) {
        const double from = std::max(axis.xOf(interval.from), plot.left());
        const double to = std::min(axis.xOf(interval.to), plot.right());
        if (to <= from)
            continue;
        const QRectF band(from, plot.top(), to - from, plot.height());
        if (interval.kind == Interval::Kind::Paused) {
            painter.fillRect(band, theme.colors.hover);
            continue;
        }
        painter.fillRect(band, theme.colors.denySoft);
        painter.fillRect(band, QBrush(withAlpha(theme.colors.deny, 0.22), Qt::BDiagPattern));
    }
}

void paintMarkLines(QPainter& painter, const QRectF& plot, const ChartScene& scene,
                    const TimeAxis& axis, const Theme& theme)
{
    QPen pen(theme.colors.muted, 1);
    pen.setDashPattern({2, 3});
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const MarkView& mark : scene.marks) {
        const int x = wholePixel(axis.xOf(mark.at));
        if (x >= plot.left() && x <= plot.right())
            painter.drawLine(x, wholePixel(plot.top()), x, wholePixel(plot.bottom()));
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
}

void paintCrosshair(QPainter& painter, const QRectF& plot, const ChartScene& scene,
                    const TimeAxis& axis, const Theme& theme)
{
    const QRect area = plot.toRect();
    if (scene.selection) {
        const double from = axis.xOf(std::min(scene.selection->first, scene.selection->second));
        const double to = axis.xOf(std::max(scene.selection->first, scene.selection->second));
        painter.fillRect(QRectF(from, area.top(), to - from, area.height()),
                         withAlpha(theme.colors.accent, 0.16));
    }
    if (scene.crosshair) {
        const int x = wholePixel(axis.xOf(*scene.crosshair));
        painter.fillRect(QRect(x, area.top(), 1, area.height()), theme.colors.muted);
    }
}

} // namespace penstock
