// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/micro_tokens.h"
#include "core/util/rate.h"
#include "core/util/time.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace penstock {

/// The value of a text, or what is wrong with the text and an example of what is right. The message
/// goes on after the name of a field: "limiter.refill: needs a unit of time, such as 10/s".
template <class T>
using Parsed = tl::expected<T, std::string>;

// All of these are exact (integers only), pure and safe from any thread. Blanks around the text are
// ignored; a sign, an exponent, "nan" and "inf" are refused, and so is anything after the value.

/// "20", "1.5", at most six decimals: a millionth of a token is the smallest amount.
Parsed<MicroTokens> parseTokens(std::string_view text);

/// "10/s", "5/min", "0.1/s", "2.5/h", "1/day", "10000/86400s", reduced; "0" is no rate. The unit
/// (ms, s, min, h, d or day) may have a whole number before it: "3/10s" is three in ten seconds.
Parsed<Rate> parseRate(std::string_view text);

/// "100ms", "10s", "1.5s", "250us", "2min", "1h", "1d", "20ns"; "0" needs no unit. What is finer
/// than a nanosecond is refused.
Parsed<Nanos> parseDuration(std::string_view text);

/// A whole number from @p least to @p most.
Parsed<std::int64_t> parseCount(std::string_view text, std::int64_t least, std::int64_t most);

// The shortest text that the parser above reads back as exactly the same value.

std::string toText(MicroTokens tokens); ///< "20", "1.5"
/// "10/s", "5/min", "0.1/s": the first of second, minute, hour and day that gives a decimal of at
/// most three places, else the fraction itself ("7/11s"). Zero is "0/s".
std::string toText(Rate rate);
std::string toText(Nanos duration); ///< "100ms", "1.5s", "2min"; zero is "0s"

} // namespace penstock
