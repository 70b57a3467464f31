// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace penstock {

using Nanos = std::chrono::nanoseconds;
using Micros = std::chrono::microseconds;

/// A moment by the store's own clock: microseconds since the Unix epoch.
using StoreTime = std::chrono::sys_time<Micros>;

/// A moment by this process's steady clock: what intervals and deadlines are measured with.
using SteadyTime = std::chrono::steady_clock::time_point;

} // namespace penstock
