// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/limit.h"
#include "core/util/micro_tokens.h"
#include "core/util/time.h"

namespace penstock {

/// A token bucket in exact rational arithmetic, kept apart from the limiters on purpose: the audit
/// must not share a fault with what it audits. It follows the rules of the hardened bucket: only an
/// admission changes the state; time never runs back; what was refilled since the last admission is
/// counted at the rate of the limit now in force; the fraction of a micro-token is carried, and
/// dropped when the denominator of the rate changes. Pure; one owner.
class ExactBucket
{
public:
    /// A full bucket.
    ExactBucket(const BucketShape& shape, StoreTime now) { fill(shape, now); }

    void fill(const BucketShape& shape, StoreTime now);
    /// Takes @p cost at @p now, or all there is. What was missing is returned: the tokens granted
    /// beyond the bucket.
    MicroTokens admit(const BucketShape& shape, StoreTime now, MicroTokens cost);

    MicroTokens tokensAt(const BucketShape& shape, StoreTime now) const;
    /// May its key have expired by @p now? Full by the limit of its last admission.
    bool isFullAt(StoreTime now) const { return tokensAt(m_shape, now) == m_shape.capacity; }

private:
    __extension__ using Wide = __int128;

    Wide partsAt(const BucketShape& shape, StoreTime now) const;

    BucketShape m_shape; ///< of the last admission
    Wide m_parts = 0;    ///< balance in 1/den micro-tokens, den that of m_shape.refill
    StoreTime m_last;
};

} // namespace penstock
