// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame.h"
#include "ui/headline/headline_text.h"

#include <optional>
#include <vector>

namespace penstock {

/// Follows what became of the last burst. All requests of a burst are meant to start at the same
/// nanosecond, just after its mark: that tells them from the traffic around them.
class BurstTracker
{
public:
    /// A burst is spoken of for this long.
    static constexpr Nanos kMemory = std::chrono::minutes(1);

    void follow(const Frame& frame);
    std::optional<BurstOutcome> outcome() const;

private:
    struct Group
    {
        Nanos intended{0};
        BurstOutcome outcome;
    };

    std::uint64_t m_run = 0;
    std::uint64_t m_seen = 0; ///< events looked at
    std::optional<Nanos> m_burstAt;
    Nanos m_now{0};
    std::vector<Group> m_groups; ///< candidates: those that were meant to start near the mark
};

} // namespace penstock
