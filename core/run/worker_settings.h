// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/decision.h"
#include "core/util/micro_tokens.h"
#include "core/util/time.h"

#include <memory>

namespace penstock {

/// What a worker needs to know of the scenario for one request. Immutable once shared: a change is
/// a new object, which each worker finds with its next request.
struct WorkerSettings
{
    std::shared_ptr<const Limit> limit;
    MicroTokens cost;
    FailPolicy onStoreFailure = FailPolicy::FailOpen;
    Nanos work{0}; ///< of an admitted request
    /// How long a worker rests after a store failure: a closed loop without work time would else
    /// spin on all cores while the store is down. 0 is not at all.
    Nanos restAfterFailure{0};
};

} // namespace penstock
