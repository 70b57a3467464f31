// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/exact_bucket.h"

#include <cstdint>
#include <span>
#include <vector>

namespace penstock {

/// What the audit keeps of one admission until it is settled.
struct Admission
{
    std::uint64_t life = 0; ///< its number among the lives of the store's data
    StoreTime time;
    std::uint32_t key = 0;
    bool fresh = false; ///< the store found no state for the key
    MicroTokens cost;
    BucketShape shape;
    Nanos ended{0}; ///< run time of the answer
};

/// The order in which admissions of one key at one store time are judged, put into @p order. The
/// store ran them in some order that nobody knows, so it has the benefit of the doubt. @p group is
/// sorted by falling capacity and not empty; @p bucket is the state before it.
///
/// Under one limit every order gives the same. Under several, the first admission decides the rate
/// at which the time before counts, so each limit is tried there. After it nothing is refilled, and
/// the larger capacity goes first: a smaller one only cuts (exchanging two neighbours shows it).
///
/// One of a key without state comes first where the key may have expired; else the key was lost in
/// between, and all that fit into the old bucket come before. Returns it, nullptr where there is
/// none. There is one at most: a key is not lost twice in a microsecond.
const Admission* lenientOrder(const ExactBucket& bucket, std::span<const Admission> group,
                              std::vector<const Admission*>& order);

} // namespace penstock
