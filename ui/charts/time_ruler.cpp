// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_ruler.h"

#include "ui/format.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace penstock {

namespace {

constexpr int kHeight = 18;

} // namespace

TimeRuler::TimeRuler(const ChartScene& scene, QWidget* parent) : QWidget(parent), m_scene(scene)
{
    setObjectName(QStringLiteral("timeRuler"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setFixedHeight(kHeight);
}

QString TimeRuler::crosshairText() const
{
    if (!m_scene.crosshair)
        return {};
    const QString at = format::logTime(*m_scene.crosshair).chopped(2);
    if (!m_scene.window.isLive())
        return at;
    const double ago =
        std::chrono::duration<double>(m_scene.window.end() - *m_scene.crosshair).count();
    return QStringLiteral("\u2212%1 s  at %2").arg(QString::number(ago, 'f', 1), at);
}

void TimeRuler::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(*this);
    const TimeAxis axis = TimeAxis::of(*this, m_scene.window);
    QPainter painter(this);
    painter.fillRect(rect(), theme.colors.surface);
    painter.setFont(theme.font(TextRole::Caption));
    painter.setPen(theme.colors.muted);
    for (const TimeTick& tick : timeTicks(m_scene.window)) {
        const double x = axis.xOf(tick.at);
        painter.drawText(QRectF(x - 50, 0, 100, height()), Qt::AlignCenter, tick.text);
    }
    const QString text = crosshairText();
    if (text.isEmpty())
        return;
    const double width = painter.fontMetrics().horizontalAdvance(text) + 12;
    const double x = axis.xOf(*m_scene.crosshair);
    const double left = std::clamp(x - width / 2, 2.0, this->width() - width - 2);
    const QRectF box(std::round(left), 0, std::round(width), height());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.colors.fieldBorder, 1));
    painter.setBrush(theme.colors.surface);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(theme.colors.text);
    painter.drawText(box, Qt::AlignCenter, text);
}

} // namespace penstock
