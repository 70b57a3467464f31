// SPDX-License-Identifier: MIT
#include "core/measure/exact_bucket.h"

#include <algorithm>

namespace penstock {

void ExactBucket::fill(const BucketShape& shape, StoreTime now)
{
    m_shape = shape;
    m_parts = static_cast<Wide>(shape.capacity.micros()) * shape.refill.den;
    m_last = now;
}

ExactBucket::Wide ExactBucket::partsAt(const BucketShape& shape, StoreTime now) const
{
    const std::int64_t den = shape.refill.den;
    const Wide held = den == m_shape.refill.den ? m_parts : m_parts / m_shape.refill.den * den;
    const auto elapsed = std::max(now - m_last, Micros{0}).count();
    const Wide refilled = held + static_cast<Wide>(elapsed) * shape.refill.num;
    return std::min(refilled, static_cast<Wide>(shape.capacity.micros()) * den);
}

MicroTokens ExactBucket::tokensAt(const BucketShape& shape, StoreTime now) const
{
    return MicroTokens::fromMicros(
        static_cast<std::int64_t>(partsAt(shape, now) / shape.refill.den));
}

MicroTokens ExactBucket::admit(const BucketShape& shape, StoreTime now, MicroTokens cost)
{
    const MicroTokens available = tokensAt(shape, now);
    const MicroTokens taken = std::min(cost, available);
    m_parts = partsAt(shape, now) - static_cast<Wide>(taken.micros()) * shape.refill.den;
    m_shape = shape;
    m_last = std::max(m_last, now);
    return cost - taken;
}

} // namespace penstock
