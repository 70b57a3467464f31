// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/private_folder.h"
#include "core/store/server_monitor.h"
#include "core/store/store.h"

#include <QProcess>
#include <QTimer>

#include <memory>
#include <string>

namespace penstock {

/// A redis-server of this process's own: no port, a unix socket in a private folder, nothing kept
/// on disk. It ends with the object, and with the process even when that is killed. When it dies
/// by itself a new, empty one is started after two seconds; that needs a running event loop. Made,
/// polled and destroyed on the main thread: the kernel ends the child with the thread that started
/// it.
class PrivateStore final : public Store
{
public:
    /// Errors: no redis-server is installed; no folder for its socket. Does not wait for it.
    static Result<std::unique_ptr<PrivateStore>> start(const StoreSpec& spec);
    ~PrivateStore() override;

    std::unique_ptr<CommandChannel> openChannel(const StopSignal& stop) override;
    StoreStatus status() const override;

    /// Path of the installed redis-server, or empty.
    static QString findServer();
    /// Of the running server; 0 while there is none.
    qint64 processId() const { return m_process.processId(); }

private:
    PrivateStore(QString program, std::unique_ptr<PrivateFolder> folder, const StoreSpec& spec);

    void launch();
    void onEnded();
    void keepOutput();

    QString m_program;
    std::unique_ptr<PrivateFolder> m_folder;
    std::string m_socket;
    std::shared_ptr<RedisEndpoint> m_endpoint;
    ServerMonitor m_monitor;
    QTimer m_restart;
    QByteArray m_output;   ///< the end of what the server wrote
    std::string m_problem; ///< why there is no process now
    QProcess m_process;    ///< last: it ends before the rest does
};

} // namespace penstock
