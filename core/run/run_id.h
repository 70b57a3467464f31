// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/scenario.h"

#include <string>

namespace penstock {

/// A name for one run that no other has: 12 hexadecimal digits by chance and time.
/// Any thread.
std::string makeRunId();

/// The scenario's key below the run's own prefix, or as it is where the algorithm shares it with
/// other programs.
std::string wholeKey(const Scenario& scenario, const std::string& runId);

} // namespace penstock
