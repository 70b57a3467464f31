// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/limit_track.h"

#include <algorithm>

namespace penstock {

void LimitTrack::observe(const std::optional<BucketShape>& bucket, Nanos changedAt)
{
    if (m_steps.empty()) {
        m_steps.push_back({Nanos(0), bucket});
        return;
    }
    if (m_steps.back().bucket == bucket)
        return;
    m_steps.push_back({std::max(changedAt, m_steps.back().from), bucket});
    if (m_steps.size() > kMost)
        m_steps.erase(m_steps.begin());
}

std::optional<BucketShape> LimitTrack::at(Nanos time) const
{
    const auto after = std::upper_bound(m_steps.begin(), m_steps.end(), time,
                                        [](Nanos t, const Step& step) { return t < step.from; });
    if (after == m_steps.begin())
        return m_steps.empty() ? std::nullopt : m_steps.front().bucket;
    return std::prev(after)->bucket;
}

double LimitTrack::refilled(double tokens, Nanos from, Nanos to) const
{
    for (std::size_t i = 0; i < m_steps.size() && from < to; ++i) {
        const Nanos end = i + 1 < m_steps.size() ? std::min(m_steps[i + 1].from, to) : to;
        if (end <= from)
            continue;
        if (const auto& bucket = m_steps[i].bucket) {
            const double seconds = std::chrono::duration<double>(end - from).count();
            tokens =
                std::min(bucket->capacity.toDouble(), tokens + seconds * bucket->refill.toDouble());
        }
        from = end;
    }
    return tokens;
}

} // namespace penstock
