// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/time.h"

namespace penstock {

/// Run time: nanoseconds since the run began, by the steady clock, pauses included. A value; any
/// thread.
class RunClock
{
public:
    RunClock() = default;
    explicit RunClock(SteadyTime epoch) : m_epoch(epoch) {}

    Nanos now() const { return std::chrono::steady_clock::now() - m_epoch; }
    SteadyTime at(Nanos runTime) const { return m_epoch + runTime; }

private:
    SteadyTime m_epoch{};
};

} // namespace penstock
