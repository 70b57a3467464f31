// SPDX-License-Identifier: MIT
// How a RedisConnection comes to be: gate, socket, login.
#include "core/store/client/redis_connection.h"
#include "core/store/client/resp_encoder.h"

#include <hiredis/hiredis.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

namespace penstock {

namespace {

/// On loopback, connect() to a port that nobody listens on may meet itself: the kernel can choose
/// that very port as the source. Such a socket would echo commands as replies and keep the server
/// from its port.
bool isConnectedToItself(int fd)
{
    sockaddr_storage own{};
    sockaddr_storage peer{};
    socklen_t ownSize = sizeof own;
    socklen_t peerSize = sizeof peer;
    return ::getsockname(fd, reinterpret_cast<sockaddr*>(&own), &ownSize) == 0 &&
           ::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &peerSize) == 0 &&
           own.ss_family != AF_UNIX && ownSize == peerSize &&
           std::memcmp(&own, &peer, ownSize) == 0;
}

/// The value of "name:value" in INFO's text, or empty.
std::string_view infoField(std::string_view info, std::string_view name)
{
    const std::size_t begin = info.find(name);
    if (begin == std::string_view::npos)
        return {};
    const std::string_view rest = info.substr(begin + name.size());
    return rest.substr(0, rest.find_first_of("\r\n"));
}

/// The first 16 of the run id's 40 random hexadecimal digits; 0 only when there is none.
std::uint64_t lifeOf(std::string_view runId)
{
    std::uint64_t life = 0;
    std::from_chars(runId.data(), runId.data() + std::min<std::size_t>(16, runId.size()), life, 16);
    return runId.empty() ? 0 : std::max<std::uint64_t>(life, 1);
}

/// Want of descriptors or memory here, or a unix socket's full queue (EAGAIN), says nothing against
/// the connections that stand.
StoreGate::Reason reasonOf(int error)
{
    switch (error) {
    case EMFILE:
    case ENFILE:
    case ENOBUFS:
    case ENOMEM:
    case EAGAIN:
        return StoreGate::Reason::Refusing;
    default:
        return StoreGate::Reason::NotAnswering;
    }
}

bool isLoginNeeded(const StoreAddress& address)
{
    return !address.password.empty();
}

} // namespace

void RedisConnection::composeLogin()
{
    const StoreAddress& address = m_endpoint->address();
    Command command;
    std::size_t replies = 1;
    if (isLoginNeeded(address)) {
        command.clear().add("AUTH");
        if (!address.user.empty())
            command.add(address.user);
        appendCommand(m_login, command.add(address.password));
        ++replies;
    }
    if (address.database != 0) {
        command.clear().add("SELECT").add(std::int64_t{address.database});
        appendCommand(m_login, command);
        ++replies;
    }
    appendCommand(m_login, command.clear().add("INFO").add("server"));
    m_loginReplies.resize(replies);
    for (Reply& reply : m_loginReplies)
        m_loginTargets.push_back(&reply);
}

std::optional<StoreError> RedisConnection::connect(SteadyTime now, SteadyTime deadline)
{
    // Others found the server silent while this connection was being made: one probe is enough.
    if (m_phase != Phase::Closed && m_pass == StoreGate::Pass::Enter &&
        !m_endpoint->gate().isOpen())
        close();
    if (m_phase == Phase::Closed) {
        if (auto error = startConnecting(now))
            return error;
    }
    if (m_phase == Phase::Connecting) {
        if (auto error = finishConnecting(deadline))
            return error;
    }
    return logIn(deadline);
}

std::optional<StoreError> RedisConnection::startConnecting(SteadyTime now)
{
    if (m_stop.isRequested())
        return StoreError{StoreErrorClass::Stopped, false, "stopped"};
    m_sockets = m_endpoint->sockets();
    if (!m_sockets)
        return StoreError{StoreErrorClass::Unreachable, false, m_endpoint->unresolvedText()};
    const Micros limit = m_endpoint->options().connectTimeout;
    m_pass = m_endpoint->gate().enter(now, limit);
    if (m_pass == StoreGate::Pass::Wait)
        return StoreError{StoreErrorClass::Waiting, false, "the store does not answer; waiting"};
    m_connectBy = now + limit;
    m_nextSocket = 0;
    if (openNextSocket())
        return std::nullopt;
    return refused(StoreErrorClass::Unreachable, systemText(m_errno), reasonOf(m_errno));
}

