// SPDX-License-Identifier: MIT
#include "tests/support/fake_server.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace penstock {

FakeServer::FakeServer(Script script) : m_script(std::move(script))
{
    m_address.path = m_folder.filePath(QStringLiteral("fake.sock")).toStdString();
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    m_address.path.copy(at.sun_path, sizeof at.sun_path - 1);
    m_listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    constexpr int kBacklog = 100;
    if (::bind(m_listener, reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0 ||
        ::listen(m_listener, kBacklog) != 0)
        qFatal("the fake server cannot listen");
    m_acceptor = std::thread([this] { acceptAll(); });
}

FakeServer::~FakeServer()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
        for (const int fd : m_open)
            ::shutdown(fd, SHUT_RDWR);
    }
    m_ended.notify_all();
    ::shutdown(m_listener, SHUT_RDWR);
    m_acceptor.join();
    ::close(m_listener);
    for (std::thread& session : m_sessions)
        session.join();
}

void FakeServer::acceptAll()
{
    while (true) {
        const int fd = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        const std::lock_guard lock(m_mutex);
        if (fd < 0 || m_isEnding) {
            if (fd >= 0)
                ::close(fd);
            return;
        }
        ++m_accepted;
        m_open.push_back(fd);
        m_sessions.emplace_back([this, fd] { serve(fd); });
    }
}

void FakeServer::serve(int fd)
{
    Connection connection(*this, fd);
    m_script(connection);
    const std::lock_guard lock(m_mutex);
    std::erase(m_open, fd);
    ::close(fd);
}

std::vector<std::string> FakeServer::commands() const
{
    const std::lock_guard lock(m_mutex);
    return m_commands;
}

std::size_t FakeServer::connections() const
{
    const std::lock_guard lock(m_mutex);
    return m_accepted;
}

bool FakeServer::Connection::fill()
{
    char chunk[4096];
    const ssize_t size = ::recv(m_fd, chunk, sizeof chunk, 0);
    if (size <= 0)
        return false;
    m_buffer.append(chunk, static_cast<std::size_t>(size));
    return true;
}

std::string FakeServer::Connection::readCommand()
{
    const auto readUntil = [this](std::size_t begin) {
        std::size_t end = 0;
        while ((end = m_buffer.find("\r\n", begin)) == std::string::npos) {
            if (!fill())
                return std::string::npos;
        }
        return end;
    };
    std::size_t at = readUntil(0);
    if (at == std::string::npos)
        return {};
    const long count = std::strtol(m_buffer.c_str() + 1, nullptr, 10);
    std::string command;
    at += 2;
    for (long i = 0; i < count; ++i) {
        const std::size_t end = readUntil(at);
        if (end == std::string::npos)
            return {};
        const auto size = std::strtoul(m_buffer.c_str() + at + 1, nullptr, 10);
        while (m_buffer.size() < end + 4 + size) {
            if (!fill())
                return {};
        }
        command += (i == 0 ? "" : " ") + m_buffer.substr(end + 2, size);
        at = end + 4 + size;
    }
    m_buffer.erase(0, at);
    const std::lock_guard lock(m_server.m_mutex);
    if (command != "INFO server")
        m_server.m_commands.push_back(command);
    return command;
}

bool FakeServer::Connection::readSome(std::size_t most)
{
    std::string bytes(most, '\0');
    return ::recv(m_fd, bytes.data(), bytes.size(), 0) > 0;
}

bool FakeServer::Connection::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t size = ::send(m_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (size <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
}

bool FakeServer::Connection::dribble(std::string_view bytes, std::chrono::milliseconds pause)
{
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (!write(bytes.substr(i, 1)))
            return false;
        std::unique_lock lock(m_server.m_mutex);
        if (m_server.m_ended.wait_for(lock, pause, [this] { return m_server.m_isEnding; }))
            return false;
    }
    return true;
}

void FakeServer::Connection::answerLogin()
{
    readCommand();
    const std::string text =
        "redis_version:7.0.15\r\nrun_id:00000000000000aa000000000000000000000000\r\n";
    write('$' + std::to_string(text.size()) + "\r\n" + text + "\r\n");
}

void FakeServer::Connection::waitForEnd()
{
    while (readSome(4096)) {
    }
}

void FakeServer::Connection::hold()
{
    std::unique_lock lock(m_server.m_mutex);
    m_server.m_ended.wait(lock, [this] { return m_server.m_isEnding; });
}

} // namespace penstock
