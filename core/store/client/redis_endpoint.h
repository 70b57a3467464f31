// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/client/store_address.h"
#include "core/store/client/store_gate.h"
#include "core/util/error.h"
#include "core/util/time.h"

#include <sys/socket.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace penstock {

/// A socket address as connect() takes it.
struct SocketAddress
{
    sockaddr_storage storage{};
    socklen_t size = 0;
};

struct RedisEndpointOptions
{
    Micros connectTimeout = std::chrono::milliseconds(250); ///< login included
    BackOffOptions backOff;
};

/// One server as all channels to it know it: where it is, whether it is worth asking, and what it
/// last said of itself. Any thread.
class RedisEndpoint
{
public:
    explicit RedisEndpoint(StoreAddress address, RedisEndpointOptions options = {});

    /// Looks the host's name up and remembers the result. Blocks for as long as the name service
    /// takes, so it is called before a run and off the main thread. Sockets' paths and numeric
    /// addresses are known from the start and need no call. The error has kind StoreUnreachable.
    Result<void> resolve();
    /// resolve() on a thread of its own, unless the name is known, being looked up, or failed less
    /// than a second ago. That thread is detached and shares the endpoint: a name service cannot be
    /// interrupted.
    static void resolveInBackground(const std::shared_ptr<RedisEndpoint>& endpoint);

    const StoreAddress& address() const { return m_address; }
    const RedisEndpointOptions& options() const { return m_options; }
    StoreGate& gate() { return m_gate; }

    using Sockets = std::vector<SocketAddress>;
    /// What to connect to, in order; null while the name is not resolved.
    std::shared_ptr<const Sockets> sockets() const;
    /// Why sockets() is null.
    std::string unresolvedText() const;

    /// The version that the server reported at the last connection; empty while unknown.
    std::string version() const;
    void setVersion(const std::string& version);

private:
    const StoreAddress m_address;
    const RedisEndpointOptions m_options;
    StoreGate m_gate;

    mutable std::mutex m_mutex; ///< guards what follows
    std::shared_ptr<const Sockets> m_sockets;
    std::string m_unresolvedText;
    std::string m_version;
    bool m_isResolving = false;
    SteadyTime m_nextLookUp; ///< not earlier, after a failure
};

} // namespace penstock
