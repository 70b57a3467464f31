// SPDX-License-Identifier: GPL-3.0-or-later
// How ThemeStyle draws combos, spin boxes, sliders and scroll bars.
#include "ui/theme/control_painter.h"
#include "ui/theme/icons.h"
#include "ui/theme/style_state.h"
#include "ui/theme/theme_style.h"

#include <QPainter>
#include <QStyleOption>

#include <cmath>

namespace penstock {

using namespace style;

void ThemeStyle::drawComboBox(const QStyleOptionComboBox& option, QPainter& painter) const
{
    ControlState state = stateOf(option);
    state.isPressed = false;
    paintField(painter, option.rect, m_theme, state);
    const double side = m_theme.px(12);
    const QPointF centre(option.rect.right() + 1 - m_theme.px(12), option.rect.center().y() + 1.0);
    paintIcon(painter, Icon::ChevronDown,
              QRectF(centre.x() - side / 2, centre.y() - side / 2, side, side),
              state.isEnabled ? m_theme.colors.muted : m_theme.colors.strongBorder);
}

void ThemeStyle::drawSpinBox(const QStyleOptionSpinBox& option, QPainter& painter,
                             const QWidget* widget) const
{
    const ControlState state = stateOf(option);
    paintField(painter, option.rect, m_theme, state, isInvalid(widget));
    const double side = m_theme.px(11);
    const QRectF box(option.rect);
    const double x = box.right() - m_theme.px(10) - side / 2;
    const auto ink = [&](SubControl part) {
        const bool isUnder = state.isHovered && option.activeSubControls.testFlag(part);
        return isUnder ? m_theme.colors.accentText : m_theme.colors.muted;
    };
    const double middle = box.center().y();
    paintIcon(painter, Icon::ChevronUp, QRectF(x, middle - 3.5 - side / 2, side, side),
              ink(SC_SpinBoxUp));
    paintIcon(painter, Icon::ChevronDown, QRectF(x, middle + 5 - side / 2, side, side),
              ink(SC_SpinBoxDown));
}

void ThemeStyle::drawSlider(const QStyleOptionSlider& option, QPainter& painter,
                            const QWidget* widget) const
{
    if (option.orientation != Qt::Horizontal) {
        QProxyStyle::drawComplexControl(CC_Slider, &option, &painter, widget);
        return;
    }
    const Palette& c = m_theme.colors;
    const bool isEnabled = option.state.testFlag(State_Enabled);
    const double reach = kHandleExtent / 2.0;
    const QRectF box(option.rect);
    const double y = box.center().y();
    const auto xOf = [&](int value) {
        return box.left() + reach +
               sliderPositionFromValue(option.minimum, option.maximum, value,
                                       static_cast<int>(box.width()) - kHandleExtent,
                                       option.upsideDown);
    };
    const double handle = xOf(option.sliderPosition);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(c.groove);
    painter.drawRoundedRect(QRectF(box.left() + 4, y - 2, box.width() - 8, 4), 2, 2);
    const QColor mark = isEnabled ? c.accent : c.strongBorder;
    painter.setBrush(mark);
    painter.drawRoundedRect(QRectF(box.left() + 4, y - 2, handle - box.left() - 4, 4), 2, 2);
    const QVariant standard = widget != nullptr ? widget->property("defaultPosition") : QVariant();
    if (standard.isValid())
        painter.fillRect(QRectF(std::floor(xOf(standard.toInt())), std::floor(y) + 5, 1, 4),
                         c.muted);
    const bool isUnder = option.state.testFlag(State_MouseOver) && isEnabled;
    if (option.state.testFlag(State_HasFocus) || isUnder) {
        painter.setBrush(withAlpha(
            c.accent, option.state.testFlag(State_HasFocus) ? c.haloAlpha : c.haloAlpha / 2));
        painter.drawEllipse(QPointF(handle, y), 8.5, 8.5);
    }
    painter.setPen(QPen(mark, 2));
    painter.setBrush(m_theme.id == ThemeId::Light ? c.input : c.text);
    painter.drawEllipse(QPointF(handle, y), 5.5, 5.5);
    painter.restore();
}

void ThemeStyle::drawScrollBar(const QStyleOptionSlider& option, QPainter& painter,
                               const QWidget* widget) const
{
    painter.save();
    painter.fillRect(option.rect, m_theme.colors.surface);
    if (option.maximum > option.minimum) {
        const QRect slider = subControlRect(CC_ScrollBar, &option, SC_ScrollBarSlider, widget);
        const bool isVertical = option.orientation == Qt::Vertical;
        const QRectF handle = isVertical ? QRectF(slider).adjusted(3, 1, -3, -1)
                                         : QRectF(slider).adjusted(1, 3, -1, -3);
        const bool isLit = option.state.testFlag(State_MouseOver) ||
                           option.activeSubControls.testFlag(SC_ScrollBarSlider);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(isLit ? m_theme.colors.muted : m_theme.colors.strongBorder);
        painter.drawRoundedRect(handle, 3, 3);
    }
    painter.restore();
}

} // namespace penstock
