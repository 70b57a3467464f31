// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/client/stop_signal.h"

namespace penstock {

/// While it lives, SIGINT and SIGTERM raise a stop signal instead of ending the process; a second
/// one ends it at once, in case the first cannot. One at a time, main thread.
class SignalHandlers
{
public:
    /// @p stop outlives this.
    explicit SignalHandlers(StopSignal& stop);
    ~SignalHandlers();
    SignalHandlers(const SignalHandlers&) = delete;
    SignalHandlers& operator=(const SignalHandlers&) = delete;

    /// Did a signal ask to stop?
    static bool isInterrupted();
};

} // namespace penstock
