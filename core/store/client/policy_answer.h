// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/decision.h"

namespace penstock {

/// Makes @p decision what @p policy answers when the store fails; failing open reports a full
/// bucket. decision.limit must be set and stays; so does the latency. Pure.
void answerByPolicy(FailPolicy policy, StoreErrorClass errorClass, Decision& decision);

} // namespace penstock
