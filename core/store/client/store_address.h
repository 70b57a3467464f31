// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/error.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace penstock {

/// Where a Redis server listens and how to log in there. A plain value. It holds the password in
/// clear: write it out by toText() only.
struct StoreAddress
{
    std::string host = "127.0.0.1"; ///< name or number; an IPv6 address without its brackets
    std::uint16_t port = 6379;
    std::string path;     ///< of a unix socket; when not empty, host and port are not used
    std::string user;     ///< empty: the server's default user
    std::string password; ///< empty: no login
    std::uint32_t database = 0;

    bool isUnix() const { return !path.empty(); }

    friend bool operator==(const StoreAddress&, const StoreAddress&) = default;
};

/// redis://[[user]:password@]host[:port][/database] with percent-encoding in user and password and
/// IPv6 addresses in brackets, or unix:PATH. Errors name the place, never the password. Pure.
Result<StoreAddress> parseStoreAddress(std::string_view text);

/// For people and logs: "redis://host:6379/0" or "unix:PATH"; user and password are left out.
std::string toText(const StoreAddress& address);

} // namespace penstock
