// SPDX-License-Identifier: MIT
#include "core/store/client/redis_connection.h"

#include <hiredis/hiredis.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace penstock {

namespace {

/// More than any answer to a limiter; a reply that is longer never ends or is no reply.
constexpr std::size_t kMaxReplyBytes = 1024 * 1024;
/// A connection unused for longer is looked at before a command is trusted to it.
constexpr Micros kIdle = std::chrono::milliseconds(10);

} // namespace

void RedisConnection::ContextDeleter::operator()(redisContext* context) const
{
    ::redisFree(context);
}

RedisConnection::RedisConnection(std::shared_ptr<RedisEndpoint> endpoint, const StopSignal& stop)
    : m_endpoint(std::move(endpoint)), m_stop(stop)
{
    composeLogin();
}

RedisConnection::~RedisConnection() = default;

std::optional<StoreError> RedisConnection::prepare(SteadyTime deadline)
{
    const SteadyTime now = std::chrono::steady_clock::now();
    if (m_phase == Phase::Ready) {
        const bool isGood = m_endpoint->gate().isConnectionGood(m_epoch);
        if (isGood && (now - m_lastUse < kIdle || !isStale())) {
            m_lastUse = now;
            return std::nullopt;
        }
        close();
    }
    m_lastUse = now;
    return connect(now, deadline);
}

std::optional<StoreError> RedisConnection::run(Transfer& transfer, SteadyTime deadline)
{
    const Ending ending = this->transfer(transfer, deadline);
    if (ending == Ending::Done)
        return std::nullopt;
    return failed(ending);
}

RedisConnection::Ending RedisConnection::transfer(Transfer& transfer, SteadyTime until)
{
    bool isBroken = false; // nothing more can be sent; answers may still be waiting to be read
    while (true) {
        if (!isBroken)
            isBroken = !sendSome(transfer);
        if (const Ending ending = takeReplies(transfer); ending != Ending::Done)
            return ending;
        if (transfer.received == transfer.targets.size())
            return Ending::Done;
        const bool isSending = !isBroken && transfer.sent < transfer.bytes.size();
        const auto events = static_cast<short>(isSending ? POLLIN | POLLOUT : POLLIN);
        if (const Ending ending = waitFor(events, until); ending != Ending::Done)
            return ending;
        const std::size_t before = m_context->reader->len;
        if (::redisBufferRead(m_context.get()) != REDIS_OK) {
            m_errno = m_context->err == REDIS_ERR_IO ? errno : 0;
            return Ending::Lost;
        }
        m_replyBytes += m_context->reader->len - before;
    }
}

/// hiredis would write() and so raise SIGPIPE in a host that does not ignore it. Blocking the
/// signal around each write costs three system calls; MSG_NOSIGNAL costs nothing.
bool RedisConnection::sendSome(Transfer& transfer)
{
    while (transfer.sent < transfer.bytes.size()) {
        const std::string_view rest = transfer.bytes.substr(transfer.sent);
        const ssize_t size =
            ::send(m_context->fd, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (size >= 0) {
            transfer.sent += static_cast<std::size_t>(size);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return true;
        } else if (errno != EINTR) {
            m_errno = errno;
            return false;
        }
    }
    return true;
}

RedisConnection::Ending RedisConnection::takeReplies(Transfer& transfer)
{
    while (transfer.received < transfer.targets.size()) {
        m_sink.target = transfer.targets[transfer.received];
        void* reply = nullptr;
        if (::redisGetReplyFromReader(m_context.get(), &reply) != REDIS_OK)
            return Ending::Garbled;
        if (!reply)
            return m_replyBytes > kMaxReplyBytes ? Ending::Garbled : Ending::Done;
        ++transfer.received;
        m_replyBytes = 0;
    }
    // Bytes after the last reply answer nothing that was asked.
    const redisReader* reader = m_context->reader;
    return reader->pos == reader->len ? Ending::Done : Ending::Garbled;
}

RedisConnection::Ending RedisConnection::waitFor(short events, SteadyTime until) const
{
    pollfd entries[] = {{m_context->fd, events, 0}, {m_stop.fd(), POLLIN, 0}};
    while (true) {
        // A deadline in the past still looks once: an answer that is there counts.
        const auto left = std::max(Nanos(0), Nanos(until - std::chrono::steady_clock::now()));
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
        const timespec timeout{seconds.count(), (left - seconds).count()};
        const int ready = ::ppoll(entries, std::size(entries), &timeout, nullptr);
        if (ready > 0)
            return entries[1].revents != 0 ? Ending::Stopped : Ending::Done;
        if (ready == 0)
            return Ending::TimedOut;
        if (errno != EINTR)
            return Ending::Lost;
    }
}

/// True when the server closed the connection meanwhile, or sent what nobody asked for.
bool RedisConnection::isStale() const
{
    char byte = 0;
    const ssize_t size = ::recv(m_context->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return size >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

StoreError RedisConnection::failed(Ending ending)
{
    const std::string parser = ending == Ending::Garbled ? m_context->errstr : "";
    close();
    switch (ending) {
    case Ending::TimedOut:
        m_endpoint->gate().shut(StoreGate::Reason::NotAnswering, m_pass,
                                std::chrono::steady_clock::now());
        return {StoreErrorClass::Timeout, false, "no answer within the time limit"};
    case Ending::Stopped:
        return {StoreErrorClass::Stopped, false, "stopped"};
    case Ending::Garbled:
        return {StoreErrorClass::Protocol, false,
                parser.empty() ? "the answer is too long, or nobody asked for it" : parser};
    case Ending::Lost:
    case Ending::Done:
        break;
    }
    return {StoreErrorClass::ConnectionLost, false, systemText(m_errno)};
}

std::string RedisConnection::systemText(int error)
{
    // Not strerror(), which need not be safe from several threads.
    return error == 0 ? "the server closed the connection" : std::system_category().message(error);
}

void RedisConnection::close()
{
    m_context.reset();
    m_phase = Phase::Closed;
    m_replyBytes = 0;
}

} // namespace penstock
