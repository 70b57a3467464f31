// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/client/redis_endpoint.h"
#include "core/store/client/stop_signal.h"
#include "core/store/store.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace penstock {

/// Asks one server PING on a thread and a connection of its own: once a second while it answers,
/// more often while it does not, so that its status recovers without any traffic. It goes through
/// the endpoint's gate like every channel.
class ServerMonitor
{
public:
    enum class Server
    {
        Users,
        Own, ///< being started by this process: its socket appears in a moment
    };

    ServerMonitor(std::shared_ptr<RedisEndpoint> endpoint, Micros commandTimeout, Server server);
    ~ServerMonitor(); ///< at once, also when the server is frozen

    /// State Starting (not asked yet), Ready or Down; the name is left empty. Any thread.
    StoreStatus status() const;
    /// Back to Starting, and ask now: the server was started anew. Any thread.
    void restart();

private:
    void watch(const std::stop_token& token);
    void ask(CommandChannel& channel);

    std::shared_ptr<RedisEndpoint> m_endpoint;
    Micros m_commandTimeout;
    Server m_server;
    StopSignal m_stop;

    mutable std::mutex m_mutex; ///< guards what follows
    std::condition_variable_any m_wake;
    StoreStatus m_status;
    std::uint64_t m_starts = 0; ///< calls of restart(): an older answer no longer counts

    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace penstock
