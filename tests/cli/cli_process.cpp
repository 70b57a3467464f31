// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QJsonDocument>

#include <csignal>

namespace penstock {

namespace {

constexpr int kPatienceMillis = 60'000;

} // namespace

CliProcess::CliProcess(const QStringList& arguments, QProcess* reader)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HOME"), m_home.path());
    environment.insert(QStringLiteral("XDG_CACHE_HOME"), m_home.filePath(QStringLiteral("cache")));
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    m_process.setProcessEnvironment(environment);
    if (reader)
        m_process.setStandardOutputProcess(reader);
    m_process.start(QStringLiteral(PENSTOCK_CLI_PATH), arguments);
    m_process.waitForStarted();
}

CliProcess::~CliProcess()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished();
}

void CliProcess::read()
{
    m_out += m_process.readAllStandardOutput();
    m_err += m_process.readAllStandardError();
}

bool CliProcess::finish()
{
    const bool isDone =
        m_process.state() == QProcess::NotRunning || m_process.waitForFinished(kPatienceMillis);
    read();
    return isDone;
}

bool CliProcess::waitForError(const QByteArray& text)
{
    const QDeadlineTimer deadline(kPatienceMillis);
    for (read(); !m_err.contains(text); read()) {
        const bool isOver = m_process.state() == QProcess::NotRunning || deadline.hasExpired();
        if (isOver)
            return false;
        m_process.setReadChannel(QProcess::StandardError);
        m_process.waitForReadyRead(static_cast<int>(deadline.remainingTime()));
    }
    return true;
}

void CliProcess::signal(int number) const
{
    ::kill(static_cast<pid_t>(m_process.processId()), number);
}

int CliProcess::exitCode() const
{
    return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

QJsonObject CliResult::json() const
{
    return QJsonDocument::fromJson(out).object();
}

QList<QByteArray> CliResult::lines() const
{
    QList<QByteArray> all = out.split('\n');
    if (!all.isEmpty() && all.last().isEmpty())
        all.removeLast();
    return all;
}

CliResult runCli(const QStringList& arguments)
{
    CliProcess process(arguments);
    if (!process.finish())
        return {-1, process.out(), process.err() + "\n(still running after a minute)"};
    return {process.exitCode(), process.out(), process.err()};
}

CliResult runShell(const QString& script)
{
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), script, QStringLiteral(PENSTOCK_CLI_PATH)});
    if (!shell.waitForFinished(kPatienceMillis))
        return {-1, {}, "(still running after a minute)"};
    return {shell.exitCode(), shell.readAllStandardOutput(), shell.readAllStandardError()};
}

QString writeFile(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write a file of the test");
    return file.fileName();
}

QString writeFeed(const QTemporaryDir& folder)
{
    QByteArray items;
    for (const char* title : {"First", "Second", "Third", "Fourth", "Fifth"})
        items += QByteArray("<item><title>") + title + "</title></item>";
    return writeFile(folder, QStringLiteral("feed.xml"),
                     "<rss version=\"2.0\"><channel><title>Made up</title>" + items +
                         "</channel></rss>");
}

} // namespace penstock
