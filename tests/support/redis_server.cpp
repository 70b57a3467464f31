// SPDX-License-Identifier: MIT
#include "tests/support/redis_server.h"

#include "tests/support/plain_client.h"

#include <QDebug>
#include <QDir>
#include <QStandardPaths>
#include <QTest>

#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace penstock {

namespace {

/// A port of 127.0.0.1 that nobody uses now.
std::uint16_t freePort()
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(fd, reinterpret_cast<sockaddr*>(&address), size);
    ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
    ::close(fd);
    return ntohs(address.sin_port);
}

} // namespace

RedisServer::RedisServer(Transport transport, QStringList arguments)
    : m_arguments(std::move(arguments))
{
    const auto password = m_arguments.indexOf(QStringLiteral("--requirepass"));
    if (password >= 0)
        m_address.password = m_arguments.at(password + 1).toStdString();
    if (transport == Transport::Unix)
        m_address.path = m_folder.filePath(QStringLiteral("redis.sock")).toStdString();
    QDir().mkdir(dataFolder());
    m_process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    start();
}

RedisServer::~RedisServer()
{
    kill9();
}

bool RedisServer::start()
{
    constexpr int kAttempts = 5; // somebody else may take the port first
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        if (!m_address.isUnix() && !m_hasRun)
            m_address.port = freePort();
        if (launch()) {
            m_hasRun = true;
            return true;
        }
        kill9();
    }
    qWarning() << "redis-server did not start:" << m_process.readAll();
    return false;
}

bool RedisServer::launch()
{
    QStringList arguments = {QStringLiteral("--save"),       QString(),
                             QStringLiteral("--appendonly"), QStringLiteral("no"),
                             QStringLiteral("--dir"),        dataFolder()};
    if (m_address.isUnix())
        arguments << QStringLiteral("--port") << QStringLiteral("0")
                  << QStringLiteral("--unixsocket") << QString::fromStdString(m_address.path);
    else
        arguments << QStringLiteral("--port") << QString::number(m_address.port)
                  << QStringLiteral("--bind") << QStringLiteral("127.0.0.1");
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.start(QStandardPaths::findExecutable(QStringLiteral("redis-server")),
                    arguments + m_arguments);
    return m_process.waitForStarted() && QTest::qWaitFor([&] {
               const Reply reply = command({"PING"});
               return !reply.isError() || reply.text.starts_with("LOADING") ||
                      reply.text.starts_with("NOREPLICAS") || reply.text.starts_with("MASTERDOWN");
           });
}

Reply RedisServer::command(const std::vector<std::string>& words) const
{
    return PlainClient(m_address).command(words);
}

std::int64_t RedisServer::info(const std::string& section, const std::string& field) const
{
    const std::string text = '\n' + command({"INFO", section}).text;
    for (const char separator : {':', '='}) {
        const std::string name = '\n' + field + separator;
        if (const std::size_t begin = text.find(name); begin != std::string::npos)
            return std::strtoll(text.c_str() + begin + name.size(), nullptr, 10);
    }
    return -1;
}

QString RedisServer::dataFolder() const
{
    return m_folder.filePath(QStringLiteral("data"));
}

void RedisServer::removeDataFolder()
{
    QDir(dataFolder()).removeRecursively();
}

void RedisServer::kill9()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished();
}

void RedisServer::freeze()
{
    ::kill(static_cast<pid_t>(pid()), SIGSTOP);
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(pid()), &info, WSTOPPED | WNOWAIT);
}

void RedisServer::thaw()
{
    ::kill(static_cast<pid_t>(pid()), SIGCONT);
}

} // namespace penstock
