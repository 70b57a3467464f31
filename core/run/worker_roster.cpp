// SPDX-License-Identifier: MIT
#include "core/run/worker_roster.h"

namespace penstock {

std::vector<std::uint32_t> WorkerRoster::setWanted(std::uint32_t count)
{
    m_wanted = count;
    if (m_isRunning.size() < count)
        m_isRunning.resize(count);
    std::vector<std::uint32_t> toStart;
    for (std::uint32_t worker = 0; worker < count; ++worker) {
        if (m_isRunning[worker])
            continue;
        m_isRunning[worker] = true;
        ++m_running;
        toStart.push_back(worker);
    }
    return toStart;
}

void WorkerRoster::leave(std::uint32_t worker)
{
    if (worker >= m_isRunning.size() || !m_isRunning[worker])
        return;
    m_isRunning[worker] = false;
    --m_running;
}

} // namespace penstock
