// SPDX-License-Identifier: MIT
#include "core/measure/watched_key.h"

namespace penstock {

bool WatchedKey::isNewer(Nanos started, Nanos ended, const Decision& decision) const
{
    if (!m_watched.isKnown || started >= m_watched.at)
        return true; // whatever the store's clock says: it may have been set back
    const bool isComparable =
        m_storeTime && decision.storeTime && m_storeLife == decision.storeLife;
    if (!isComparable)
        return ended >= m_watched.at;
    if (*decision.storeTime != *m_storeTime)
        return *decision.storeTime > *m_storeTime;
    // Within one microsecond nothing is refilled, so the later of two has fewer tokens.
    return decision.tokensLeft < m_watched.tokens;
}

void WatchedKey::add(Nanos started, Nanos ended, const Decision& decision,
                     const std::optional<BucketShape>& shape)
{
    if (!isNewer(started, ended, decision))
        return;
    m_watched = {.isKnown = true, .tokens = decision.tokensLeft, .at = ended, .bucket = shape};
    m_storeTime = decision.storeTime;
    m_storeLife = decision.storeLife;
}

} // namespace penstock
