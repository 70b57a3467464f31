// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/scenario.h"

#include <string>
#include <vector>

namespace penstock {

/// The built-in scenarios, in the order shown to people. Safe from any thread.
const std::vector<Scenario>& builtinScenarios();

/// A built-in scenario by name, else a file by path. Errors: InvalidScenario with every problem, or
/// InputOutput for a file that cannot be read; an unknown name offers the nearest match.
Result<Scenario> loadScenario(const std::string& nameOrPath);

} // namespace penstock
