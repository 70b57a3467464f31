// SPDX-License-Identifier: MIT
#pragma once

struct lua_State;

namespace penstock::embedded {

class Interpreter;
class LuaRandom;

/// Makes the globals of @p lua those of a Redis 7.0 script: the libraries that Redis offers, none
/// of them writable, no access to files, processes, byte code or environments. Leaves the table in
/// which KEYS and ARGV are set on the stack. Lua errors (no memory) pass through.
///
/// Lua 5.1 has no read-only tables, so that every protected table is kept out of reach: what a
/// script sees is an empty table whose metatable looks names up in it and refuses new ones. The
/// functions that would get around the metatable (rawset, table.insert, ...) check for it.
void buildSandbox(lua_State* lua, Interpreter& interpreter, LuaRandom& random);

} // namespace penstock::embedded
