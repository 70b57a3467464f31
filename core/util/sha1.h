// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace penstock {

/// SHA-1 (RFC 3174) of @p bytes as 40 lower-case hexadecimal digits: the name by which Redis knows
/// a script. Not for anything that must resist an attacker.
std::string sha1Hex(std::string_view bytes);

} // namespace penstock
