// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/client/store_address.h"

#include <QTemporaryDir>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace penstock {

/// A server that misbehaves as told, on a unix socket of its own. Each connection runs the script
/// on a thread of its own; when the script returns, the connection is closed. Ends all of them
/// when it is destroyed.
class FakeServer
{
public:
    class Connection
    {
    public:
        /// The next command, its words joined by spaces; empty when the client is gone.
        std::string readCommand();
        /// As much as there is, at most @p most bytes; false when the client is gone.
        bool readSome(std::size_t most);
        /// False when the client is gone.
        bool write(std::string_view bytes);
        /// A byte at a time with @p pause after each.
        bool dribble(std::string_view bytes, std::chrono::milliseconds pause);
        /// Answers the client's login like a Redis server.
        void answerLogin();
        /// Reads and ignores until the client, or the fake server, is gone.
        void waitForEnd();
        /// Reads nothing until the fake server is gone.
        void hold();

    private:
        friend class FakeServer;
        Connection(FakeServer& server, int fd) : m_server(server), m_fd(fd) {}
        bool fill();

        FakeServer& m_server;
        int m_fd;
        std::string m_buffer;
    };
    using Script = std::function<void(Connection&)>;

    explicit FakeServer(Script script);
    ~FakeServer();

    const StoreAddress& address() const { return m_address; }
    /// Every command read so far, from all connections, without logins.
    std::vector<std::string> commands() const;
    std::size_t connections() const; ///< accepted so far

private:
    void acceptAll();
    void serve(int fd);

    Script m_script;
    QTemporaryDir m_folder;
    StoreAddress m_address;
    int m_listener = -1;

    mutable std::mutex m_mutex; ///< guards what follows
    std::condition_variable m_ended;
    bool m_isEnding = false;
    std::vector<int> m_open;
    std::vector<std::string> m_commands;
    std::size_t m_accepted = 0;
    std::vector<std::thread> m_sessions;

    std::thread m_acceptor;
};

} // namespace penstock
