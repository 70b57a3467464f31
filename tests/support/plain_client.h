// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/client/store_address.h"
#include "core/util/reply.h"

#include <string>
#include <vector>

namespace penstock {

/// The simplest Redis client there is: blocking, without any limit of time, sharing no code with
/// the client under test. One owner.
class PlainClient
{
public:
    explicit PlainClient(const StoreAddress& address);
    ~PlainClient();
    PlainClient(const PlainClient&) = delete;
    PlainClient& operator=(const PlainClient&) = delete;

    /// An error reply also when there is no connection.
    Reply command(const std::vector<std::string>& words);
    /// Sends only; for a command that will not be answered soon.
    bool send(const std::vector<std::string>& words);

private:
    bool readLine(std::string& line);
    bool readBytes(std::size_t size, std::string& bytes);
    bool readReply(Reply& reply);

    int m_fd = -1;
    std::string m_buffer;
};

} // namespace penstock
