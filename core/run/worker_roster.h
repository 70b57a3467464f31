// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace penstock {

/// Which workers are wanted and which run: worker i is wanted while i < wanted(). Raising tells
/// which to start; lowering is noticed by each worker itself (mayServe) before it takes a request.
/// A worker that was lowered and raised again before it left simply stays. Pure.
class WorkerRoster
{
public:
    /// The workers to start now: wanted and not running. They count as running from here on.
    std::vector<std::uint32_t> setWanted(std::uint32_t count);
    std::uint32_t wanted() const { return m_wanted; }

    bool mayServe(std::uint32_t worker) const { return worker < m_wanted; }
    /// @p worker has ended and will not look again.
    void leave(std::uint32_t worker);

    std::uint32_t running() const { return m_running; }
    bool isEmpty() const { return m_running == 0; }

private:
    std::vector<bool> m_isRunning;
    std::uint32_t m_wanted = 0;
    std::uint32_t m_running = 0;
};

} // namespace penstock
