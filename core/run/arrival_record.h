// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/recorder.h"
#include "core/run/dispenser.h"

#include <span>

namespace penstock {

/// Records what arrived and what was shed of it, and empties @p batch. The thread that owns
/// @p shard.
void recordArrivals(ArrivalBatch& batch, Recorder& recorder, Recorder::Shard& shard, Nanos now,
                    MicroTokens cost);

/// Records @p requests as never asked.
void recordShed(std::span<const Request> requests, Recorder::Shard& shard, Nanos now,
                MicroTokens cost);

} // namespace penstock
