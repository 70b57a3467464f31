// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>

namespace penstock {

/// An amount of tokens (a balance or a cost) as an exact number of millionths of a token.
/// Arithmetic is plain 64-bit: the validator keeps every limit below 2^52 micro-tokens.
class MicroTokens
{
public:
    static constexpr std::int64_t kPerToken = 1'000'000;

    constexpr MicroTokens() = default;
    static constexpr MicroTokens fromMicros(std::int64_t micros) { return MicroTokens(micros); }
    static constexpr MicroTokens fromTokens(std::int64_t tokens)
    {
        return MicroTokens(tokens * kPerToken);
    }

    constexpr std::int64_t micros() const { return m_micros; }
    /// For display and charts only: never for a decision.
    constexpr double toDouble() const { return static_cast<double>(m_micros) / kPerToken; }

    friend constexpr auto operator<=>(MicroTokens, MicroTokens) = default;
    friend constexpr MicroTokens operator+(MicroTokens a, MicroTokens b)
    {
        return MicroTokens(a.m_micros + b.m_micros);
    }
    friend constexpr MicroTokens operator-(MicroTokens a, MicroTokens b)
    {
        return MicroTokens(a.m_micros - b.m_micros);
    }
    constexpr MicroTokens& operator+=(MicroTokens other) { return *this = *this + other; }
    constexpr MicroTokens& operator-=(MicroTokens other) { return *this = *this - other; }

private:
    explicit constexpr MicroTokens(std::int64_t micros) : m_micros(micros) {}

    std::int64_t m_micros = 0;
};

} // namespace penstock
