// SPDX-License-Identifier: MIT
#include "core/store/server_monitor.h"

#include "core/store/client/redis_channel.h"
#include "core/store/store_advice.h"

#include <unistd.h>

#include <utility>

namespace penstock {

namespace {

using namespace std::chrono_literals;

constexpr Micros kPauseWhenReady = 1s;
constexpr Micros kPauseWhenNot = 10ms; // the gate's back-off decides when it is really asked

} // namespace

ServerMonitor::ServerMonitor(std::shared_ptr<RedisEndpoint> endpoint, Micros commandTimeout,
                             Server server)
    : m_endpoint(std::move(endpoint)), m_commandTimeout(commandTimeout), m_server(server),
      m_thread([this](const std::stop_token& token) { watch(token); })
{
}

ServerMonitor::~ServerMonitor()
{
    m_stop.request();
}

StoreStatus ServerMonitor::status() const
{
    const std::lock_guard lock(m_mutex);
    return m_status;
}

void ServerMonitor::restart()
{
    {
        const std::lock_guard lock(m_mutex);
        m_status = {};
        ++m_starts;
    }
    m_wake.notify_all();
}

void ServerMonitor::watch(const std::stop_token& token)
{
    RedisChannel channel(m_endpoint, m_stop);
    while (!token.stop_requested()) {
        RedisEndpoint::resolveInBackground(m_endpoint);
        ask(channel);
        std::unique_lock lock(m_mutex);
        const Micros pause =
            m_status.state == StoreStatus::State::Ready ? kPauseWhenReady : kPauseWhenNot;
        m_wake.wait_for(lock, token, pause,
                        [this, starts = m_starts] { return m_starts != starts; });
    }
}

void ServerMonitor::ask(CommandChannel& channel)
{
    std::uint64_t starts = 0;
    {
        const std::lock_guard lock(m_mutex);
        starts = m_starts;
        // The socket of a server that is only starting is not there yet: knocking now would only
        // shut the gate and make the start slower.
        const StoreAddress& address = m_endpoint->address();
        if (m_status.state == StoreStatus::State::Starting && m_server == Server::Own &&
            ::access(address.path.c_str(), F_OK) != 0)
            return;
    }
    Command ping;
    ping.clear().add("PING");
    ChannelReply reply;
    channel.exchange(std::span(&ping, 1), std::span(&reply, 1),
                     std::chrono::steady_clock::now() + m_commandTimeout);

    const std::lock_guard lock(m_mutex);
    if (starts != m_starts)
        return;
    m_status.version = m_endpoint->version();
    if (reply) {
        m_status.state = StoreStatus::State::Ready;
        m_status.problem.clear();
    } else if (reply.error().errorClass != StoreErrorClass::Waiting ||
               m_status.state == StoreStatus::State::Ready) {
        m_status.state = StoreStatus::State::Down;
        m_status.problem =
            reply.error().text + "; " + std::string(adviceFor(reply.error().errorClass));
    }
}

} // namespace penstock
