// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/legend_chip.h"

#include "ui/charts/glyph.h"
#include "ui/format.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>

#include <cmath>

namespace penstock {

namespace {

constexpr int kHeight = 20;
constexpr int kPadding = 8;
constexpr int kSwatch = 14;
constexpr int kGap = 5;

} // namespace

QString valueText(SeriesId id, double value)
{
    if (std::isnan(value))
        return QStringLiteral("\u2013");
    const int decimals = traitsOf(id).decimals;
    const bool isWhole = decimals == 0 && value == std::floor(value);
    return QString::number(value, 'f', isWhole ? 0 : std::max(1, decimals));
}

LegendChip::LegendChip(SeriesId id, QWidget* parent) : QAbstractButton(parent), m_id(id)
{
    setObjectName(QStringLiteral("chip_") % seriesColumn(id));
    setText(seriesLabel(id));
    setCheckable(true);
    setChecked(true);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    connect(this, &QAbstractButton::toggled, this, &LegendChip::describe);
    setValue(std::numeric_limits<double>::quiet_NaN());
    describe();
}

void LegendChip::setValue(double value)
{
    const QString text = penstock::valueText(m_id, value);
    if (text == m_valueText)
        return;
    m_valueText = text;
    const int room = QFontMetrics(themeOf(*this).font(TextRole::Caption)).horizontalAdvance(text);
    if (room > m_valueRoom) {
        m_valueRoom = room;
        updateGeometry();
    }
    describe();
    update();
}

void LegendChip::setValueShown(bool isShown)
{
    if (m_isValueShown == isShown)
        return;
    m_isValueShown = isShown;
    describe();
    update();
}

void LegendChip::describe()
{
    const QString unit = toQString(traitsOf(m_id).spoken);
    const QString state = isChecked() ? QStringLiteral("shown") : QStringLiteral("hidden");
    QStringList parts{seriesLabel(m_id)};
    if (showsValue())
        parts << m_valueText % QLatin1Char(' ') % unit;
    parts << state;
    setAccessibleName(parts.join(QStringLiteral(", ")));
    setToolTip(isChecked() ? QStringLiteral("Hide %1").arg(seriesLabel(m_id))
                           : QStringLiteral("Show %1").arg(seriesLabel(m_id)));
}

void LegendChip::setValueDropped(bool isDropped)
{
    if (m_isDropped == isDropped)
        return;
    m_isDropped = isDropped;
    describe();
    updateGeometry();
    update();
}

int LegendChip::fullWidth() const
{
    const QFontMetrics metrics(themeOf(*this).font(TextRole::Caption));
    return 2 * kPadding + kSwatch + 2 * kGap + metrics.horizontalAdvance(seriesLabel(m_id)) +
           m_valueRoom;
}

QSize LegendChip::sizeHint() const
{
    return {fullWidth() - (m_isDropped ? m_valueRoom + kGap : 0), themeOf(*this).px(kHeight)};
}

void LegendChip::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(*this);
    const Palette& colors = theme.colors;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double edge = hasFocus() ? theme.focusWidth : 1.0;
    const QRectF box = QRectF(rect()).adjusted(edge / 2, edge / 2, -edge / 2, -edge / 2);
    const QColor border = hasFocus()     ? colors.accent
                          : underMouse() ? colors.strongBorder
                                         : colors.border;
    painter.setPen(QPen(border, edge));
    painter.setBrush(isChecked() ? colors.surface : colors.canvas);
    painter.drawRoundedRect(box, box.height() / 2 - 0.25, box.height() / 2 - 0.25);

    const QColor mark = isChecked() ? seriesColor(m_id, colors) : colors.strongBorder;
    paintGlyph(painter, traitsOf(m_id).glyph,
               QPointF(kPadding + kSwatch / 2.0, std::floor(height() / 2.0)), mark);
    painter.setFont(theme.font(TextRole::Caption));
    const QRect text = rect().adjusted(kPadding + kSwatch + kGap, 0, -kPadding, 0);
    painter.setPen(colors.muted);
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft, seriesLabel(m_id));
    if (!showsValue())
        return;
    painter.setPen(colors.text);
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignRight, m_valueText);
}

void LegendChip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::StyleChange) {
        m_valueRoom =
            QFontMetrics(themeOf(*this).font(TextRole::Caption)).horizontalAdvance(m_valueText);
        updateGeometry();
    }
    QAbstractButton::changeEvent(event);
}

} // namespace penstock
