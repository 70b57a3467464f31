// SPDX-License-Identifier: MIT
#include "core/util/sha1.h"

#include <array>
#include <bit>
#include <cstdint>

namespace penstock {

namespace {

using Digest = std::array<std::uint32_t, 5>;

void addBlock(Digest& digest, const unsigned char* block)
{
    std::array<std::uint32_t, 80> w{};
    for (std::size_t t = 0; t < 16; ++t)
        w[t] = std::uint32_t{block[4 * t]} << 24 | std::uint32_t{block[4 * t + 1]} << 16 |
               std::uint32_t{block[4 * t + 2]} << 8 | std::uint32_t{block[4 * t + 3]};
    for (std::size_t t = 16; t < 80; ++t)
        w[t] = std::rotl(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);

    auto [a, b, c, d, e] = digest;
    for (std::size_t t = 0; t < 80; ++t) {
        std::uint32_t f = 0;
        std::uint32_t k = 0;
        if (t < 20) {
            f = (b & c) | (~b & d);
            k = 0x5a827999;
        } else if (t < 40) {
            f = b ^ c ^ d;
            k = 0x6ed9eba1;
        } else if (t < 60) {
            f = (b & c) | (b & d) | (c & d);
            k = 0x8f1bbcdc;
        } else {
            f = b ^ c ^ d;
            k = 0xca62c1d6;
        }
        const std::uint32_t next = std::rotl(a, 5) + f + e + w[t] + k;
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = next;
    }
    digest[0] += a;
    digest[1] += b;
    digest[2] += c;
    digest[3] += d;
    digest[4] += e;
}

} // namespace

std::string sha1Hex(std::string_view bytes)
{
    std::string padded(bytes);
    padded += '\x80';
    while (padded.size() % 64 != 56)
        padded += '\0';
    const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
    for (int shift = 56; shift >= 0; shift -= 8)
        padded += static_cast<char>(bits >> shift & 0xff);

    Digest digest{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    for (std::size_t i = 0; i < padded.size(); i += 64)
        addBlock(digest, reinterpret_cast<const unsigned char*>(padded.data()) + i);

    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text;
    for (const std::uint32_t word : digest) {
        for (int shift = 28; shift >= 0; shift -= 4)
            text += kHex[word >> shift & 15];
    }
    return text;
}

} // namespace penstock
