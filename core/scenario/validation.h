// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/scenario.h"

namespace penstock {

/// Everything that is wrong with the values of @p scenario, its timeline and thresholds left out.
/// Pure.
Problems validateSettings(const Scenario& scenario);

} // namespace penstock
