// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/decision.h"

#include <string_view>

namespace penstock {

/// What a person can do about a store that fails this way, as the end of a sentence; empty where
/// there is nothing to do. Pure.
std::string_view adviceFor(StoreErrorClass errorClass);

} // namespace penstock
