// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/recorder.h"
#include "core/run/request_gate.h"
#include "core/run/run_clock.h"
#include "core/run/run_status.h"
#include "core/run/store_health.h"
#include "core/store/client/store_limiter.h"
#include "core/store/store.h"

#include <QRunnable>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace penstock {

/// What the workers of a run share. Everything it names outlives them; each part is safe for many
/// threads by itself.
struct WorkerShared
{
    RequestGate& gate;
    Recorder& recorder;
    Store& store;
    StoreHealth& health;
    const StopSignal& stop; ///< ends calls to the store
    std::stop_token rest;   ///< ends the rest between calls
    std::string key;        ///< whole, prefix included
    Micros commandTimeout{0};
    RunClock clock = {}; ///< set before the first worker starts

    std::atomic<std::int32_t> inFlight = 0;
    std::atomic<Nanos::rep> lastAnswer = 0; ///< run time of the last answer of the store
    std::atomic<std::uint64_t> scriptReloads = 0;
};

/// One simulated worker: takes a request, asks the limiter, records, works for the service time if
/// it was admitted, goes on. While it runs its thread owns its channel, limiter and shard; the
/// object itself is owned by the WorkerPool and may run again, on another thread, after it left.
class Worker final : public QRunnable
{
public:
    Worker(WorkerShared& shared, std::uint32_t index);

    /// The owner's thread, before every hand-over to the thread pool. A std primitive carries the
    /// hand-over, so that the thread sanitizer can follow it.
    void prepare();
    void run() override;

    /// Any thread.
    WorkerStatus status() const;

private:
    void serve();
    void open();
    void close();
    void ask(const RequestGate::Work& work);
    void follow(const std::shared_ptr<const WorkerSettings>& settings);
    void record(const DecisionRecord& record);
    void record(ArrivalBatch& batch);
    void rest(Nanos duration);
    void show(WorkerActivity activity);

    WorkerShared& m_shared;
    const std::uint32_t m_index;

    std::atomic<bool> m_isReady = false;
    std::atomic<WorkerActivity> m_activity = WorkerActivity::Idle;
    std::atomic<std::uint64_t> m_requests = 0;

    // Of the thread that runs it.
    std::unique_ptr<StoreLimiter> m_limiter;
    Recorder::Shard* m_shard = nullptr;
    std::shared_ptr<const WorkerSettings> m_settings;
    std::uint64_t m_reloads = 0;
    bool m_hasFailed = false;

    std::mutex m_restMutex; ///< guards nothing: a rest waits on it
    std::condition_variable_any m_restEnd;
};

} // namespace penstock
