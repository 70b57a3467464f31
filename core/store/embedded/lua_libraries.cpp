// SPDX-License-Identifier: MIT
#include "core/store/embedded/lua_libraries.h"

#include "core/store/embedded/lua_budget.h"
#include "core/store/embedded/lua_random.h"
#include "core/store/embedded/number_text.h"

#include <lua.hpp>

#include <cmath>
#include <string_view>

namespace penstock::embedded {

namespace {

constexpr std::int64_t kExactIntegers = std::int64_t{1} << 53; // a double holds all up to it

LuaRandom& randomOf(lua_State* lua)
{
    return *static_cast<LuaRandom*>(lua_touserdata(lua, lua_upvalueindex(1)));
}

int mathRandom(lua_State* lua)
{
    const double fraction = static_cast<double>(randomOf(lua).next() % LuaRandom::kMax) /
                            static_cast<double>(LuaRandom::kMax);
    switch (lua_gettop(lua)) {
    case 0:
        lua_pushnumber(lua, fraction);
        return 1;
    case 1: {
        const int most = luaL_checkint(lua, 1);
        luaL_argcheck(lua, 1 <= most, 1, "interval is empty");
        lua_pushnumber(lua, std::floor(fraction * most) + 1);
        return 1;
    }
    case 2: {
        const int least = luaL_checkint(lua, 1);
        const int most = luaL_checkint(lua, 2);
        luaL_argcheck(lua, least <= most, 2, "interval is empty");
        const double width = static_cast<double>(most) - least + 1;
        lua_pushnumber(lua, std::floor(fraction * width) + least);
        return 1;
    }
    default:
        return luaL_error(lua, "wrong number of arguments");
    }
}

int mathRandomSeed(lua_State* lua)
{
    randomOf(lua).seed(luaL_checkint(lua, 1));
    return 0;
}

/// Compiles the text on top of the stack; byte code is refused with the words of the parser.
int compileText(lua_State* lua, const char* chunkName)
{
    std::size_t size = 0;
    const char* const text = lua_tolstring(lua, -1, &size);
    if (size > 0 && text[0] == LUA_SIGNATURE[0]) {
        lua_pushnil(lua);
        lua_pushliteral(lua, "byte code is not allowed");
        return 2;
    }
    if (luaL_loadbuffer(lua, text, size, chunkName) == 0)
        return 1;
    lua_pushnil(lua);
    lua_insert(lua, -2);
    return 2;
}

int loadString(lua_State* lua)
{
    const char* const chunkName = luaL_optstring(lua, 2, luaL_checkstring(lua, 1));
    lua_settop(lua, 2);
    lua_pushvalue(lua, 1);
    return compileText(lua, chunkName);
}

/// load(function [, name]): the pieces are joined first, so that their first byte can be looked at.
int load(lua_State* lua)
{
    luaL_checktype(lua, 1, LUA_TFUNCTION);
    const char* const chunkName = luaL_optstring(lua, 2, "=(load)");
    lua_settop(lua, 2);
    lua_pushliteral(lua, "");
    for (;;) {
        lua_pushvalue(lua, 1);
        lua_call(lua, 0, 1);
        if (lua_isnil(lua, -1) || (lua_isstring(lua, -1) && lua_objlen(lua, -1) == 0)) {
            lua_pop(lua, 1);
            return compileText(lua, chunkName);
        }
        if (!lua_isstring(lua, -1))
            return luaL_error(lua, "reader function must return a string");
        lua_concat(lua, 2);
    }
}

/// Only counts and collects: stopping the collector would outlive the script.
int collectGarbage(lua_State* lua)
{
    static constexpr const char* kOptions[] = {"collect", "count",    "step",       "stop",
                                               "restart", "setpause", "setstepmul", nullptr};
    switch (luaL_checkoption(lua, 1, "collect", kOptions)) {
    case 0:
        lua_gc(lua, LUA_GCCOLLECT, 0);
        break;
    case 1:
        lua_pushnumber(lua, lua_gc(lua, LUA_GCCOUNT, 0) + lua_gc(lua, LUA_GCCOUNTB, 0) / 1024.0);
        return 1;
    case 2:
        lua_pushboolean(lua, lua_gc(lua, LUA_GCSTEP, luaL_optint(lua, 2, 0)));
        return 1;
    default:
        break;
    }
    lua_pushinteger(lua, 0);
    return 1;
}

/// Runs the function in the upvalue in the caller's own frame, so that its errors name the line of
/// the script.
int callOriginal(lua_State* lua)
{
    return lua_tocfunction(lua, lua_upvalueindex(1))(lua);
}

/// Replaces a function of the table on top by @p replacement, with the original as its upvalue.
void wrap(lua_State* lua, const char* name, lua_CFunction replacement)
{
    lua_getfield(lua, -1, name);
    lua_pushcclosure(lua, replacement, 1);
    lua_setfield(lua, -2, name);
}

/// coroutine.create and coroutine.wrap.
int makeCoroutine(lua_State* lua)
{
    LuaBudget::of(lua).chargeCoroutine(lua);
    return callOriginal(lua);
}

/// string.format with its most frequent use done quickly: "%.0f" of a whole number, by which
/// scripts write integers exactly. printf takes some ten times as long for it.
int format(lua_State* lua)
{
    if (lua_gettop(lua) == 2 && lua_type(lua, 2) == LUA_TNUMBER &&
        lua_type(lua, 1) == LUA_TSTRING) {
        const double number = lua_tonumber(lua, 2);
        const auto text = std::string_view(lua_tostring(lua, 1), lua_objlen(lua, 1));
        constexpr auto kExact = static_cast<double>(kExactIntegers);
        if (text == "%.0f" && number > -kExact && number < kExact && number == std::floor(number) &&
            (number != 0 || !std::signbit(number))) {
            NumberText room;
            const auto digits = formatInteger(room, static_cast<std::int64_t>(number));
            lua_pushlstring(lua, digits.data(), digits.size());
            return 1;
        }
    }
    return callOriginal(lua);
}

/// tonumber with its most frequent use done quickly: an integer as Redis writes them.
int toNumber(lua_State* lua)
{
    if (lua_gettop(lua) == 1 && lua_type(lua, 1) == LUA_TSTRING) {
        const auto number = parseInteger({lua_tostring(lua, 1), lua_objlen(lua, 1)});
        // Up to 2^53 any way of reading gives the same double.
        if (number && *number >= -kExactIntegers && *number <= kExactIntegers) {
            lua_pushnumber(lua, static_cast<lua_Number>(*number));
            return 1;
        }
    }
    return callOriginal(lua);
}

int missingFunction(lua_State* lua)
{
    const char* const library = lua_tostring(lua, lua_upvalueindex(1));
    const char* const name = luaL_optstring(lua, 2, "?");
    return luaL_error(lua, "%s.%s is not in the embedded store", library, name);
}

} // namespace

void openMathChanges(lua_State* lua, LuaRandom& random)
{
    lua_getglobal(lua, "math");
    lua_pushlightuserdata(lua, &random);
    lua_pushcclosure(lua, mathRandom, 1);
    lua_setfield(lua, -2, "random");
    lua_pushlightuserdata(lua, &random);
    lua_pushcclosure(lua, mathRandomSeed, 1);
    lua_setfield(lua, -2, "randomseed");
    lua_pop(lua, 1);
}

void openBaseChanges(lua_State* lua)
{
    lua_register(lua, "load", load);
    lua_register(lua, "loadstring", loadString);
    lua_register(lua, "collectgarbage", collectGarbage);
    lua_getglobal(lua, "coroutine");
    for (const char* const name : {"create", "wrap"})
        wrap(lua, name, makeCoroutine);
    lua_pop(lua, 1);
}

void openNumberChanges(lua_State* lua)
{
    lua_pushvalue(lua, LUA_GLOBALSINDEX);
    wrap(lua, "tonumber", toNumber);
    lua_getglobal(lua, "string");
    wrap(lua, "format", format);
    lua_pop(lua, 2);
}

void openMissingLibraries(lua_State* lua)
{
    for (const char* const name : {"cjson", "cmsgpack", "struct"}) {
        lua_newtable(lua);
        lua_newtable(lua);
        lua_pushstring(lua, name);
        lua_pushcclosure(lua, missingFunction, 1);
        lua_setfield(lua, -2, "__index");
        lua_setmetatable(lua, -2);
        lua_setglobal(lua, name);
    }
}

} // namespace penstock::embedded
