// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limit/limit.h"
#include "core/util/time.h"

#include <optional>
#include <span>
#include <vector>

namespace penstock {

/// Which bucket was in force when: the capacity and refill lines, and the continuation of tokens
/// between replies. A plain value; bounded.
class LimitTrack
{
public:
    static constexpr std::size_t kMost = 1'000;
    struct Step
    {
        Nanos from{0};
        std::optional<BucketShape> bucket;

        friend bool operator==(const Step&, const Step&) = default;
    };

    /// The bucket in force now. A change is dated @p changedAt; the first one holds from the start.
    void observe(const std::optional<BucketShape>& bucket, Nanos changedAt);
    std::optional<BucketShape> at(Nanos time) const;
    /// What @p tokens at @p from have become at @p to if nobody asked: the exact refill, capped.
    double refilled(double tokens, Nanos from, Nanos to) const;
    std::span<const Step> steps() const { return m_steps; }

private:
    std::vector<Step> m_steps; ///< by time
};

} // namespace penstock
