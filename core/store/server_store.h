// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/server_monitor.h"
#include "core/store/store.h"

#include <memory>

namespace penstock {

/// The user's own server, by address. Never started, stopped or flushed from here; when it goes and
/// comes back, status and channels recover by themselves.
class ServerStore final : public Store
{
public:
    /// Errors: an address that cannot be parsed.
    static Result<std::unique_ptr<ServerStore>> open(const StoreSpec& spec);

    std::unique_ptr<CommandChannel> openChannel(const StopSignal& stop) override;
    StoreStatus status() const override;

private:
    ServerStore(const StoreAddress& address, const StoreSpec& spec);

    std::shared_ptr<RedisEndpoint> m_endpoint;
    ServerMonitor m_monitor;
};

} // namespace penstock
