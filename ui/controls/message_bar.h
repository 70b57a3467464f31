// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/message.h"

#include <QString>
#include <QWidget>

class QLabel;

namespace penstock {

class Button;

/// One message in the window itself, never in front of it: the newest, until it is closed or no
/// longer true. GUI thread.
class MessageBar final : public QWidget
{
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    void showMessage(const Message& message);
    /// Hides the bar if it shows the message @p id.
    void clear(const QString& id);
    const Message& message() const { return m_message; }

signals:
    void acted(const QString& id);
    void closed(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Message m_message;
    QLabel* m_text;
    Button* m_action;
    Button* m_close;
};

} // namespace penstock
