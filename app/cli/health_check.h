// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/store.h"

#include <string>
#include <vector>

namespace penstock {

/// One thing that doctor looked at.
struct HealthCheck
{
    enum class State
    {
        Good,
        Note, ///< something is missing that only some uses need
        Bad
    };

    State state = State::Good;
    std::string name;
    std::string finding;
    std::string nextStep; ///< empty when all is well
};

/// Libraries and programs: Qt, hiredis, Lua, CLI11, redis-server. Main thread.
std::vector<HealthCheck> checkVersions();
/// What the window needs: fonts, a display.
std::vector<HealthCheck> checkDesktop();
/// Does @p store answer PING, run a script, and tell the time? Main thread, blocks.
std::vector<HealthCheck> checkStore(const StoreSpec& spec, const StopSignal& stop);

} // namespace penstock
