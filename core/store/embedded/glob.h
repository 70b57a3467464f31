// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace penstock::embedded {

/// Does @p text match the pattern of KEYS and SCAN: * ? [abc] [a-c] [^a] and \ before a character
/// that stands for itself? Linear in the text for every star (no exponential patterns).
bool matchesGlob(std::string_view pattern, std::string_view text);

} // namespace penstock::embedded
