// SPDX-License-Identifier: MIT
#include "core/store/embedded/lua_sandbox.h"

#include "core/store/embedded/lua_errors.h"
#include "core/store/embedded/lua_libraries.h"
#include "core/store/embedded/redis_api.h"

#include <lua.hpp>

namespace penstock::embedded {

namespace {

constexpr const char* kReadOnly = "Attempt to modify a readonly table";

/// What scripts may use, as Redis 7.0 lists it.
constexpr const char* kFunctions[] = {
    "assert", "collectgarbage", "error",  "gcinfo",       "getmetatable", "ipairs",
    "load",   "loadstring",     "next",   "pairs",        "pcall",        "rawequal",
    "rawget", "rawset",         "select", "setmetatable", "tonumber",     "tostring",
    "type",   "unpack",         "xpcall", "_VERSION"};
constexpr const char* kLibraries[] = {"bit",   "cjson",  "cmsgpack", "coroutine", "math",
                                      "redis", "string", "struct",   "table"};

// Upvalues of a guarded function.
constexpr int kProtected = 1; // table: the empty table that scripts see -> what it protects
constexpr int kOriginal = 2;

/// Pushes what the first argument protects; pushes nothing when it is an ordinary value.
bool pushProtected(lua_State* lua)
{
    if (!lua_istable(lua, 1))
        return false;
    lua_pushvalue(lua, 1);
    lua_rawget(lua, lua_upvalueindex(kProtected));
    if (!lua_isnil(lua, -1))
        return true;
    lua_pop(lua, 1);
    return false;
}

/// In the guard's own frame, so that errors name the function and the line as if there were no
/// guard. None of the guarded functions has upvalues.
int callOriginal(lua_State* lua)
{
    return lua_tocfunction(lua, lua_upvalueindex(kOriginal))(lua);
}

/// For functions that write to their first argument.
int refuseProtected(lua_State* lua)
{
    if (pushProtected(lua)) {
        lua_pushstring(lua, kReadOnly);
        return lua_error(lua);
    }
    return callOriginal(lua);
}

/// For functions that read their first argument without its metatable.
int unwrapProtected(lua_State* lua)
{
    if (pushProtected(lua))
        lua_replace(lua, 1);
    return callOriginal(lua);
}

/// For getmetatable.
int hideProtected(lua_State* lua)
{
    if (pushProtected(lua)) {
        lua_pushnil(lua);
        return 1;
    }
    return callOriginal(lua);
}

struct Guard
{
    const char* library; ///< nullptr: a global function
    const char* name;
    lua_CFunction function;
};
constexpr Guard kGuards[] = {
    {nullptr, "rawset", refuseProtected},    {nullptr, "setmetatable", refuseProtected},
    {"table", "insert", refuseProtected},    {nullptr, "rawget", unwrapProtected},
    {nullptr, "next", unwrapProtected},      {"table", "foreach", unwrapProtected},
    {nullptr, "getmetatable", hideProtected}};

int refuseNewName(lua_State* lua)
{
    return luaL_error(lua, "%s", kReadOnly);
}

int refuseUnknownGlobal(lua_State* lua)
{
    const char* const name = lua_tostring(lua, 2);
    return luaL_error(lua, "Script attempted to access nonexistent global variable '%s'",
                      name ? name : luaL_typename(lua, 2));
}

/// Replaces the table on top by the empty table that scripts see in its place, and notes the pair
/// in the table at @p registered.
void protect(lua_State* lua, int registered)
{
    lua_newtable(lua);
    lua_createtable(lua, 0, 2);
    lua_pushvalue(lua, -3);
    lua_setfield(lua, -2, "__index");
    lua_pushcfunction(lua, refuseNewName);
    lua_setfield(lua, -2, "__newindex");
    lua_setmetatable(lua, -2);
    lua_pushvalue(lua, -1);
    lua_pushvalue(lua, -3);
    lua_rawset(lua, registered);
    lua_remove(lua, -2);
}

void addGuards(lua_State* lua, int registered)
{
    for (const Guard& guard : kGuards) {
        if (guard.library)
            lua_getglobal(lua, guard.library);
        else
            lua_pushvalue(lua, LUA_GLOBALSINDEX);
        lua_pushvalue(lua, registered);
        lua_getfield(lua, -2, guard.name);
        lua_pushcclosure(lua, guard.function, 2);
        lua_setfield(lua, -2, guard.name);
        lua_pop(lua, 1);
    }
    // pairs hands out its upvalue, next, with the table it was given, and so never a bare one.
    lua_getglobal(lua, "pairs");
    lua_getglobal(lua, "next");
    lua_setupvalue(lua, -2, 1);
    lua_pop(lua, 1);
}

void openLibraries(lua_State* lua)
{
    for (const lua_CFunction open : {luaopen_base, luaopen_table, luaopen_string, luaopen_math}) {
        lua_pushcfunction(lua, open);
        lua_call(lua, 0, 0);
    }
    lua_register(lua, "pcall", protectedCall);
    lua_register(lua, "xpcall", handledCall);
}

/// The metatable that all strings share: scripts can see it, protected.
void protectStrings(lua_State* lua, int registered, int globals)
{
    lua_pushliteral(lua, "");
    lua_getmetatable(lua, -1);
    lua_pushvalue(lua, -1);
    protect(lua, registered);
    lua_setfield(lua, -2, "__metatable");
    lua_getfield(lua, globals, "string"); // else getmetatable("").__index is the bare library
    lua_setfield(lua, -2, "__index");
    lua_pop(lua, 2);
}

} // namespace

void buildSandbox(lua_State* lua, Interpreter& interpreter, LuaRandom& random)
{
    openLibraries(lua);
    openBitLibrary(lua);
    openMathChanges(lua, random);
    openNumberChanges(lua);
    openBaseChanges(lua);
    openMissingLibraries(lua);
    RedisApi::push(lua, interpreter);
    lua_setglobal(lua, "redis");

    lua_newtable(lua);
    const int registered = lua_gettop(lua);
    addGuards(lua, registered);

    lua_newtable(lua);
    const int globals = lua_gettop(lua);
    for (const char* const name : kFunctions) {
        lua_getglobal(lua, name);
        lua_setfield(lua, globals, name);
    }
    for (const char* const name : kLibraries) {
        lua_getglobal(lua, name);
        protect(lua, registered);
        lua_setfield(lua, globals, name);
    }
    protectStrings(lua, registered, globals);
    lua_createtable(lua, 0, 1);
    lua_pushcfunction(lua, refuseUnknownGlobal);
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, globals);

    lua_pushvalue(lua, globals);
    protect(lua, registered);
    lua_pushvalue(lua, -1);
    lua_setfield(lua, globals, "_G");
    lua_replace(lua, LUA_GLOBALSINDEX); // scripts are compiled from here on
    lua_remove(lua, registered);        // leaves globals on top
}

} // namespace penstock::embedded
