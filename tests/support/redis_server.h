// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/client/store_address.h"
#include "core/util/reply.h"

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <string>
#include <vector>

namespace penstock {

/// A real redis-server of the test's own, on a unix socket in a temporary folder or on a free port
/// of 127.0.0.1; ends with the object and, whatever happens, with the test. Main thread, but
/// command() and info() may be called from any thread.
class RedisServer
{
public:
    enum class Transport
    {
        Unix,
        Tcp
    };

    /// @p arguments are more options of redis-server, such as {"--requirepass", "secret"}. Started
    /// and answering when the constructor returns; check isRunning().
    explicit RedisServer(Transport transport = Transport::Unix, QStringList arguments = {});
    ~RedisServer();

    /// False, and the reason on the test's output, when the server could not be started.
    bool isRunning() const { return m_process.state() == QProcess::Running; }
    const StoreAddress& address() const { return m_address; }
    std::string addressText() const { return toText(m_address); }

    /// The reply to one command; an error reply also when there is no connection.
    Reply command(const std::vector<std::string>& words) const;
    /// A number in a section of INFO, such as ("clients", "connected_clients") or
    /// ("commandstats", "cmdstat_eval:calls"); -1 when it is not there.
    std::int64_t info(const std::string& section, const std::string& field) const;

    void kill9();  ///< and waits for its end; the socket file stays, as after a crash
    void freeze(); ///< SIGSTOP: connects are still taken, nothing is answered
    void thaw();
    bool start(); ///< after kill9(): the same address, empty
    void addArguments(const QStringList& arguments)
    {
        m_arguments += arguments;
    }                        ///< of the next start
    void removeDataFolder(); ///< then it cannot save
    qint64 pid() const { return m_process.processId(); }

private:
    bool launch();
    QString dataFolder() const;

    QTemporaryDir m_folder;
    StoreAddress m_address;
    QStringList m_arguments;
    QProcess m_process;
    bool m_hasRun = false; ///< then the port is kept
};

} // namespace penstock
