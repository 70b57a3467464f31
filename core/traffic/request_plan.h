// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/time.h"

#include <cstdint>
#include <string>
#include <vector>

namespace penstock {

/// Who asks: one feed entry as traffic sees it, a plain label.
struct Label
{
    std::string title;
    std::string link;

    friend bool operator==(const Label&, const Label&) = default;
};

/// The requests of a run in order: label i mod n, so that the entries come round and round
/// (entry 1..5, then 1..5 again). Pure.
struct Rounds
{
    std::uint32_t labelCount = 1;
    std::uint64_t rounds = 0; ///< 0 is endless

    bool isEndless() const { return rounds == 0; }
    std::uint64_t total() const { return rounds * labelCount; } ///< 0 when endless
    /// @p number counts from 1.
    std::uint32_t labelOf(std::uint64_t number) const
    {
        return static_cast<std::uint32_t>((number - 1) % labelCount);
    }
};

} // namespace penstock
