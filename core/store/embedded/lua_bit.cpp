// SPDX-License-Identifier: MIT
#include "core/store/embedded/lua_libraries.h"

#include <lua.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace penstock::embedded {

namespace {

/// The argument modulo 2^32, rounded to the nearest integer first.
std::uint32_t argument(lua_State* lua, int index)
{
    const double number = luaL_checknumber(lua, index);
    if (!std::isfinite(number))
        return 0;
    constexpr double kModulus = 4294967296.0;
    const double remainder = std::fmod(std::nearbyint(number), kModulus);
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(remainder));
}

int push(lua_State* lua, std::uint32_t bits)
{
    lua_pushnumber(lua, static_cast<std::int32_t>(bits));
    return 1;
}

int toBit(lua_State* lua)
{
    return push(lua, argument(lua, 1));
}

int bitNot(lua_State* lua)
{
    return push(lua, ~argument(lua, 1));
}

template <class Operation>
int fold(lua_State* lua, Operation operation)
{
    std::uint32_t bits = argument(lua, 1);
    for (int i = 2; i <= lua_gettop(lua); ++i)
        bits = operation(bits, argument(lua, i));
    return push(lua, bits);
}

int bitAnd(lua_State* lua)
{
    return fold(lua, [](std::uint32_t a, std::uint32_t b) { return a & b; });
}

int bitOr(lua_State* lua)
{
    return fold(lua, [](std::uint32_t a, std::uint32_t b) { return a | b; });
}

int bitXor(lua_State* lua)
{
    return fold(lua, [](std::uint32_t a, std::uint32_t b) { return a ^ b; });
}

template <class Operation>
int shift(lua_State* lua, Operation operation)
{
    const std::uint32_t bits = argument(lua, 1);
    return push(lua, operation(bits, static_cast<int>(argument(lua, 2) & 31)));
}

int leftShift(lua_State* lua)
{
    return shift(lua, [](std::uint32_t bits, int by) { return bits << by; });
}

int rightShift(lua_State* lua)
{
    return shift(lua, [](std::uint32_t bits, int by) { return bits >> by; });
}

int arithmeticShift(lua_State* lua)
{
    return shift(lua, [](std::uint32_t bits, int by) {
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(bits) >> by);
    });
}

int rotateLeft(lua_State* lua)
{
    return shift(lua, [](std::uint32_t bits, int by) { return std::rotl(bits, by); });
}

int rotateRight(lua_State* lua)
{
    return shift(lua, [](std::uint32_t bits, int by) { return std::rotr(bits, by); });
}

int swapBytes(lua_State* lua)
{
    return push(lua, __builtin_bswap32(argument(lua, 1)));
}

/// tohex(x [, n]): the last |n| digits (8), upper case when n is negative.
int toHex(lua_State* lua)
{
    std::uint32_t bits = argument(lua, 1);
    int digits = 8;
    const char* alphabet = "0123456789abcdef";
    if (!lua_isnone(lua, 2)) {
        digits = static_cast<std::int32_t>(argument(lua, 2));
        if (digits < 0)
            alphabet = "0123456789ABCDEF";
        digits = digits < -8 ? 8 : std::min(std::abs(digits), 8);
    }
    char text[8];
    for (int i = digits - 1; i >= 0; --i, bits >>= 4)
        text[i] = alphabet[bits & 15];
    lua_pushlstring(lua, text, static_cast<std::size_t>(digits));
    return 1;
}

} // namespace

void openBitLibrary(lua_State* lua)
{
    static constexpr luaL_Reg kFunctions[] = {{"tobit", toBit},       {"bnot", bitNot},
                                              {"band", bitAnd},       {"bor", bitOr},
                                              {"bxor", bitXor},       {"lshift", leftShift},
                                              {"rshift", rightShift}, {"arshift", arithmeticShift},
                                              {"rol", rotateLeft},    {"ror", rotateRight},
                                              {"bswap", swapBytes},   {"tohex", toHex},
                                              {nullptr, nullptr}};
    luaL_register(lua, "bit", kFunctions);
    lua_pop(lua, 1);
}

} // namespace penstock::embedded
