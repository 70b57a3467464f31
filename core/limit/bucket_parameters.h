// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/limit.h"
#include "core/util/error.h"

#include <cstdint>
#include <optional>

namespace penstock {

// What the rows that are buckets share: capacity first, refill second.

constexpr MicroTokens capacityOf(const Limit& limit)
{
    return limit.values[0].tokens();
}
constexpr Rate refillOf(const Limit& limit)
{
    return limit.values[1].rate();
}

/// The largest whole number that a decision may hold: half of what a double holds exactly, so that
/// the sum of two is exact as well.
inline constexpr std::int64_t kMostUnits = std::int64_t{1} << 52;

/// Problems of capacity, refill and cost that hold for every bucket: what is not positive (a refill
/// may be 0), and what is too large to be exact.
Problems validateBucket(const Limit& limit, MicroTokens cost);

std::optional<BucketShape> bucketOf(const Limit& limit);

} // namespace penstock
