// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/decision.h"
#include "core/measure/run_history.h"

#include <cstdint>
#include <optional>

namespace penstock {

/// Keeps the newest reading of the watched key: by what certainly came later (it was asked after
/// the held reading's answer), else by store time, not by arrival. One owner.
class WatchedKey
{
public:
    /// @p watched outlives this and is written by it alone.
    explicit WatchedKey(WatchedBucket& watched) : m_watched(watched) {}

    /// @p started and @p ended: when the store was asked and had answered, in run time.
    void add(Nanos started, Nanos ended, const Decision& decision,
             const std::optional<BucketShape>& shape);

private:
    bool isNewer(Nanos started, Nanos ended, const Decision& decision) const;

    WatchedBucket& m_watched;
    std::optional<StoreTime> m_storeTime;
    std::uint64_t m_storeLife = 0;
};

} // namespace penstock
