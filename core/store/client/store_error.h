// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/decision.h"

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace penstock {

/// One failed call to a store.
struct StoreError
{
    StoreErrorClass errorClass = StoreErrorClass::Other;
    bool ambiguous = false; ///< the command was (partly) sent and its answer is unknown
    std::string text;       ///< in the store's or the system's words; never holds a password

    friend bool operator==(const StoreError&, const StoreError&) = default;
};

/// The class of an error reply by its first word ("LOADING ...", "NOPERM ..."). Pure.
StoreErrorClass classifyErrorReply(std::string_view text);

} // namespace penstock
