// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/message_bar.h"

#include "ui/controls/button.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace penstock {

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent), m_text(new QLabel(this)),
      m_action(new Button(ButtonKind::Outlined, Icon::None, {}, this)),
      m_close(new Button(ButtonKind::Flat, Icon::Close, tr("Close this message"), this))
{
    setObjectName(QStringLiteral("messageBar"));
    m_text->setObjectName(QStringLiteral("messageText"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_action->setObjectName(QStringLiteral("messageAction"));
    m_close->setObjectName(QStringLiteral("messageClose"));
    m_close->setIconOnly(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16 + 16 + 8, 4, 8, 5);
    layout->setSpacing(8);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action);
    layout->addWidget(m_close);
    connect(m_action, &Button::clicked, this, [this] { emit acted(m_message.id); });
    connect(m_close, &Button::clicked, this, [this] {
        hide();
        emit closed(m_message.id);
    });
    hide();
}

void MessageBar::showMessage(const Message& message)
{
    if (isVisibleTo(parentWidget()) && message == m_message)
        return;
    m_message = message;
    QString text = QStringLiteral("<b>") % message.what.toHtmlEscaped() % QStringLiteral("</b>");
    for (const QString& sentence : {message.meaning, message.next}) {
        if (!sentence.isEmpty())
            text += QLatin1Char(' ') % sentence.toHtmlEscaped();
    }
    m_text->setText(text);
    m_action->setText(message.action);
    m_action->setAccessibleName(message.action);
    m_action->setVisible(!message.action.isEmpty());
    m_action->updateGeometry();
    setAccessibleName(message.what % QLatin1Char(' ') % message.meaning % QLatin1Char(' ') %
                      message.next);
    show();
    update();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void MessageBar::clear(const QString& id)
{
    if (m_message.id != id)
        return;
    m_message = {};
    hide();
}

void MessageBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(*this);
    const bool isWarning = m_message.kind == Message::Kind::Warning;
    QPainter painter(this);
    painter.fillRect(rect(), isWarning ? theme.colors.denySoft : theme.colors.soft);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.colors.border);
    painter.fillRect(QRect(0, 0, 3, height() - 1),
                     isWarning ? theme.colors.deny : theme.colors.accent);
    paintIcon(painter, isWarning ? Icon::Warning : Icon::Info,
              QRectF(16, (height() - 17) / 2.0, 16, 16),
              isWarning ? theme.colors.denyText : theme.colors.accentText);
}

} // namespace penstock
