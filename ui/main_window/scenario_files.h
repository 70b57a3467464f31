// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/message.h"

#include <QObject>
#include <QString>

class QWidget;

namespace penstock {

class RunSession;

/// Opening and saving scenarios: asks for a file where one is needed, says by a message what went
/// wrong, and never runs over what another program wrote. GUI thread.
class ScenarioFiles final : public QObject
{
    Q_OBJECT

public:
    ScenarioFiles(RunSession& session, QWidget& window);

    void openNamed(const QString& nameOrPath);
    void askAndOpen();
    void save();
    void askAndSave();
    void copyCommandLine();
    /// The button of one of our messages was pressed.
    void act(const QString& messageId);

signals:
    void used(const QString& path); ///< opened or saved
    void messageRaised(const penstock::Message& message);
    void messageSettled(const QString& id);

private:
    void saveTo(const QString& path, bool isForced);

    RunSession& m_session;
    QWidget& m_window;
};

} // namespace penstock
