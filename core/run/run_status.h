// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/store.h"
#include "core/util/time.h"

#include <cstdint>
#include <string>
#include <vector>

namespace penstock {

enum class RunState : std::uint8_t
{
    Waiting, ///< for the store to answer for the first time
    Running,
    Paused,
    Stopping, ///< asked to end; calls in flight are being ended
    Finished,
};

/// Why a finished run ended.
enum class EndReason : std::uint8_t
{
    NotYet,
    Completed,
    Duration,
    Stopped,
    Failed
};

enum class WorkerActivity : std::uint8_t
{
    Idle,
    Asking,
    Working,
    Failing,
    Retired
};

struct WorkerStatus
{
    WorkerActivity activity = WorkerActivity::Idle;
    std::uint64_t requests = 0;

    friend bool operator==(const WorkerStatus&, const WorkerStatus&) = default;
};

/// The state of an engine at one moment. A plain value.
struct RunStatus
{
    RunState state = RunState::Waiting;
    EndReason endReason = EndReason::NotYet;
    Nanos elapsed{0}; ///< run time, pauses included
    std::int32_t queued = 0;
    std::int32_t inFlight = 0; ///< calls to the limiter now open
    std::vector<WorkerStatus> workers;
    StoreStatus store;
    std::uint64_t scriptReloads = 0;
    std::string problem; ///< why it failed, when it did
};

} // namespace penstock
