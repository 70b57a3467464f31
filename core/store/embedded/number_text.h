// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// How Redis reads and writes numbers. Pure; any thread.
namespace penstock::embedded {

/// Room for one number as text.
using NumberText = std::array<char, 40>;

/// A decimal 64-bit integer written the only way Redis accepts: no plus sign, no leading zero, no
/// space, no "-0".
std::optional<std::int64_t> parseInteger(std::string_view text);

/// A finite or infinite double; the whole text must be a number. NaN is refused.
std::optional<double> parseDouble(std::string_view text);

/// As INCRBYFLOAT reads and keeps numbers.
std::optional<long double> parseLongDouble(std::string_view text);

std::string_view formatInteger(NumberText& room, std::int64_t number);

/// 17 significant digits ("%.17g"): what a Lua number becomes as an argument.
std::string_view formatDouble(NumberText& room, double number);

/// A score in a reply: "%.17g", infinities as inf and -inf.
std::string_view formatScore(NumberText& room, double score);

/// 17 fraction digits without trailing zeros: what INCRBYFLOAT answers.
std::string formatLongDouble(long double number);

} // namespace penstock::embedded
