// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QElapsedTimer>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

namespace penstock {

/// One penstock-cli process in an environment of its own (cache, home, no display), with both
/// outputs kept apart. Main thread.
class CliProcess
{
public:
    /// With a @p reader, stdout goes to that process, which the caller starts.
    explicit CliProcess(const QStringList& arguments, QProcess* reader = nullptr);
    ~CliProcess(); ///< kills what still runs

    /// Waits for the end; false when it takes more than a minute.
    bool finish();
    /// Waits until stderr holds @p text.
    bool waitForError(const QByteArray& text);
    void signal(int number) const;

    qint64 pid() const { return m_process.processId(); }
    /// The exit code, or -1 when it crashed or was killed.
    int exitCode() const;
    QByteArray out() const { return m_out; }
    QByteArray err() const { return m_err; }
    QProcess& process() { return m_process; }

private:
    void read();

    QTemporaryDir m_home;
    QProcess m_process;
    QByteArray m_out;
    QByteArray m_err;
};

/// What a process that ran to its end gave.
struct CliResult
{
    int exitCode = -1;
    QByteArray out;
    QByteArray err;

    /// stdout as one JSON object; empty when it is anything else.
    QJsonObject json() const;
    QList<QByteArray> lines() const; ///< of stdout, the last empty one left out
};
CliResult runCli(const QStringList& arguments);
/// What a shell makes of @p script, in which "$0" is penstock-cli: for closed streams and limits.
CliResult runShell(const QString& script);

/// A feed of five entries, "First" to "Fifth", in @p folder; its path.
QString writeFeed(const QTemporaryDir& folder);
/// @p bytes as a file called @p name in @p folder; its path.
QString writeFile(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes);

} // namespace penstock
