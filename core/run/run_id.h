// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace penstock {

/// A name for one run that no other has: 12 hexadecimal digits by chance and time.
/// Any thread.
std::string makeRunId();

} // namespace penstock
