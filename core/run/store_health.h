// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/run_history.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <string>

namespace penstock {

/// Notices when calls to the store turn from answers to failures and back. A late failure of a call
/// that began before the store came back does not count as a new outage, nor an early answer as
/// its end. Any thread; a healthy call costs one atomic load.
class StoreHealth
{
public:
    /// One call that ended. What to mark, if this call is the turning point.
    std::optional<RunMark> note(const Decision& decision, Nanos started, Nanos ended);

    bool isDown() const { return m_isDown.load(std::memory_order_acquire); }
    /// Why, while it is down: "timeout".
    std::string problem() const;

private:
    std::atomic<bool> m_isDown = false;
    mutable std::mutex m_mutex; ///< guards what follows, and the changes of m_isDown
    Nanos m_turnedAt{0};        ///< of the last turning point
    StoreErrorClass m_errorClass = StoreErrorClass::None;
};

} // namespace penstock
