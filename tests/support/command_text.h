// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace penstock {

/// Splits a line into words as redis-cli does: separated by spaces, "..." for words with spaces and
/// the escapes \n \r \t \\ \" \xHH.
std::vector<std::string> splitCommand(std::string_view line);

} // namespace penstock
