// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/worker.h"

#include <QThreadPool>

#include <cstdint>
#include <memory>
#include <vector>

namespace penstock {

/// Owns the workers and the QThreadPool that runs them. The reader's thread only.
class WorkerPool
{
public:
    /// @p shared outlives the pool.
    explicit WorkerPool(WorkerShared& shared);
    /// Waits for the workers: the gate must be closed and their calls ended.
    ~WorkerPool();

    /// Raising starts workers now; lowering asks the surplus ones to leave after the request they
    /// are at.
    void resize(std::uint32_t count);
    /// One entry a wanted worker.
    std::vector<WorkerStatus> status() const;

private:
    WorkerShared& m_shared;
    std::vector<std::unique_ptr<Worker>> m_workers;
    std::uint32_t m_count = 0;
    QThreadPool m_threads;
};

} // namespace penstock
