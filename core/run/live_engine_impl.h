// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/live_engine.h"
#include "core/run/request_gate.h"
#include "core/run/store_health.h"
#include "core/run/store_keeper.h"
#include "core/run/worker_pool.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace penstock {

/// The parts of a live run and the order of its states. The reader's thread alone; what other
/// threads touch is in the gate, the shards and WorkerShared. docs/threading.md has the picture.
class LiveEngine::Impl
{
public:
    Impl(Scenario scenario, Store& store, std::vector<Label> labels, LiveEngineOptions options);
    ~Impl();

    void start();
    void pause();
    void resume();
    void step();
    void end(EndReason reason);
    Result<void> apply(const Change& change);
    void collect();
    RunStatus status() const;

    const RunHistory& history() const { return m_recorder->history(); }
    bool isFinished() const { return m_state == RunState::Finished; }

    Scenario m_scenario;
    std::vector<TimelineEntry> m_changes;
    std::vector<Label> m_labels;
    std::vector<std::string> m_keys;

private:
    bool isGoing() const { return m_state == RunState::Running || m_state == RunState::Paused; }
    Nanos now() const { return m_hasBegun ? m_shared.clock.now() : Nanos(0); }
    void begin();
    Result<void> applySet(const SetChange& change);
    Result<void> applyBurst(const BurstChange& change);
    void adopt(const Scenario& next);
    void remember(const Change& change, Nanos at);
    void mark(RunMark::Kind kind, std::string text);
    void runTimeline();
    void goOn();
    void advanceEnd();
    void finish();
    void record(ArrivalBatch& batch);
    void shedWaiting();

    Store& m_store;
    LiveEngineOptions m_options;
    std::unique_ptr<Recorder> m_recorder;
    Recorder::Shard& m_shard; ///< for requests shed by the reader
    RequestGate m_gate;
    StoreHealth m_health;
    StopSignal m_callStop; ///< ends calls in flight, after the grace
    std::stop_source m_rest;
    WorkerShared m_shared;

    RunState m_state = RunState::Waiting;
    EndReason m_endReason = EndReason::NotYet;
    bool m_hasBegun = false;
    bool m_isPauseWanted = false; ///< asked for while waiting for the store
    bool m_isCleaning = false;
    std::size_t m_nextEntry = 0; ///< of the timeline
    SteadyTime m_endAsked{};
    Nanos m_elapsed{0}; ///< at the end

    std::unique_ptr<StoreKeeper> m_keeper; ///< before m_pool: workers go first
    std::unique_ptr<WorkerPool> m_pool;
};

} // namespace penstock
