// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/client/stop_signal.h"
#include "core/util/time.h"

#include <condition_variable>
#include <mutex>

namespace penstock::embedded {

/// Lets one thread at a time through, like a mutex that is waited for with a deadline and a stop
/// signal. What it guards is said where it is used. Any thread.
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
    std::mutex m_mutex; // guards m_isTaken and m_waiting
    std::condition_variable m_left;
    bool m_isTaken = false;
    unsigned m_waiting = 0;
};

} // namespace penstock::embedded
