// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/run_history.h"
#include "core/run/run_status.h"
#include "core/scenario/scenario.h"
#include "core/traffic/request_plan.h"

#include <memory>
#include <vector>

namespace penstock {

/// One run as the window sees it: the live engine, or a made-up one in tests and benchmarks. The
/// functions mean what they mean in LiveEngine. GUI thread; none blocks but the destructor of a run
/// that is not finished.
class RunDriver
{
public:
    virtual ~RunDriver() = default;

    virtual void start() = 0;
    virtual void pause() = 0;
    virtual void resume() = 0;
    virtual void step() = 0;
    virtual void stop() = 0;
    virtual Result<void> apply(const Change& change) = 0;
    virtual void collect() = 0;

    virtual const RunHistory& history() const = 0;
    virtual RunStatus status() const = 0;
    virtual bool isFinished() const = 0;
    virtual const Scenario& scenario() const = 0;
    virtual const std::vector<TimelineEntry>& changes() const = 0;
    virtual const std::vector<Label>& labels() const = 0;
    virtual const std::vector<std::string>& keys() const = 0;
};

/// Where runs come from: keeps a store and makes runs over it. GUI thread.
class RunBackend
{
public:
    virtual ~RunBackend() = default;

    /// The store of the runs made from now on; begins to start it and does not wait. The same spec
    /// again changes nothing. Errors as makeStore; then there is no store and no run can be made.
    virtual Result<void> useStore(const StoreSpec& spec) = 0;
    virtual bool hasStore() const = 0;
    /// @p labels must not be empty; needs a store.
    virtual std::unique_ptr<RunDriver> makeRun(Scenario scenario, std::vector<Label> labels) = 0;
};

} // namespace penstock
