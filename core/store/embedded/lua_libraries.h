// SPDX-License-Identifier: MIT
#pragma once

struct lua_State;

namespace penstock::embedded {

class LuaRandom;

/// Each adds to, or replaces in, the libraries of Lua what differs in Redis. They work on the
/// global table, before it is protected.

/// The library bit: two's complement 32-bit operations.
void openBitLibrary(lua_State* lua);
/// math.random and math.randomseed over @p random.
void openMathChanges(lua_State* lua, LuaRandom& random);
/// string.format and tonumber, quicker for integers and else the same.
void openNumberChanges(lua_State* lua);
/// load and loadstring without byte code, collectgarbage that cannot stop the collector,
/// coroutines that pay for their instructions.
void openBaseChanges(lua_State* lua);
/// cjson, cmsgpack and struct: any use says that they are not in the embedded store.
void openMissingLibraries(lua_State* lua);

} // namespace penstock::embedded
