// SPDX-License-Identifier: MIT
#include "tests/support/redis_server.h"

#include <QDebug>
#include <QStandardPaths>
#include <QTest>

#include <hiredis/hiredis.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <memory>

namespace penstock {

namespace {

struct ContextDeleter
{
    void operator()(redisContext* context) const { ::redisFree(context); }
};
struct ReplyDeleter
{
    void operator()(redisReply* reply) const { ::freeReplyObject(reply); }
};

Reply converted(const redisReply& reply)
{
    const std::string_view text(reply.str ? reply.str : "", reply.str ? reply.len : 0);
    switch (reply.type) {
    case REDIS_REPLY_INTEGER:
        return Reply::makeInteger(reply.integer);
    case REDIS_REPLY_STATUS:
        return Reply::makeStatus(text);
    case REDIS_REPLY_STRING:
        return Reply::makeBulk(text);
    case REDIS_REPLY_ERROR:
        return Reply::makeError(text);
    case REDIS_REPLY_ARRAY: {
        std::vector<Reply> items;
        for (std::size_t i = 0; i < reply.elements; ++i)
            items.push_back(converted(*reply.element[i]));
        return Reply::makeArray(std::move(items));
    }
    default:
        return Reply::makeNil();
    }
}

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
                             QStringLiteral("--dir"),        m_folder.path()};
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
    const std::unique_ptr<redisContext, ContextDeleter> context(
        m_address.isUnix() ? ::redisConnectUnix(m_address.path.c_str())
                           : ::redisConnect(m_address.host.c_str(), m_address.port));
    if (!context || context->err)
        return Reply::makeError("ERR no connection");
    const auto send = [&](const std::vector<std::string>& argv) {
        std::vector<const char*> pointers;
        std::vector<std::size_t> sizes;
        for (const std::string& word : argv) {
            pointers.push_back(word.data());
            sizes.push_back(word.size());
        }
        const std::unique_ptr<redisReply, ReplyDeleter> reply(
            static_cast<redisReply*>(::redisCommandArgv(
                context.get(), static_cast<int>(argv.size()), pointers.data(), sizes.data())));
        return reply ? converted(*reply) : Reply::makeError("ERR connection lost");
    };
    if (!m_address.password.empty())
        send({"AUTH", m_address.password});
    return send(words);
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
