// SPDX-License-Identifier: MIT
#include "core/util/random.h"

#include <bit>

namespace penstock {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t highProduct(std::uint64_t a, std::uint64_t b)
{
    return static_cast<std::uint64_t>((static_cast<Wide>(a) * b) >> 64);
}

/// -log2(u / 2^64) as a fixed-point number with 58 fraction bits; u must not be 0. The binary
/// logarithm by repeated squaring (Knuth, TAOCP 1.2.2): exact integer steps, one bit each.
std::uint64_t negativeLog2(std::uint64_t u)
{
    const int leading = std::countl_zero(u);
    std::uint64_t mantissa = u << leading; // in [2^63, 2^64): stands for [1, 2)
    std::uint64_t fraction = 0;
    constexpr int kFractionBits = 58;
    constexpr int kExactBits = 40; // beyond these the squarings are mere rounding noise
    for (int bit = 0; bit < kExactBits; ++bit) {
        const std::uint64_t square = highProduct(mantissa, mantissa); // in [2^62, 2^64)
        fraction <<= 1;
        if (square >> 63) {
            fraction |= 1;
            mantissa = square;
        } else {
            mantissa = square << 1;
        }
    }
    fraction <<= kFractionBits - kExactBits;
    return (static_cast<std::uint64_t>(leading + 1) << kFractionBits) - fraction;
}

constexpr std::uint64_t kLn2 = 0xb17217f7d1cf79abu; // ln 2 as a 64-bit fraction

} // namespace

RandomStream::RandomStream(std::uint64_t seed, Purpose purpose, std::uint32_t source)
{
    const std::uint64_t stream = (static_cast<std::uint64_t>(purpose) << 32) | source;
    SplitMix64 mixer(seed ^ SplitMix64(stream).next());
    for (std::uint64_t& word : m_state)
        word = mixer.next();
}

std::uint64_t RandomStream::next()
{
    const std::uint64_t result = std::rotl(m_state[0] + m_state[3], 23) + m_state[0];
    const std::uint64_t shifted = m_state[1] << 17;
    m_state[2] ^= m_state[0];
    m_state[3] ^= m_state[1];
    m_state[1] ^= m_state[2];
    m_state[0] ^= m_state[3];
    m_state[2] ^= shifted;
    m_state[3] = std::rotl(m_state[3], 45);
    return result;
}

std::uint64_t RandomStream::below(std::uint64_t bound)
{
    Wide product = static_cast<Wide>(next()) * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
        const std::uint64_t threshold = (0 - bound) % bound;
        while (static_cast<std::uint64_t>(product) < threshold)
            product = static_cast<Wide>(next()) * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
}

std::int64_t RandomStream::exponentialNanos(std::int64_t meanNanos)
{
    std::uint64_t u = 0;
    while (u <= 1) // 1 alone would need 65 bits below
        u = next();
    const std::uint64_t natural = highProduct(negativeLog2(u), kLn2); // 58 fraction bits
    const Wide scaled = static_cast<Wide>(natural) * static_cast<std::uint64_t>(meanNanos);
    return static_cast<std::int64_t>((scaled + (Wide{1} << 57)) >> 58);
}

} // namespace penstock
