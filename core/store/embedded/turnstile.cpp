// SPDX-License-Identifier: MIT
#include "core/store/embedded/turnstile.h"

#include <algorithm>
#include <utility>

namespace penstock::embedded {

Turnstile::Entry Turnstile::enter(SteadyTime deadline, const StopSignal& stop)
{
    // Nobody calls a waiter when stop is requested, so it is looked at now and then.
    constexpr auto kLookAtStop = std::chrono::milliseconds(20);
    if (stop.isRequested())
        return Entry::Stopped;
    std::unique_lock lock(m_mutex);
    if (!m_isTaken) {
        m_isTaken = true;
        return Entry::Entered;
    }
    Waiter self;
    self.since = std::chrono::steady_clock::now();
    m_queue.push_back(&self);
    for (auto now = self.since; !stop.isRequested() && now < deadline;
         now = std::chrono::steady_clock::now()) {
        self.isCalled.wait_until(lock, std::min<SteadyTime>(deadline, now + kLookAtStop));
        if (self.isInside)
            return Entry::Entered; // and out of the queue already
        if (!m_isTaken) {
            m_isTaken = true;
            std::erase(m_queue, &self);
            return Entry::Entered;
        }
    }
    std::erase(m_queue, &self);
    return stop.isRequested() ? Entry::Stopped : Entry::TimedOut;
}

bool Turnstile::tryEnter()
{
    const std::lock_guard lock(m_mutex);
    return !std::exchange(m_isTaken, true);
}

void Turnstile::leave()
{
    constexpr auto kPatience = std::chrono::milliseconds(1);
    const std::lock_guard lock(m_mutex);
    m_isTaken = false;
    if (m_queue.empty())
        return;
    Waiter& first = *m_queue.front();
    if (std::chrono::steady_clock::now() - first.since > kPatience) {
        m_queue.pop_front();
        first.isInside = m_isTaken = true;
    }
    // Under the lock: once it is released the waiter may be gone.
    first.isCalled.notify_one();
}

} // namespace penstock::embedded
