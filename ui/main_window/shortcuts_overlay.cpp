// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/shortcuts_overlay.h"

#include "ui/theme/control_painter.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace penstock {

namespace {

constexpr int kRow = 24;
constexpr int kKeyColumn = 128;
constexpr int kWidth = 440;
constexpr int kTop = 48;

} // namespace

ShortcutsOverlay::ShortcutsOverlay(const std::vector<QAction*>& actions, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("shortcutsOverlay"));
    setFocusPolicy(Qt::StrongFocus);
    for (const QAction* action : actions)
        m_lines.emplace_back(action->shortcut().toString(QKeySequence::NativeText), action->text());
    m_lines.insert(m_lines.begin() + 8, {tr("Left, Right"), tr("Crosshair, in a focused chart")});
    m_lines.insert(m_lines.begin() + 9,
                   {tr("Arrows, Page"), tr("The next sensible value, in a focused slider")});
    QString all;
    for (const auto& [keys, what] : m_lines)
        all += keys % QStringLiteral(": ") % what % QStringLiteral(". ");
    setAccessibleName(tr("Keyboard shortcuts"));
    setAccessibleDescription(all);
    parent->installEventFilter(this);
    hide();
}

void ShortcutsOverlay::toggle()
{
    if (isVisible()) {
        hide();
        return;
    }
    setGeometry(parentWidget()->rect());
    show();
    raise();
    setFocus();
}

void ShortcutsOverlay::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.fillRect(rect(), withAlpha(Qt::black, theme.isDark() ? 0.55 : 0.35));
    const int height = theme.px(kTop + kRow * static_cast<int>(m_lines.size()) + 16);
    QRect card(0, 0, theme.px(kWidth), height);
    card.moveCenter(rect().center());
    paintCard(painter, card, theme);
    painter.setFont(theme.font(TextRole::SmallHeadlineStrong));
    painter.setPen(theme.colors.text);
    painter.drawText(card.adjusted(theme.px(20), theme.px(10), 0, 0), Qt::AlignTop | Qt::AlignLeft,
                     tr("Keyboard shortcuts"));
    QRect row(card.left() + theme.px(20), card.top() + theme.px(kTop), card.width() - theme.px(40),
              theme.px(kRow));
    for (const auto& [keys, what] : m_lines) {
        painter.setFont(theme.font(TextRole::Section));
        painter.setPen(theme.colors.accentText);
        painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft, keys);
        painter.setFont(theme.font(TextRole::Body));
        painter.setPen(theme.colors.text);
        painter.drawText(row.adjusted(theme.px(kKeyColumn), 0, 0, 0),
                         Qt::AlignVCenter | Qt::AlignLeft, what);
        row.translate(0, row.height());
    }
}

void ShortcutsOverlay::keyPressEvent(QKeyEvent*)
{
    hide();
}

void ShortcutsOverlay::mousePressEvent(QMouseEvent*)
{
    hide();
}

void ShortcutsOverlay::focusOutEvent(QFocusEvent* event)
{
    hide();
    QWidget::focusOutEvent(event);
}

bool ShortcutsOverlay::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

} // namespace penstock
