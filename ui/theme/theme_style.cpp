// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme_style.h"

#include "ui/theme/control_painter.h"
#include "ui/theme/style_state.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QSlider>
#include <QStyleOption>

#include <algorithm>

namespace penstock {

using namespace style;

ThemeStyle::ThemeStyle(Theme theme)
    : QProxyStyle(QStringLiteral("fusion")), m_theme(std::move(theme))
{
}

void ThemeStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget) ||
        qobject_cast<QAbstractSpinBox*>(widget) || qobject_cast<QScrollBar*>(widget) ||
        qobject_cast<QSlider*>(widget) || qobject_cast<QLineEdit*>(widget))
        widget->setAttribute(Qt::WA_Hover);
}

int ThemeStyle::pixelMetric(PixelMetric metric, const QStyleOption* option,
                            const QWidget* widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return 12;
    case PM_ScrollBarSliderMin:
        return kLeastScrollHandle;
    case PM_SliderThickness:
    case PM_SliderControlThickness:
    case PM_SliderLength:
        return kHandleExtent;
    case PM_DefaultFrameWidth:
        return widget != nullptr && qobject_cast<const QLineEdit*>(widget) ? 4 : 1;
    case PM_MenuPanelWidth:
        return 1;
    case PM_MenuVMargin:
        return 4;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_HeaderMargin:
        return 8;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int ThemeStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* data) const
{
    switch (hint) {
    case SH_Slider_AbsoluteSetButtons:
        return Qt::LeftButton;
    case SH_ComboBox_Popup:
    case SH_EtchDisabledText:
    case SH_ItemView_ShowDecorationSelected:
        return hint == SH_ItemView_ShowDecorationSelected;
    case SH_ScrollBar_ContextMenu:
        return 0;
    default:
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize ThemeStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_ComboBox:
    case CT_SpinBox:
    case CT_LineEdit:
        result.setHeight(m_theme.px(26));
        break;
    case CT_PushButton:
        result = QSize(size.width() + m_theme.px(20), m_theme.px(30));
        break;
    case CT_MenuItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
            item != nullptr && item->menuItemType != QStyleOptionMenuItem::Separator)
            result.setHeight(std::max(result.height(), m_theme.px(26)));
        break;
    default:
        break;
    }
    return result;
}

QRect ThemeStyle::scrollBarRect(const QStyleOptionSlider& option, SubControl part) const
{
    const bool isVertical = option.orientation == Qt::Vertical;
    const int length = isVertical ? option.rect.height() : option.rect.width();
    const int range = option.maximum - option.minimum;
    int handle = length;
    if (range > 0)
        handle = std::clamp(static_cast<int>(static_cast<std::int64_t>(length) * option.pageStep /
                                             (range + option.pageStep)),
                            std::min(kLeastScrollHandle, length), length);
    const int start = sliderPositionFromValue(option.minimum, option.maximum, option.sliderPosition,
                                              length - handle, option.upsideDown);
    int from = 0;
    int extent = 0;
    switch (part) {
    case SC_ScrollBarGroove:
        extent = length;
        break;
    case SC_ScrollBarSlider:
        from = start;
        extent = handle;
        break;
    case SC_ScrollBarSubPage:
        extent = start;
        break;
    case SC_ScrollBarAddPage:
        from = start + handle;
        extent = length - from;
        break;
    default:
        return {};
    }
    const QRect rect = isVertical ? QRect(0, from, option.rect.width(), extent)
                                  : QRect(from, 0, extent, option.rect.height());
    return rect.translated(option.rect.topLeft());
}

