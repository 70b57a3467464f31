// SPDX-License-Identifier: MIT
#include "core/store/server_store.h"

#include "core/store/client/redis_channel.h"

namespace penstock {

Result<std::unique_ptr<ServerStore>> ServerStore::open(const StoreSpec& spec)
{
    const auto address = parseStoreAddress(spec.address);
    if (!address)
        return tl::unexpected(address.error());
    return std::unique_ptr<ServerStore>(new ServerStore(*address, spec));
}

ServerStore::ServerStore(const StoreAddress& address, const StoreSpec& spec)
    : m_endpoint(std::make_shared<RedisEndpoint>(
          address, RedisEndpointOptions{.connectTimeout = spec.connectTimeout, .backOff = {}})),
      m_monitor(m_endpoint, spec.commandTimeout, ServerMonitor::Server::Users)
{
}

std::unique_ptr<CommandChannel> ServerStore::openChannel(const StopSignal& stop)
{
    return std::make_unique<RedisChannel>(m_endpoint, stop);
}

StoreStatus ServerStore::status() const
{
    StoreStatus status = m_monitor.status();
    status.name = toText(m_endpoint->address());
    return status;
}

} // namespace penstock
