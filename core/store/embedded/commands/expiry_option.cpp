// SPDX-License-Identifier: MIT
#include "core/store/embedded/commands/expiry_option.h"

namespace penstock::embedded {

std::optional<ExpiryUnit> expiryUnit(std::string_view option)
{
    if (equalsIgnoringCase(option, "EX"))
        return ExpiryUnit{.isSeconds = true, .isAbsolute = false};
    if (equalsIgnoringCase(option, "PX"))
        return ExpiryUnit{.isSeconds = false, .isAbsolute = false};
    if (equalsIgnoringCase(option, "EXAT"))
        return ExpiryUnit{.isSeconds = true, .isAbsolute = true};
    if (equalsIgnoringCase(option, "PXAT"))
        return ExpiryUnit{.isSeconds = false, .isAbsolute = true};
    return std::nullopt;
}

std::optional<std::int64_t> expiryMoment(std::int64_t number, ExpiryUnit unit,
                                         std::int64_t nowMillis)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    if (unit.isSeconds) {
        if (number > kMost / 1000 || number < kLeast / 1000)
            return std::nullopt;
        number *= 1000;
    }
    const std::int64_t base = unit.isAbsolute ? 0 : nowMillis;
    if (number > kMost - base)
        return std::nullopt;
    return number + base;
}

bool readPositiveExpiry(CommandContext& context, std::size_t i, ExpiryUnit unit,
                        std::int64_t& atMillis)
{
    std::int64_t number = 0;
    if (!context.readInteger(i, number))
        return false;
    const auto moment =
        number > 0 ? expiryMoment(number, unit, context.clock.nowMillis()) : std::nullopt;
    if (!moment) {
        context.invalidExpiry();
        return false;
    }
    atMillis = *moment;
    return true;
}

} // namespace penstock::embedded
