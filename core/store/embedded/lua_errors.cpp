// SPDX-License-Identifier: MIT
#include "core/store/embedded/lua_errors.h"

#include "core/store/embedded/lua_budget.h"

#include <lua.hpp>

#include <cstdlib>

namespace penstock::embedded {

namespace {

std::string fieldText(lua_State* lua, const char* field)
{
    lua_pushstring(lua, field);
    lua_rawget(lua, -2);
    std::size_t size = 0;
    const char* const text = lua_tolstring(lua, -1, &size);
    std::string copy = text ? std::string(text, size) : std::string();
    lua_pop(lua, 1);
    return copy;
}

} // namespace

void pushErrorTable(lua_State* lua, std::string_view text)
{
    lua_createtable(lua, 0, 2);
    lua_pushlstring(lua, text.data(), text.size());
    lua_setfield(lua, -2, "err");
    // Redis marks errors that it has counted already; scripts that list the fields see it.
    lua_pushboolean(lua, 1);
    lua_setfield(lua, -2, "ignore_error_stats_update");
}

void raiseErrorTable(lua_State* lua, std::string_view text)
{
    pushErrorTable(lua, text);
    lua_error(lua);
    std::abort(); // lua_error does not return, but its declaration does not say so
}

int scriptErrorHandler(lua_State* lua)
{
    lua_Debug where;
    bool isKnown = lua_getstack(lua, 1, &where) != 0;
    if (isKnown) {
        lua_getinfo(lua, "nSl", &where);
        if (std::string_view(where.what) == "C") { // error() or redis.call: its caller is meant
            isKnown = lua_getstack(lua, 2, &where) != 0;
            if (isKnown)
                lua_getinfo(lua, "nSl", &where);
        }
    }
    if (!lua_istable(lua, 1)) {
        lua_createtable(lua, 0, 3);
        if (lua_isstring(lua, 1))
            lua_pushvalue(lua, 1);
        else if (lua_isboolean(lua, 1))
            lua_pushstring(lua, lua_toboolean(lua, 1) ? "true" : "false");
        else
            lua_pushstring(lua, luaL_typename(lua, 1));
        lua_pushliteral(lua, "ERR ");
        lua_insert(lua, -2);
        lua_concat(lua, 2);
        lua_setfield(lua, -2, "err");
        lua_replace(lua, 1);
    }
    lua_settop(lua, 1);
    if (isKnown) {
        lua_pushliteral(lua, "source");
        lua_pushstring(lua, where.source);
        lua_rawset(lua, 1);
        lua_pushliteral(lua, "line");
        lua_pushinteger(lua, where.currentline);
        lua_rawset(lua, 1);
    }
    return 1;
}

int protectedCall(lua_State* lua)
{
    if (lua_gettop(lua) == 0)
        lua_pushboolean(lua, 1); // pcall() complains of a boolean in Redis
    lua_pushboolean(lua, 1);
    lua_insert(lua, 1);
    if (lua_pcall(lua, lua_gettop(lua) - 2, LUA_MULTRET, 0) == 0)
        return lua_gettop(lua);
    if (lua_istable(lua, -1)) {
        lua_getfield(lua, -1, "err");
        if (lua_isstring(lua, -1))
            lua_replace(lua, -2);
        else
            lua_pop(lua, 1);
    }
    lua_pushboolean(lua, 0);
    lua_replace(lua, 1);
    return 2;
}

int handledCall(lua_State* lua)
{
    luaL_checkany(lua, 2);
    lua_settop(lua, 2);
    lua_pushboolean(lua, 1);
    lua_pushvalue(lua, 1);
    if (lua_pcall(lua, 0, LUA_MULTRET, 0) == 0)
        return lua_gettop(lua) - 2;
    lua_pushboolean(lua, 0);
    lua_pushvalue(lua, 2);
    lua_pushvalue(lua, -3);
    lua_pcall(lua, 1, 1, 0); // an error of the handler is the result then
    return 2;
}

std::string scriptErrorText(lua_State* lua, int status, std::string_view sha)
{
    if (status == LUA_ERRMEM) {
        return "OOM The script needs more than the " +
               std::to_string(LuaBudget::of(lua).limits().bytes) + " bytes it may use.";
    }
    if (!lua_istable(lua, -1)) {
        const char* const text = lua_tostring(lua, -1);
        return "ERR Error running script f_" + std::string(sha) + ", " +
               (text ? text : "execution failure");
    }
    std::string text = fieldText(lua, "err");
    if (text.empty())
        text = "ERR unknown error";
    const std::string source = fieldText(lua, "source");
    const std::string line = fieldText(lua, "line");
    if (!source.empty() && !line.empty())
        text.append(" script: ").append(sha).append(", on ").append(source + ':' + line + '.');
    return text;
}

} // namespace penstock::embedded
