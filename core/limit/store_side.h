// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/limit.h"
#include "core/limit/store_answer.h"
#include "core/util/command.h"
#include "core/util/reply.h"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace penstock {

/// One question to a store.
struct StoreQuestion
{
    const Limit& limit;
    std::string_view key;  ///< the whole key, prefix included
    MicroTokens cost;      ///< >= 0; 0 is a peek
    StoreTime callerClock; ///< used only by rows that exist to show a caller's clock
};

/// What to do next in a decision: send the command that was filled in, or take the answer.
using StoreStep = std::optional<StoreAnswer>;

/// The store side of an algorithm as a pure step machine: commands out, replies in, no connection.
/// One object serves one decision at a time and may be reused: begin() starts anew.
class StoreSide
{
public:
    virtual ~StoreSide() = default;

    /// Fills @p command with the first command of the decision.
    virtual void begin(const StoreQuestion& question, Command& command) = 0;

    /// Takes the reply to the last command. Either an answer, or no answer and @p command holds the
    /// next command to send. A reply of the wrong shape is an error in words; error replies of the
    /// store are classed by the caller and never reach this.
    virtual tl::expected<StoreStep, std::string> advance(const Reply& reply, Command& command) = 0;
};

} // namespace penstock
