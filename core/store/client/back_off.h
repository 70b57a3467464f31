// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/time.h"

#include <cstdint>

namespace penstock {

struct BackOffOptions
{
    Micros least = std::chrono::milliseconds(50); ///< no pause is shorter
    Micros most = std::chrono::milliseconds(500); ///< no pause is longer

    friend bool operator==(const BackOffOptions&, const BackOffOptions&) = default;
};

/// How long to leave a failing store alone: pauses that double from `least` to `most`, each drawn
/// from the upper half of its range, so that many clients don't come back together. Pure: the
/// random word comes from the caller. One owner.
class BackOff
{
public:
    explicit BackOff(BackOffOptions options = {}) : m_options(options) {}

    /// The pause after one more failure; @p random is 64 uniform bits.
    Micros next(std::uint64_t random);
    /// After a success: the next pause is a short one again.
    void reset() { m_failures = 0; }

private:
    BackOffOptions m_options;
    std::uint32_t m_failures = 0;
};

} // namespace penstock
