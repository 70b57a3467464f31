// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/request_strip.h"

#include "ui/charts/glyph.h"
#include "ui/charts/y_scale.h"
#include "ui/format.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace penstock {

namespace {

constexpr int kHeight = 58;
constexpr int kCompactHeight = 46;
constexpr double kBase = 0.53;      // of the height
constexpr double kPitch = 5.4;      // between rows
constexpr double kTightPitch = 4.3; // when they must squeeze
constexpr double kFirstRow = 3.2;   // from the base line to the first mark
constexpr double kDotRadius = 1.8;

} // namespace

RequestStrip::RequestStrip(const ChartScene& scene, QWidget* parent)
    : QWidget(parent), m_scene(scene)
{
    setObjectName(QStringLiteral("requestStrip"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setFixedHeight(kHeight);
}

void RequestStrip::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    setFixedHeight(isCompact ? kCompactHeight : kHeight);
}

double RequestStrip::base() const
{
    return std::round(height() * kBase);
}

int RequestStrip::rows(double room) const
{
    return std::max(1, static_cast<int>((room - kFirstRow - kDotRadius) / kTightPitch) + 1);
}

double RequestStrip::pitch(int marks, double room) const
{
    if (marks <= 1)
        return kPitch;
    return std::min(kPitch, (room - kFirstRow - kDotRadius) / (marks - 1));
}

void RequestStrip::setGrid(const SeriesGrid& grid, Nanos now)
{
    const TimeAxis axis = TimeAxis::of(*this, m_scene.window);
    const StripRoom room{axis.right - axis.left, rows(base()), rows(height() - base()), 5};
    m_layout = layoutStrip(grid, m_scene.window, room, m_leastPerMark);
    if (m_layout.perMark == m_leastPerMark && m_leastPerMark > 1) {
        // Finer marks only once they would have fitted for a while: no breathing.
        StripLayout finer = layoutStrip(grid, m_scene.window, room, 1);
        if (finer.perMark >= m_leastPerMark || (m_finerSince && *m_finerSince > now))
            m_finerSince.reset();
        else if (!m_finerSince)
            m_finerSince = now;
        else if (now - *m_finerSince > YScale::kPatience)
            m_layout = std::move(finer);
    }
    m_leastPerMark = m_layout.perMark;
    setToolTip(
        m_layout.perMark == 1
            ? QStringLiteral("Each mark is one request")
            : QStringLiteral("Each mark is %1 requests").arg(format::count(m_layout.perMark)));
    setAccessibleName(QStringLiteral("Requests in this window: %1 let through, %2 refused")
                          .arg(format::count(m_layout.admitted), format::count(m_layout.refused)));
    update();
}

void RequestStrip::setRinged(std::optional<RingedRequest> ringed)
{
    m_ringed = ringed;
    update();
}

void RequestStrip::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(*this);
    const TimeAxis axis = TimeAxis::of(*this, m_scene.window);
    const QRectF plot(axis.left, 0, axis.right - axis.left, height());
    QPainter painter(this);
    painter.fillRect(rect(), theme.colors.surface);
    paintIntervals(painter, plot, m_scene, axis, theme);
    paintVerticals(painter, plot, m_scene, axis, theme);
    painter.fillRect(QRectF(plot.left(), base(), plot.width(), 1), theme.colors.grid);
    paintGutter(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.setClipRect(plot.adjusted(-3, 0, 3, 0));
    paintColumns(painter, axis);
    paintRing(painter, axis);
    painter.restore();
    paintMarkLines(painter, plot, m_scene, axis, theme);
    paintCrosshair(painter, plot, m_scene, axis, theme);
}

void RequestStrip::paintGutter(QPainter& painter) const
{
    const Theme& theme = themeOf(*this);
    painter.setFont(theme.font(TextRole::Caption));
    const auto paint = [&](double y, Glyph glyph, const QColor& color, std::uint64_t count) {
        painter.setPen(theme.colors.muted);
        const QString text =
            count < 10'000 ? format::count(count)
                           : tickText(std::round(static_cast<double>(count) / 1000) * 1000, 1000);
        painter.drawText(QRectF(20, y - 8, TimeAxis::kLeft - 28, 16),
                         Qt::AlignRight | Qt::AlignVCenter, text);
        paintGlyph(painter, glyph, QPointF(20, y), color);
    };
    paint(std::round(base() * 0.66), Glyph::Dot, theme.colors.allow, m_layout.admitted);
    paint(std::round(base() + (height() - base()) * 0.5), Glyph::Cross, theme.colors.deny,
          m_layout.refused);
}

void RequestStrip::paintColumns(QPainter& painter, const TimeAxis& axis)
{
    const Palette& colors = themeOf(*this).colors;
    const double ratio = painter.device()->devicePixelRatioF();
    m_dots.prepare(Glyph::Dot, colors.allow, ratio);
    m_rings.prepare(Glyph::Ring, colors.text, ratio);
    m_crosses.prepare(Glyph::Cross, colors.deny, ratio);
    m_squares.prepare(Glyph::Square, colors.text, ratio);
    for (const StripColumn& column : m_layout.columns) {
        const double x = axis.xOf(column.from + m_layout.step / 2);
        const double up = pitch(column.up(), base());
        for (int i = 0; i < column.up(); ++i) {
            const MarkAtlas& mark = i < column.allowed ? m_dots : m_rings;
            mark.paint(painter, QPointF(x, base() - kFirstRow - i * up));
        }
        const double down = pitch(column.down(), height() - base());
        for (int i = 0; i < column.down(); ++i) {
            const MarkAtlas& mark = i < column.denied ? m_crosses : m_squares;
            mark.paint(painter, QPointF(x, base() + kFirstRow + 1 + i * down));
        }
    }
}

void RequestStrip::paintRing(QPainter& painter, const TimeAxis& axis) const
{
    if (!m_ringed || m_layout.step.count() == 0)
        return;
    const Nanos column = m_ringed->at / m_layout.step * m_layout.step;
    const double x = axis.xOf(column + m_layout.step / 2);
    const double y = m_ringed->isAdmitted ? base() - kFirstRow : base() + kFirstRow + 1;
    painter.setPen(QPen(themeOf(*this).colors.text, 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(QPointF(x, y), 4.6, 4.6);
}

} // namespace penstock