/// Begins to connect to the next address that does not fail at once.
bool RedisConnection::openNextSocket()
{
    close();
    while (m_nextSocket < m_sockets->size()) {
        const SocketAddress& socket = (*m_sockets)[m_nextSocket++];
        // Opened here and not by redisConnectNonBlock, which sets close-on-exec too late for a
        // host that forks in another thread, and asks the resolver again.
        const int fd =
            ::socket(socket.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (fd < 0) {
            m_errno = errno;
            continue;
        }
        m_context.reset(::redisConnectFd(fd));
        if (!m_context) {
            m_errno = ENOMEM;
            ::close(fd);
            continue;
        }
        m_context->flags &= ~REDIS_BLOCK;
        m_context->reader->fn = ReplySink::functions();
        m_context->reader->privdata = &m_sink;
        if (socket.storage.ss_family != AF_UNIX) {
            const int on = 1;
            ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        }
        const int result =
            ::connect(fd, reinterpret_cast<const sockaddr*>(&socket.storage), socket.size);
        if (result == 0 || errno == EINPROGRESS || errno == EINTR) {
            m_phase = Phase::Connecting;
            return true;
        }
        m_errno = errno; // on a unix socket EAGAIN: its queue of new connections is full
        close();
    }
    return false;
}

std::optional<StoreError> RedisConnection::finishConnecting(SteadyTime deadline)
{
    while (true) {
        if (const Ending ending = waitFor(POLLOUT, std::min(deadline, m_connectBy));
            ending != Ending::Done)
            return notConnected(ending, deadline);
        int error = 0;
        socklen_t size = sizeof error;
        ::getsockopt(m_context->fd, SOL_SOCKET, SO_ERROR, &error, &size);
        if (error == 0 && isConnectedToItself(m_context->fd))
            error = ECONNREFUSED;
        if (error == 0)
            break;
        if (!openNextSocket())
            return refused(StoreErrorClass::Unreachable, systemText(error), reasonOf(error));
    }
    m_phase = Phase::LoggingIn;
    m_loginTransfer = {.bytes = m_login, .targets = m_loginTargets};
    return std::nullopt;
}

std::optional<StoreError> RedisConnection::logIn(SteadyTime deadline)
{
    const Ending ending = transfer(m_loginTransfer, std::min(deadline, m_connectBy));
    if (ending != Ending::Done) {
        // A server that turns a client away answers the first command and closes.
        if (ending == Ending::Lost && m_loginTransfer.received > 0) {
            if (auto error = checkLogin())
                return error;
        }
        return notConnected(ending, deadline);
    }
    if (auto error = checkLogin())
        return error;
    m_phase = Phase::Ready;
    m_epoch = m_endpoint->gate().connected(m_pass);
    m_pass = StoreGate::Pass::Enter; // the probe is over: what fails from now on is a call
    if (m_endpoint->gate().isConnectionGood(m_epoch))
        return std::nullopt;
    close();
    return StoreError{StoreErrorClass::Waiting, false, "the store does not answer; waiting"};
}

/// Reads the login's replies as far as they came.
std::optional<StoreError> RedisConnection::checkLogin()
{
    for (std::size_t i = 0; i < m_loginTransfer.received; ++i) {
        const Reply& reply = m_loginReplies[i];
        const bool isInfo = i + 1 == m_loginReplies.size();
        if (!reply.isError()) {
            if (isInfo) {
                m_storeLife = lifeOf(infoField(reply.text, "run_id:"));
                m_endpoint->setVersion(std::string(infoField(reply.text, "redis_version:")));
            }
            continue;
        }
        const bool isAuth = i == 0 && isLoginNeeded(m_endpoint->address());
        const StoreErrorClass errorClass = classifyErrorReply(reply.text);
        // An access list may forbid INFO: then the store's life stays unknown, and all else works.
        if (isInfo && (errorClass == StoreErrorClass::NoPermission ||
                       reply.text.starts_with("ERR unknown command"))) {
            m_storeLife = 0;
            continue;
        }
        const bool isLoginError = isAuth && errorClass == StoreErrorClass::Other &&
                                  reply.text.find("AUTH") != std::string::npos;
        return refused(isLoginError ? StoreErrorClass::NoAuth : errorClass, reply.text,
                       StoreGate::Reason::Refusing);
    }
    return std::nullopt;
}

StoreError RedisConnection::notConnected(Ending ending, SteadyTime deadline)
{
    switch (ending) {
    case Ending::TimedOut:
        if (deadline < m_connectBy) // the next call goes on with this connection
            return {StoreErrorClass::Timeout, false, "still connecting"};
        return refused(StoreErrorClass::Timeout, "no answer while connecting",
                       StoreGate::Reason::NotAnswering);
    case Ending::Stopped:
        return {StoreErrorClass::Stopped, false, "stopped"};
    case Ending::Garbled:
        return refused(StoreErrorClass::Protocol, "the server does not speak Redis's protocol",
                       StoreGate::Reason::Refusing);
    case Ending::Lost:
    case Ending::Done:
        break;
    }
    return refused(StoreErrorClass::ConnectionLost, systemText(m_errno),
                   StoreGate::Reason::Refusing);
}

/// This attempt is over: nobody tries again before the back-off.
StoreError RedisConnection::refused(StoreErrorClass errorClass, std::string text,
                                    StoreGate::Reason reason)
{
    close();
    m_endpoint->gate().shut(reason, m_pass, std::chrono::steady_clock::now());
    return {errorClass, false, toText(m_endpoint->address()) + ": " + std::move(text)};
}

} // namespace penstock
