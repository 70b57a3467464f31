// SPDX-License-Identifier: MIT
#include "core/run/worker_pool.h"

#include <algorithm>

namespace penstock {

WorkerPool::WorkerPool(WorkerShared& shared) : m_shared(shared)
{
    // Idle threads of lowered workers end soon: a slider that moves up and down keeps them.
    m_threads.setExpiryTimeout(2'000);
    m_threads.setMaxThreadCount(1);
}

WorkerPool::~WorkerPool()
{
    m_threads.waitForDone();
}

void WorkerPool::resize(std::uint32_t count)
{
    m_count = count;
    while (m_workers.size() < count) {
        const auto index = static_cast<std::uint32_t>(m_workers.size());
        m_workers.push_back(std::make_unique<Worker>(m_shared, index));
    }
    const auto toStart = m_shared.gate.setWorkers(count);
    // Lowered workers that are still at a request need their threads beside the wanted ones.
    const auto threads = std::max(m_shared.gate.running(), std::max(count, 1u));
    m_threads.setMaxThreadCount(static_cast<int>(threads));
    for (const std::uint32_t index : toStart) {
        m_workers[index]->prepare();
        m_threads.start(m_workers[index].get());
    }
}

std::vector<WorkerStatus> WorkerPool::status() const
{
    std::vector<WorkerStatus> all;
    all.reserve(m_count);
    for (std::uint32_t i = 0; i < m_count; ++i)
        all.push_back(m_workers[i]->status());
    return all;
}

} // namespace penstock