QRect ThemeStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                                 SubControl part, const QWidget* widget) const
{
    const QRect& box = option->rect;
    if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        control == CC_ScrollBar && bar != nullptr)
        return scrollBarRect(*bar, part);
    if (control == CC_SpinBox) {
        const int arrows = m_theme.px(kSpinArrows);
        const int left = box.right() + 1 - arrows;
        switch (part) {
        case SC_SpinBoxUp:
            return {left, box.top(), arrows, box.height() / 2};
        case SC_SpinBoxDown:
            return {left, box.top() + box.height() / 2, arrows, box.height() - box.height() / 2};
        case SC_SpinBoxEditField:
            return box.adjusted(m_theme.px(4), 1, -arrows, -1);
        default:
            return box;
        }
    }
    if (control == CC_ComboBox) {
        const int arrow = m_theme.px(kComboArrow);
        if (part == SC_ComboBoxArrow)
            return {box.right() + 1 - arrow, box.top(), arrow, box.height()};
        if (part == SC_ComboBoxEditField)
            return box.adjusted(m_theme.px(8), 1, -arrow, -1);
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

QRect ThemeStyle::subElementRect(SubElement element, const QStyleOption* option,
                                 const QWidget* widget) const
{
    if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        element == SE_LineEditContents && frame != nullptr)
        return frame->lineWidth == 0 ? option->rect // inside a spin box, which has the margins
                                     : option->rect.adjusted(m_theme.px(6), 1, -m_theme.px(6), -1);
    return QProxyStyle::subElementRect(element, option, widget);
}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const
{
    switch (element) {
    case PE_PanelLineEdit:
        // The field inside a spin box or an editable combo is painted by its owner.
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            frame != nullptr && frame->lineWidth > 0)
            paintField(*painter, option->rect, m_theme, stateOf(*option), isInvalid(widget));
        return;
    case PE_FrameFocusRect:
        painter->save();
        paintFocus(*painter, option->rect, 4, m_theme);
        painter->restore();
        return;
    case PE_PanelMenu:
        painter->fillRect(option->rect, m_theme.colors.surface);
        return;
    case PE_FrameMenu:
        painter->save();
        paintOutline(*painter, option->rect, 1, m_theme.colors.fieldBorder);
        painter->restore();
        return;
    case PE_PanelItemViewRow:
        if (option->state.testFlag(State_Selected))
            painter->fillRect(option->rect, m_theme.colors.soft);
        return;
    case PE_PanelItemViewItem:
        if (option->state.testFlag(State_Selected))
            painter->fillRect(option->rect, m_theme.colors.soft);
        else if (option->state.testFlag(State_MouseOver))
            painter->fillRect(option->rect, m_theme.colors.hover);
        return;
    case PE_PanelScrollAreaCorner:
        painter->fillRect(option->rect, m_theme.colors.surface);
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void ThemeStyle::drawHeader(ControlElement element, const QStyleOption* option, QPainter& painter,
                            const QWidget* widget) const
{
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (header == nullptr)
        return;
    painter.save();
    if (element == CE_HeaderSection || element == CE_HeaderEmptyArea) {
        painter.fillRect(option->rect, m_theme.colors.surface);
        painter.fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                         m_theme.colors.border);
    } else {
        // First section: the text starts 16 from the window's edge, elsewhere at the cell's 8.
        const bool isFirst = header->section == 0;
        const int margin = pixelMetric(PM_HeaderMargin, option, widget);
        // The base style has taken the margin off all four sides, which leaves no height for text.
        const QRect whole = option->rect.adjusted(-margin, -margin, margin, margin);
        const QRect box = whole.adjusted(isFirst ? 2 * margin : margin, 0, -margin, -1);
        painter.setFont(m_theme.font(TextRole::Caption));
        painter.setPen(m_theme.colors.muted);
        const QString text =
            QFontMetrics(painter.font()).elidedText(header->text, Qt::ElideRight, box.width());
        painter.drawText(box, static_cast<int>(header->textAlignment | Qt::AlignVCenter), text);
    }
    painter.restore();
}

void ThemeStyle::drawPushButton(ControlElement element, const QStyleOption* option,
                                QPainter& painter) const
{
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (button == nullptr)
        return;
    const ControlState state = stateOf(*option);
    const bool isChecked = option->state.testFlag(State_On);
    const ButtonKind kind = isChecked ? ButtonKind::Checked
                            : button->features.testFlag(QStyleOptionButton::DefaultButton)
                                ? ButtonKind::Primary
                                : ButtonKind::Outlined;
    if (element == CE_PushButtonBevel) {
        paintButton(painter, option->rect, m_theme, kind, state);
        return;
    }
    painter.save();
    painter.setPen(buttonInk(m_theme, kind, state));
    painter.drawText(option->rect, Qt::AlignCenter | Qt::TextShowMnemonic, button->text);
    painter.restore();
}

void ThemeStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const
{
    switch (element) {
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
    case CE_HeaderLabel:
        drawHeader(element, option, *painter, widget);
        return;
    case CE_PushButtonBevel:
    case CE_PushButtonLabel:
        drawPushButton(element, option, *painter);
        return;
    case CE_ComboBoxLabel:
        if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
            const QRect box = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget);
            painter->save();
            painter->setPen(combo->state.testFlag(State_Enabled) ? m_theme.colors.text
                                                                 : m_theme.colors.muted);
            painter->drawText(
                box, Qt::AlignVCenter | Qt::AlignLeft,
                combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, box.width()));
            painter->restore();
        }
        return;
    default:
        QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void ThemeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const
{
    if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        control == CC_ComboBox && combo != nullptr)
        drawComboBox(*combo, *painter);
    else if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
             control == CC_SpinBox && spin != nullptr)
        drawSpinBox(*spin, *painter, widget);
    else if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
             control == CC_Slider && slider != nullptr)
        drawSlider(*slider, *painter, widget);
    else if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
             control == CC_ScrollBar && bar != nullptr)
        drawScrollBar(*bar, *painter, widget);
    else
        QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace penstock
