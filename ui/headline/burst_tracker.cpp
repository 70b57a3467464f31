// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/headline/burst_tracker.h"

#include <algorithm>

namespace penstock {

namespace {

/// From the mark to the moment that its requests are given.
constexpr Nanos kNear = std::chrono::milliseconds(20);
constexpr std::size_t kMostGroups = 256;

} // namespace

void BurstTracker::follow(const Frame& frame)
{
    const RunHistory& history = frame.history;
    if (frame.run != m_run || history.eventCount < m_seen)
        *this = {};
    m_run = frame.run;
    m_now = frame.now;
    const auto mark =
        std::find_if(history.marks.rbegin(), history.marks.rend(),
                     [](const RunMark& each) { return each.kind == RunMark::Kind::Burst; });
    if (mark != history.marks.rend() && (!m_burstAt || *m_burstAt != mark->at)) {
        m_burstAt = mark->at;
        m_groups.clear();
        // Its first answers may have come with the last frame.
        m_seen -= std::min<std::uint64_t>(m_seen, 2'000);
    }
    const std::uint64_t fresh =
        std::min<std::uint64_t>(history.eventCount - m_seen, history.events.size());
    m_seen = history.eventCount;
    if (!m_burstAt || m_now - *m_burstAt > kMemory)
        return;
    const auto begin = history.events.end() - static_cast<std::ptrdiff_t>(fresh);
    for (auto event = begin; event != history.events.end(); ++event) {
        if (event->intended < *m_burstAt || event->intended > *m_burstAt + kNear)
            continue;
        auto group = std::find_if(m_groups.begin(), m_groups.end(), [&](const Group& each) {
            return each.intended == event->intended;
        });
        if (group == m_groups.end()) {
            if (m_groups.size() == kMostGroups)
                continue;
            group = m_groups.insert(m_groups.end(), {event->intended, {}});
        }
        ++group->outcome.answered;
        if (isAdmitted(event->decision.outcome))
            ++group->outcome.admitted;
    }
}

std::optional<BurstOutcome> BurstTracker::outcome() const
{
    if (m_groups.empty() || !m_burstAt || m_now - *m_burstAt > kMemory)
        return std::nullopt;
    return std::max_element(m_groups.begin(), m_groups.end(),
                            [](const Group& a, const Group& b) {
                                return a.outcome.answered < b.outcome.answered;
                            })
        ->outcome;
}

} // namespace penstock
