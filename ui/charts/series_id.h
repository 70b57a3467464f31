// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace penstock {

/// Every line that a chart can show. The order is the order of legend, readout and export.
enum class SeriesId : std::uint8_t
{
    Tokens,
    Capacity,
    Offered,
    Allowed,
    Denied,
    Unprotected,  ///< the store failed, fail-open let them through
    FailedClosed, ///< the store failed, fail-closed refused them
    NeverFits,
    Shed,
    Refill,
    P50,
    P99,
    InFlight,
    Queued,
};
inline constexpr std::size_t kSeriesCount = 14;

constexpr std::size_t indexOf(SeriesId id)
{
    return static_cast<std::size_t>(id);
}

/// The sign that a series has everywhere: it tells series apart without colour.
enum class Glyph : std::uint8_t
{
    Line,
    Dash,
    Dots,
    Dot,   ///< allowed
    Cross, ///< denied
    Ring,  ///< let through unprotected
    Square ///< refused because the store failed
};

/// What a series is called and how its numbers are written.
struct SeriesTraits
{
    std::string_view label;  ///< on its chip
    std::string_view column; ///< in exported files
    std::string_view unit;   ///< in a readout, after the number
    std::string_view spoken; ///< unit for screen readers
    Glyph glyph = Glyph::Line;
    int decimals = 1;
    /// Its chip shows only once the run has any: things that a healthy run never has.
    bool isRare = false;
};

inline constexpr std::array<SeriesTraits, kSeriesCount> kSeries{{
    {"tokens", "tokens_left", "", "left", Glyph::Line, 1, false},
    {"capacity", "capacity", "", "tokens", Glyph::Dash, 0, false},
    {"offered", "offered_per_s", "/s", "per second", Glyph::Line, 1, false},
    {"allowed", "allowed_per_s", "/s", "per second", Glyph::Dot, 1, false},
    {"denied", "denied_per_s", "/s", "per second", Glyph::Cross, 1, false},
    {"unprotected", "fail_open_allowed_per_s", "/s", "per second", Glyph::Ring, 1, true},
    {"failed closed", "fail_closed_denied_per_s", "/s", "per second", Glyph::Square, 1, true},
    {"never fits", "never_fits_per_s", "/s", "per second", Glyph::Dots, 1, true},
    {"shed", "shed_per_s", "/s", "per second", Glyph::Dots, 1, true},
    {"refill", "refill_per_s", "/s", "tokens per second", Glyph::Dash, 1, false},
    {"p50", "latency_p50_ms", " ms", "milliseconds", Glyph::Line, 2, false},
    {"p99", "latency_p99_ms", " ms", "milliseconds", Glyph::Line, 2, false},
    {"in flight", "in_flight", "", "calls", Glyph::Line, 0, false},
    {"queue", "queued", "", "requests waiting", Glyph::Line, 0, false},
}};

constexpr const SeriesTraits& traitsOf(SeriesId id)
{
    return kSeries[indexOf(id)];
}

} // namespace penstock
