// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/scenario_files.h"

#include "ui/session/run_session.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QStandardPaths>

namespace penstock {

namespace {

const QString kOpened = QStringLiteral("scenario.open");
const QString kSaved = QStringLiteral("scenario.save");
const QString kReplace = QStringLiteral("scenario.replace");
const QString kCopied = QStringLiteral("scenario.copy");

QString filter()
{
    return QObject::tr("Scenarios (*.json);;All files (*)");
}

} // namespace

ScenarioFiles::ScenarioFiles(RunSession& session, QWidget& window)
    : QObject(&window), m_session(session), m_window(window)
{
}

void ScenarioFiles::openNamed(const QString& nameOrPath)
{
    if (const Result<void> opened = m_session.openNamed(nameOrPath); !opened) {
        emit messageRaised({.kind = Message::Kind::Warning,
                            .what = tr("The scenario was not opened."),
                            .meaning = QString::fromStdString(opened.error().message) %
                                       QStringLiteral(". ") % tr("The run goes on as it is."),
                            .next = tr("Correct the file and open it again."),
                            .id = kOpened});
        return;
    }
    emit messageSettled(kOpened);
    if (!m_session.file().isEmpty())
        emit used(m_session.source());
}

void ScenarioFiles::askAndOpen()
{
    const QString path = QFileDialog::getOpenFileName(&m_window, tr("Open a scenario"),
                                                      m_session.file().path(), filter());
    if (!path.isEmpty())
        openNamed(path);
}

void ScenarioFiles::save()
{
    if (m_session.file().isEmpty())
        askAndSave();
    else
        saveTo(m_session.file().path(), false);
}

void ScenarioFiles::askAndSave()
{
    QString suggested = m_session.file().path();
    if (suggested.isEmpty())
        suggested =
            QStringLiteral("%1.json").arg(QString::fromStdString(m_session.scenario().name));
    const QString path =
        QFileDialog::getSaveFileName(&m_window, tr("Save the scenario"), suggested, filter());
    if (!path.isEmpty())
        saveTo(path, false);
}

void ScenarioFiles::saveTo(const QString& path, bool isForced)
{
    const Result<void> saved = m_session.save(path, isForced);
    if (saved) {
        emit messageRaised(
            {.what = tr("Saved as %1.").arg(QFileInfo(path).fileName()), .id = kSaved});
        emit used(path);
        return;
    }
    const bool isChanged = m_session.file().path() == path && m_session.file().isChangedByOthers();
    emit messageRaised({.kind = Message::Kind::Warning,
                        .what = tr("The scenario was not saved."),
                        .meaning = QString::fromStdString(saved.error().message) % QLatin1Char('.'),
                        .next = isChanged ? tr("Save it under another name, or replace the file.")
                                          : tr("Choose another folder."),
                        .action = isChanged ? tr("Replace the file") : QString(),
                        .id = isChanged ? kReplace : kSaved});
}

void ScenarioFiles::copyCommandLine()
{
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) % QStringLiteral("/runs");
    const Result<QString> command = m_session.repeatCommandLine(folder);
    if (!command) {
        emit messageRaised(
            {.kind = Message::Kind::Warning,
             .what = tr("The command line was not copied."),
             .meaning = QString::fromStdString(command.error().message) % QLatin1Char('.'),
             .id = kCopied});
        return;
    }
    QGuiApplication::clipboard()->setText(*command);
    emit messageRaised(
        {.what = tr("Copied: this repeats the run."), .meaning = *command, .id = kCopied});
}

void ScenarioFiles::act(const QString& messageId)
{
    if (messageId == kReplace) {
        emit messageSettled(kReplace);
        saveTo(m_session.file().path(), true);
    }
}

} // namespace penstock
