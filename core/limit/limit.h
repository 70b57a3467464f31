// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/micro_tokens.h"
#include "core/util/rate.h"
#include "core/util/time.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace penstock {

struct Algorithm;

/// What a parameter's number means, and so how it is written and drawn.
enum class ParameterUnit
{
    Tokens,
    Rate,
    Duration,
    Count
};

/// The value of one parameter, exact. Tokens: num micro-tokens. Rate: num/den per second, reduced.
/// Duration: num microseconds. Count: num. den is 1 but for a rate.
struct ParameterValue
{
    std::int64_t num = 0;
    std::int64_t den = 1;

    static constexpr ParameterValue of(MicroTokens tokens) { return {tokens.micros(), 1}; }
    static constexpr ParameterValue of(Rate rate) { return {rate.num, rate.den}; }
    static constexpr ParameterValue of(Micros duration) { return {duration.count(), 1}; }
    static constexpr ParameterValue ofCount(std::int64_t count) { return {count, 1}; }

    constexpr MicroTokens tokens() const { return MicroTokens::fromMicros(num); }
    constexpr Rate rate() const { return {num, den}; }
    constexpr Micros duration() const { return Micros(num); }
    constexpr std::int64_t count() const { return num; }

    friend constexpr bool operator==(const ParameterValue&, const ParameterValue&) = default;
};

/// One parameter of an algorithm: its key in a scenario and its place in the window.
struct ParameterSpec
{
    std::string_view id;    ///< key below "limiter", such as "capacity"
    std::string_view label; ///< such as "Capacity"
    std::string_view help;  ///< one sentence, with the unit
    ParameterUnit unit = ParameterUnit::Tokens;
    ParameterValue least; ///< of the slider; a typed or written value may be anything valid
    ParameterValue most;  ///< of the slider
    ParameterValue standard;
};

inline constexpr std::size_t kMaxParameters = 6;

/// A limit: one row of the catalogue and a value for each of its parameters. A plain value.
struct Limit
{
    const Algorithm* algorithm = nullptr; ///< a row of the catalogue; lives for ever
    std::array<ParameterValue, kMaxParameters> values{};

    friend bool operator==(const Limit&, const Limit&) = default;
};

/// The value of the parameter called @p id, or nullptr when the limit's algorithm has none.
const ParameterValue* findValue(const Limit& limit, std::string_view id);
ParameterValue* findValue(Limit& limit, std::string_view id);

/// A bucket that a limit is equal to, where there is one: what the audit, the headline and the
/// exact continuation between replies are computed from.
struct BucketShape
{
    MicroTokens capacity;
    Rate refill;

    friend bool operator==(const BucketShape&, const BucketShape&) = default;
};

} // namespace penstock
