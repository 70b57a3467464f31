// SPDX-License-Identifier: MIT
#include "core/store/private_store.h"

#include "core/store/client/redis_channel.h"

#include <QDir>
#include <QStandardPaths>
#include <QThread>

#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <utility>

namespace penstock {

namespace {

using namespace std::chrono_literals;

constexpr auto kRestartPause = 2s;
constexpr qsizetype kOutputKept = 2000; // bytes

/// Runs in the child between fork and exec: only async-signal-safe calls.
void prepareChild(pid_t parent)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) // it died before the line above
        ::_exit(1);
    // A process group of its own: Ctrl+C in a terminal ends the run, which still needs its store.
    ::setpgid(0, 0);
}

QStringList serverArguments(const std::string& folder, const std::string& socket)
{
    const QString none;
    return {QStringLiteral("--port"),
            QStringLiteral("0"),
            QStringLiteral("--unixsocket"),
            QString::fromStdString(socket),
            QStringLiteral("--unixsocketperm"),
            QStringLiteral("700"),
            QStringLiteral("--save"),
            none,
            QStringLiteral("--appendonly"),
            QStringLiteral("no"),
            QStringLiteral("--daemonize"),
            QStringLiteral("no"),
            QStringLiteral("--loglevel"),
            QStringLiteral("warning"),
            QStringLiteral("--dir"),
            QString::fromStdString(folder)};
}

StoreAddress addressOf(const std::string& socket)
{
    StoreAddress address;
    address.path = socket;
    return address;
}

std::string howItEnded(const QProcess& process)
{
    if (process.error() == QProcess::FailedToStart)
        return "could not be started: " + process.errorString().toStdString();
    if (process.exitStatus() == QProcess::CrashExit)
        return "was ended by a signal";
    return "ended with code " + std::to_string(process.exitCode());
}

} // namespace

QString PrivateStore::findServer()
{
    const QString name = QStringLiteral("redis-server");
    const QString found = QStandardPaths::findExecutable(name);
    if (!found.isEmpty())
        return found;
    // A desktop session's PATH often lacks the system folders.
    return QStandardPaths::findExecutable(name,
                                          {QStringLiteral("/usr/bin"), QStringLiteral("/usr/sbin"),
                                           QStringLiteral("/usr/local/bin")});
}

Result<std::unique_ptr<PrivateStore>> PrivateStore::start(const StoreSpec& spec)
{
    const QString program = findServer();
    if (program.isEmpty())
        return tl::unexpected(Error{ErrorKind::StoreUnreachable,
                                    "the private store needs redis-server, which is not installed",
                                    "install the package redis-server, or use --store embedded"});
    const std::array bases = {qEnvironmentVariable("XDG_RUNTIME_DIR").toStdString(),
                              QDir::tempPath().toStdString(), std::string("/tmp")};
    auto folder = PrivateFolder::make(bases);
    if (!folder)
        return tl::unexpected(folder.error());
    return std::unique_ptr<PrivateStore>(new PrivateStore(program, std::move(*folder), spec));
}

PrivateStore::PrivateStore(QString program, std::unique_ptr<PrivateFolder> folder,
                           const StoreSpec& spec)
    : m_program(std::move(program)), m_folder(std::move(folder)),
      m_socket(m_folder->path() + "/redis.sock"),
      m_endpoint(std::make_shared<RedisEndpoint>(
          addressOf(m_socket),
          RedisEndpointOptions{.connectTimeout = spec.connectTimeout, .backOff = {}})),
      m_monitor(m_endpoint, spec.commandTimeout, ServerMonitor::Server::Own)
{
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setChildProcessModifier([parent = ::getpid()] { prepareChild(parent); });
    m_restart.setSingleShot(true);
    m_restart.setInterval(kRestartPause);
    QObject::connect(&m_restart, &QTimer::timeout, &m_process, [this] { launch(); });
    QObject::connect(&m_process, &QProcess::readyRead, &m_process, [this] { keepOutput(); });
    QObject::connect(&m_process, &QProcess::finished, &m_process, [this] { onEnded(); });
    QObject::connect(&m_process, &QProcess::errorOccurred, &m_process,
                     [this](QProcess::ProcessError error) {
                         if (error == QProcess::FailedToStart)
                             onEnded(); // then finished() does not follow
                     });
    launch();
}

PrivateStore::~PrivateStore()
{
    m_process.disconnect();
    // Nothing is to be saved, so there is nothing to be asked politely. Also ends a frozen server.
    m_process.kill();
    m_process.waitForFinished();
}

std::unique_ptr<CommandChannel> PrivateStore::openChannel(const StopSignal& stop)
{
    return std::make_unique<RedisChannel>(m_endpoint, stop);
}

StoreStatus PrivateStore::status() const
{
    Q_ASSERT(QThread::currentThread() == m_process.thread());
    StoreStatus status = m_monitor.status();
    status.name = "private Redis";
    if (m_process.state() == QProcess::NotRunning) {
        status.state = StoreStatus::State::Restarting;
        status.problem = m_problem;
    }
    return status;
}

void PrivateStore::launch()
{
    m_output.clear();
    ::unlink(m_socket.c_str()); // of the one that died: the monitor waits for the new one
    m_monitor.restart();
    m_process.start(m_program, serverArguments(m_folder->path(), m_socket));
}

void PrivateStore::onEnded()
{
    keepOutput();
    m_problem = "the private Redis " + howItEnded(m_process) + "; a new one, empty, starts in " +
                std::to_string(kRestartPause.count()) + " s";
    const QByteArray lastLine = m_output.trimmed().split('\n').last();
    if (m_process.exitStatus() == QProcess::NormalExit && !lastLine.isEmpty())
        m_problem += " (it said: " + lastLine.toStdString() + ')';
    m_restart.start();
}

void PrivateStore::keepOutput()
{
    m_output += m_process.readAll();
    m_output = m_output.right(kOutputKept);
}

} // namespace penstock
