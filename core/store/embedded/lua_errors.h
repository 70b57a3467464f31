// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

struct lua_State;

namespace penstock::embedded {

/// Pushes an error the way Redis hands it to scripts: a table whose field `err` is @p text, which
/// begins with its code ("ERR ...", "WRONGTYPE ...").
void pushErrorTable(lua_State* lua, std::string_view text);

/// Raises such an error: never returns.
[[noreturn]] void raiseErrorTable(lua_State* lua, std::string_view text);

/// The error handler of every script: makes any error value such a table and adds where it came
/// from. A lua_CFunction.
int scriptErrorHandler(lua_State* lua);

/// Lua's pcall as Redis has it: an error table is handed on as its text. A lua_CFunction.
int protectedCall(lua_State* lua);

/// Lua's xpcall, but the handler runs when the failed call has been left: within it Lua would run
/// the handler without its instruction hook, and an endless handler would never end. Scripts have
/// no debug library, so they cannot tell. A lua_CFunction.
int handledCall(lua_State* lua);

/// The reply's text for the error value on top of the stack that @p status came with.
/// @p sha names the script.
std::string scriptErrorText(lua_State* lua, int status, std::string_view sha);

} // namespace penstock::embedded
