// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/dispenser.h"
#include "core/run/run_clock.h"
#include "core/run/worker_roster.h"
#include "core/run/worker_settings.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace penstock {

/// Where workers wait for their next request: the dispenser and the roster under one mutex.
///
/// No thread makes arrivals. Of the idle workers one (the timekeeper) waits for the time of the
/// next arrival, the others until somebody wakes them. Whoever takes a request wakes a successor.
/// Arrivals of any call are left in the caller's batch, to be recorded outside the lock.
class RequestGate
{
public:
    struct Work
    {
        Request request;
        std::shared_ptr<const WorkerSettings> settings;
    };

    RequestGate(Dispenser dispenser, std::shared_ptr<const WorkerSettings> settings);

    // Workers.
    /// Blocks until there is a request for @p worker; none when it should leave.
    std::optional<Work> take(std::uint32_t worker, ArrivalBatch& batch);
    /// After take() gave none: true when @p worker is gone and must touch nothing of the run any
    /// more; false when it is wanted again.
    bool leave(std::uint32_t worker);

    // The reader's thread.
    /// The run begins with @p dispenser; before the first worker starts.
    void open(RunClock clock, Dispenser dispenser);
    void close(); ///< no further request; for good
    /// The workers to start.
    std::vector<std::uint32_t> setWorkers(std::uint32_t count);
    void pause(ArrivalBatch& batch);
    void resume();
    void step();
    void burst(std::uint32_t count, ArrivalBatch& batch);
    void change(const TrafficSettings& settings, ArrivalBatch& batch);
    void setSettings(std::shared_ptr<const WorkerSettings> settings);
    /// Takes in what arrived while every worker is busy.
    void advance(ArrivalBatch& batch);
    std::vector<Request> drain();

    // Any thread.
    std::shared_ptr<const WorkerSettings> settings() const;
    std::int32_t queued() const;
    std::uint32_t running() const;
    /// No worker runs and none will: the plan is done or the gate is closed.
    bool isDone() const;
    /// Blocks until isDone() or @p deadline; whether it is done.
    bool waitUntilDone(SteadyTime deadline) const;
    Nanos trafficTime() const;

private:
    bool isOver() const { return m_isClosed || m_dispenser.isExhausted(); }
    void wait(std::unique_lock<std::mutex>& lock);
    void wakeSuccessor();
    void wakeAll();

    mutable std::mutex m_mutex; ///< guards all that follows
    Dispenser m_dispenser;
    WorkerRoster m_roster;
    std::shared_ptr<const WorkerSettings> m_settings;
    RunClock m_clock;
    bool m_isClosed = false;
    bool m_hasTimekeeper = false;
    std::uint32_t m_waiting = 0; ///< idle workers beside the timekeeper
    std::condition_variable m_timer;
    std::condition_variable m_wake;
    mutable std::condition_variable m_done;
};

} // namespace penstock
