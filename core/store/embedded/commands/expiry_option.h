// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/embedded/command_context.h"

#include <optional>

namespace penstock::embedded {

/// How a time to live is written: in which unit, and from now or from the epoch.
struct ExpiryUnit
{
    bool isSeconds = false;
    bool isAbsolute = false;
};

/// The unit that the option words EX, PX, EXAT and PXAT stand for.
std::optional<ExpiryUnit> expiryUnit(std::string_view option);

/// The moment that @p number means, in ms since the epoch; none when it does not fit 64 bits.
std::optional<std::int64_t> expiryMoment(std::int64_t number, ExpiryUnit unit,
                                         std::int64_t nowMillis);

/// Reads word @p i as a time to live that must be positive; false after an error reply.
bool readPositiveExpiry(CommandContext& context, std::size_t i, ExpiryUnit unit,
                        std::int64_t& atMillis);

} // namespace penstock::embedded
