// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/button.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

namespace penstock {

namespace {

constexpr int kHeight = 30;
constexpr int kPadding = 10;
constexpr int kIcon = 16;
constexpr int kGap = 7;
constexpr int kChevron = 11;
constexpr int kChevronGap = 5;

} // namespace

Button::Button(ButtonKind kind, Icon icon, const QString& text, QWidget* parent)
    : QAbstractButton(parent), m_kind(kind), m_icon(icon)
{
    setText(text);
    setAccessibleName(text);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus); // a click leaves the focus where the user works
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Button::setGlyph(Icon icon)
{
    if (m_icon == icon)
        return;
    m_icon = icon;
    update();
}

void Button::setKind(ButtonKind kind)
{
    m_kind = kind;
    update();
}

void Button::setIconOnly(bool isIconOnly)
{
    m_isIconOnly = isIconOnly;
    setHint(m_hint);
    updateGeometry();
    update();
}

void Button::setMenu(QMenu* menu, bool isWhole)
{
    m_menu = menu;
    m_isMenuWhole = isWhole;
    updateGeometry();
}

void Button::setHint(const QString& hint)
{
    m_hint = hint;
    setToolTip(m_isIconOnly && hint.isEmpty() ? text() : hint);
}

QFont Button::textFont() const
{
    const Theme& theme = themeOf(*this);
    return theme.font(m_kind == ButtonKind::Primary ? TextRole::Section : TextRole::Body);
}

QSize Button::sizeHint() const
{
    const Theme& theme = themeOf(*this);
    const bool hasText = !m_isIconOnly && !text().isEmpty();
    int width = 2 * theme.px(kPadding);
    if (m_icon != Icon::None)
        width += theme.px(kIcon);
    if (hasText)
        width += QFontMetrics(textFont()).horizontalAdvance(text()) +
                 (m_icon != Icon::None ? theme.px(kGap) : 0);
    if (m_menu != nullptr && m_icon != Icon::Menu)
        width += theme.px(kChevron) + theme.px(kChevronGap);
    return {width, theme.px(kHeight)};
}

ButtonKind Button::shownKind() const
{
    if (!isCheckable())
        return m_kind;
    return isChecked() ? ButtonKind::Checked : m_kind;
}

void Button::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(*this);
    const ButtonKind kind = shownKind();
    const bool isOpen = m_menu != nullptr && m_menu->isVisible();
    const ControlState state{.isEnabled = isEnabled(),
                             .isHovered = isEnabled() && (underMouse() || isOpen),
                             .isPressed = isDown(),
                             .isFocused = hasFocus()};
    QPainter painter(this);
    paintButton(painter, rect(), theme, kind, state);
    const QColor ink = buttonInk(theme, kind, state);
    int x = theme.px(kPadding);
    if (m_icon != Icon::None) {
        const int side = theme.px(kIcon);
        paintIcon(painter, m_icon, QRectF(x, (height() - side) / 2.0, side, side), ink);
        x += side + theme.px(kGap);
    }
    if (!m_isIconOnly) {
        painter.setFont(textFont());
        painter.setPen(ink);
        painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignLeft | Qt::AlignVCenter,
                         text());
    }
    if (m_menu != nullptr && m_icon != Icon::Menu) {
        const int side = theme.px(kChevron);
        const int left = width() - theme.px(kPadding) - side + 2;
        paintIcon(painter, Icon::ChevronDown, QRectF(left, (height() - side) / 2.0 + 1, side, side),
                  isEnabled() ? theme.colors.muted : ink);
    }
}

void Button::openMenu()
{
    m_menu->setMinimumWidth(width());
    m_menu->popup(mapToGlobal(QPoint(0, height() + 2)));
    setDown(false);
    update();
}

void Button::mousePressEvent(QMouseEvent* event)
{
    const Theme& theme = themeOf(*this);
    const int chevron = theme.px(kPadding) + theme.px(kChevron) + theme.px(kChevronGap);
    const bool isOnChevron = event->position().x() >= width() - chevron;
    if (m_menu != nullptr && event->button() == Qt::LeftButton && (m_isMenuWhole || isOnChevron)) {
        openMenu();
        return;
    }
    QAbstractButton::mousePressEvent(event);
}

void Button::keyPressEvent(QKeyEvent* event)
{
    const bool isPress = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_menu != nullptr && (event->key() == Qt::Key_Down || (m_isMenuWhole && isPress))) {
        openMenu();
        return;
    }
    if (isPress)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void Button::nextCheckState()
{
    // What is checked is a state of the run, which only the run changes.
}

void Button::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        updateGeometry();
    QAbstractButton::changeEvent(event);
}

} // namespace penstock
