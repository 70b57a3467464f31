// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace penstock {

/// "limiter.refill" to "5/s". The text is what a scenario file would hold.
struct SetChange
{
    std::string path;
    std::string value;

    friend bool operator==(const SetChange&, const SetChange&) = default;
};

/// @p count requests at once.
struct BurstChange
{
    std::uint32_t count = 1;

    friend bool operator==(const BurstChange&, const BurstChange&) = default;
};

/// What may happen to a run while it goes: by a slider, the timeline or a script. Both engines take
/// the same values, and a run's record holds them.
using Change = std::variant<SetChange, BurstChange>;

} // namespace penstock
