// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/decision.h"

#include <array>
#include <cstdint>

namespace penstock {

/// Counts of a whole run. Never dropped, whatever happens to events.
struct RunTotals
{
    std::array<std::uint64_t, kOutcomeCount> byOutcome{};
    std::array<std::uint64_t, kStoreErrorClassCount> byErrorClass{};
    std::uint64_t ambiguous = 0; ///< part of errors

    std::uint64_t of(Outcome outcome) const { return byOutcome[static_cast<std::size_t>(outcome)]; }
    std::uint64_t requests() const
    {
        std::uint64_t sum = 0;
        for (const std::uint64_t count : byOutcome)
            sum += count;
        return sum;
    }
    std::uint64_t errors() const
    {
        return of(Outcome::FailOpenAllowed) + of(Outcome::FailClosedDenied);
    }

    void add(const Decision& decision);
    void add(const RunTotals& other);

    friend bool operator==(const RunTotals&, const RunTotals&) = default;
};

} // namespace penstock
