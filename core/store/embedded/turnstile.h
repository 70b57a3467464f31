// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/client/stop_signal.h"
#include "core/util/time.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace penstock::embedded {

/// Lets one thread at a time through, like a mutex that is waited for with a deadline and a stop
/// signal. What it guards is said where it is used. Any thread.
///
/// Whoever comes by while nobody is inside goes through at once, past those that still wake up:
/// that keeps the processor busy. Who has waited for a millisecond is let in next, whoever comes
/// by: that keeps everybody far from the deadline.
class Turnstile
{
public:
    enum class Entry
    {
        Entered,
        TimedOut,
        Stopped
    };

    /// Whoever entered must leave().
    Entry enter(SteadyTime deadline, const StopSignal& stop);
    /// Enters only when nobody is inside.
    bool tryEnter();
    void leave();

private:
    struct Waiter
    {
        std::condition_variable isCalled;
        SteadyTime since;
        bool isInside = false; ///< was let in by the one that left
    };

    std::mutex m_mutex; // guards all below and what the waiters hold
    bool m_isTaken = false;
    std::deque<Waiter*> m_queue; // in order of arrival; each lives on its thread's stack
};

} // namespace penstock::embedded
