// SPDX-License-Identifier: MIT
#include "core/store/client/redis_endpoint.h"

#include <netdb.h>
#include <sys/un.h>

#include <cstring>
#include <thread>
#include <utility>

namespace penstock {

namespace {

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

SocketAddress unixSocket(const std::string& path)
{
    SocketAddress socket;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    // The parser bounds the path; a longer one made by hand is cut and then simply not found.
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    std::memcpy(&socket.storage, &address, sizeof address);
    socket.size = sizeof address;
    return socket;
}

/// Addresses of @p host; @p flags may forbid the name service. Returns getaddrinfo's error code.
int lookUp(const StoreAddress& address, int flags, RedisEndpoint::Sockets& sockets)
{
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = flags | AI_NUMERICSERV;
    addrinfo* raw = nullptr;
    const int error =
        ::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &raw);
    const AddressList list(raw, &::freeaddrinfo);
    for (const addrinfo* entry = list.get(); entry; entry = entry->ai_next) {
        SocketAddress socket;
        std::memcpy(&socket.storage, entry->ai_addr, entry->ai_addrlen);
        socket.size = entry->ai_addrlen;
        sockets.push_back(socket);
    }
    return error;
}

} // namespace

RedisEndpoint::RedisEndpoint(StoreAddress address, RedisEndpointOptions options)
    : m_address(std::move(address)), m_options(options),
      // Jitter must differ between processes; it decides nothing that a run records.
      m_gate(options.backOff, static_cast<std::uint64_t>(
                                  std::chrono::steady_clock::now().time_since_epoch().count()))
{
    Sockets sockets;
    if (m_address.isUnix())
        sockets.push_back(unixSocket(m_address.path));
    else
        lookUp(m_address, AI_NUMERICHOST, sockets);
    if (!sockets.empty())
        m_sockets = std::make_shared<const Sockets>(std::move(sockets));
    else
        m_unresolvedText = "the host \"" + m_address.host + "\" is being looked up";
}

Result<void> RedisEndpoint::resolve()
{
    if (this->sockets())
        return {};
    Sockets sockets;
    const int error = lookUp(m_address, 0, sockets);
    const std::lock_guard lock(m_mutex);
    if (!sockets.empty()) {
        m_sockets = std::make_shared<const Sockets>(std::move(sockets));
        return {};
    }
    m_unresolvedText = "the host \"" + m_address.host + "\" is not known: " + ::gai_strerror(error);
    m_nextLookUp = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    return tl::unexpected(Error{ErrorKind::StoreUnreachable, m_unresolvedText,
                                "check the spelling, or use the host's number"});
}

void RedisEndpoint::resolveInBackground(const std::shared_ptr<RedisEndpoint>& endpoint)
{
    {
        const std::lock_guard lock(endpoint->m_mutex);
        if (endpoint->m_sockets || endpoint->m_isResolving ||
            std::chrono::steady_clock::now() < endpoint->m_nextLookUp)
            return;
        endpoint->m_isResolving = true;
    }
    std::thread([endpoint] {
        [[maybe_unused]] const auto result = endpoint->resolve(); // kept in the endpoint
        const std::lock_guard lock(endpoint->m_mutex);
        endpoint->m_isResolving = false;
    }).detach();
}

std::string RedisEndpoint::unresolvedText() const
{
    const std::lock_guard lock(m_mutex);
    return m_unresolvedText;
}

std::shared_ptr<const RedisEndpoint::Sockets> RedisEndpoint::sockets() const
{
    const std::lock_guard lock(m_mutex);
    return m_sockets;
}

std::string RedisEndpoint::version() const
{
    const std::lock_guard lock(m_mutex);
    return m_version;
}

void RedisEndpoint::setVersion(const std::string& version)
{
    const std::lock_guard lock(m_mutex);
    m_version = version;
}

} // namespace penstock
