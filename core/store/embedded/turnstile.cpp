// SPDX-License-Identifier: MIT
#include "core/store/embedded/turnstile.h"

#include <algorithm>
#include <utility>

namespace penstock::embedded {

Turnstile::Entry Turnstile::enter(SteadyTime deadline, const StopSignal& stop)
{
    // Nobody wakes this condition when stop is requested, so it is looked at now and then. Almost
    // never needed: whoever is inside leaves within microseconds.
    constexpr auto kLookAtStop = std::chrono::milliseconds(20);
    std::unique_lock lock(m_mutex);
    while (m_isTaken) {
        const auto now = std::chrono::steady_clock::now();
        if (stop.isRequested())
            return Entry::Stopped;
        if (now >= deadline)
            return Entry::TimedOut;
        ++m_waiting;
        m_left.wait_until(lock, std::min<SteadyTime>(deadline, now + kLookAtStop));
        --m_waiting;
    }
    m_isTaken = true;
    return Entry::Entered;
}

bool Turnstile::tryEnter()
{
    const std::lock_guard lock(m_mutex);
    return !std::exchange(m_isTaken, true);
}

void Turnstile::leave()
{
    bool isAwaited = false;
    {
        const std::lock_guard lock(m_mutex);
        m_isTaken = false;
        isAwaited = m_waiting > 0;
    }
    if (isAwaited)
        m_left.notify_one();
}

} // namespace penstock::embedded
