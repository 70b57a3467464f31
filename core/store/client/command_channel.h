// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/client/store_error.h"
#include "core/util/command.h"
#include "core/util/reply.h"
#include "core/util/time.h"

#include <cstdint>
#include <span>

namespace penstock {

using ChannelReply = tl::expected<Reply, StoreError>;

/// A way to one store for one owner: a connection, or the embedded store. Not thread-safe: one
/// thread at a time. Nothing throws; a failure is in every reply it touches.
class CommandChannel
{
public:
    virtual ~CommandChannel() = default;

    /// Sends @p commands in one pipeline and fills @p replies in order (same size), within
    /// @p deadline, connecting first where needed. Error replies of the store arrive as StoreError
    /// with their class. A script that the store does not know is sent again as one EVAL; nothing
    /// whose answer may only have been lost is ever sent again.
    virtual void exchange(std::span<const Command> commands, std::span<ChannelReply> replies,
                          SteadyTime deadline) = 0;

    /// Changes when the store's data may be new: a server restarted. 0 while unknown. From the
    /// server's run id, so that every connection to one server agrees.
    virtual std::uint64_t storeLife() const = 0;

    /// How often a forgotten script had to be sent again on this channel.
    virtual std::uint64_t scriptReloads() const = 0;
};

} // namespace penstock
