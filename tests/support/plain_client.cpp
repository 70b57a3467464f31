// SPDX-License-Identifier: MIT
#include "tests/support/plain_client.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>

namespace penstock {

PlainClient::PlainClient(const StoreAddress& address)
{
    m_fd = ::socket(address.isUnix() ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int result = -1;
    if (address.isUnix()) {
        sockaddr_un to{};
        to.sun_family = AF_UNIX;
        address.path.copy(to.sun_path, sizeof to.sun_path - 1);
        result = ::connect(m_fd, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    } else {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_port = htons(address.port);
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        result = ::connect(m_fd, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    }
    if (result != 0) {
        ::close(m_fd);
        m_fd = -1;
    } else if (!address.password.empty()) {
        command({"AUTH", address.password});
    }
}

PlainClient::~PlainClient()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

bool PlainClient::send(const std::vector<std::string>& words)
{
    std::string bytes = '*' + std::to_string(words.size()) + "\r\n";
    for (const std::string& word : words)
        bytes += '$' + std::to_string(word.size()) + "\r\n" + word + "\r\n";
    for (std::size_t sent = 0; sent < bytes.size();) {
        const ssize_t size = ::send(m_fd, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (size <= 0)
            return false;
        sent += static_cast<std::size_t>(size);
    }
    return true;
}

Reply PlainClient::command(const std::vector<std::string>& words)
{
    Reply reply;
    if (m_fd < 0 || !send(words) || !readReply(reply))
        return Reply::makeError("ERR no connection");
    return reply;
}

bool PlainClient::readBytes(std::size_t size, std::string& bytes)
{
    while (m_buffer.size() < size) {
        char chunk[4096];
        const ssize_t got = ::recv(m_fd, chunk, sizeof chunk, 0);
        if (got <= 0)
            return false;
        m_buffer.append(chunk, static_cast<std::size_t>(got));
    }
    bytes = m_buffer.substr(0, size);
    m_buffer.erase(0, size);
    return true;
}

bool PlainClient::readLine(std::string& line)
{
    line.clear();
    std::string byte;
    while (!line.ends_with("\r\n")) {
        if (!readBytes(1, byte))
            return false;
        line += byte;
    }
    line.resize(line.size() - 2);
    return true;
}

bool PlainClient::readReply(Reply& reply)
{
    std::string line;
    if (!readLine(line) || line.empty())
        return false;
    const std::string rest = line.substr(1);
    const long long number = std::strtoll(rest.c_str(), nullptr, 10);
    switch (line.front()) {
    case '+':
        reply = Reply::makeStatus(rest);
        return true;
    case '-':
        reply = Reply::makeError(rest);
        return true;
    case ':':
        reply = Reply::makeInteger(number);
        return true;
    case '$': {
        std::string bytes;
        if (number >= 0 && !readBytes(static_cast<std::size_t>(number) + 2, bytes))
            return false;
        reply = number < 0 ? Reply::makeNil()
                           : Reply::makeBulk(bytes.substr(0, static_cast<std::size_t>(number)));
        return true;
    }
    case '*': {
        std::vector<Reply> items(static_cast<std::size_t>(number < 0 ? 0 : number));
        for (Reply& item : items) {
            if (!readReply(item))
                return false;
        }
        reply = number < 0 ? Reply::makeNil() : Reply::makeArray(std::move(items));
        return true;
    }
    default:
        return false;
    }
}

} // namespace penstock
