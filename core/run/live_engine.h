// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/recorder.h"
#include "core/run/run_status.h"
#include "core/scenario/scenario.h"
#include "core/traffic/request_plan.h"

#include <functional>
#include <memory>
#include <vector>

namespace penstock {

struct LiveEngineOptions
{
    std::function<void(const DecisionRecord&)> sink; ///< see RecorderOptions
    /// Set from a signal handler too: ends the run within 300 ms, whatever the store does.
    std::shared_ptr<StopSignal> stop = std::make_shared<StopSignal>();
    std::string runId; ///< of the key prefix; empty: made anew
};

/// Drives a scenario's traffic into a limiter on the real clock, with a QThreadPool of workers. All
/// public functions are for the thread that made it (the reader); none of them blocks but the
/// destructor and waitForEnd.
class LiveEngine
{
public:
    /// @p store outlives the engine. @p labels must not be empty.
    LiveEngine(Scenario scenario, Store& store, std::vector<Label> labels,
               LiveEngineOptions options = {});
    ~LiveEngine(); ///< stops and waits

    void start(); ///< waits for the store by itself: RunState::Waiting until it answers
    void pause();
    void resume();
    void step(); ///< one request, while paused
    void stop(); ///< asks; isFinished() tells
    /// Takes effect at once and is marked and recorded. Errors: a bad path or value, a path that
    /// cannot change while running; then nothing changed.
    Result<void> apply(const Change& change);

    /// The reader's tick: folds what happened since the last one, runs the timeline, notices the
    /// end.
    void collect();
    const RunHistory& history() const;
    RunStatus status() const;
    bool isFinished() const;

    /// The scenario as it now stands: with every change applied.
    const Scenario& scenario() const;
    /// The changes made while running, with their times: a timeline that repeats the run.
    const std::vector<TimelineEntry>& changes() const;
    const std::vector<Label>& labels() const;
    const std::vector<std::string>& keys() const; ///< by DecisionRecord::key, prefix included

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace penstock
