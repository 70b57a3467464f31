// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

struct lua_State;

namespace penstock::embedded {

class Interpreter;
struct CommandSpec;

/// The library `redis` that scripts use.
class RedisApi
{
public:
    /// Pushes the library's table. @p interpreter must outlive the Lua state.
    static void push(lua_State* lua, Interpreter& interpreter);

private:
    enum class OnError
    {
        Raise,
        Return
    };

    static Interpreter& self(lua_State* lua);
    static int call(lua_State* lua);
    static int protectedCall(lua_State* lua);
    static int dispatch(lua_State* lua, OnError onError);
    static int fail(lua_State* lua, OnError onError, std::string_view text);
    static bool readWords(lua_State* lua, Interpreter& interpreter);
    static const CommandSpec* findCommand(lua_State* lua, std::string_view name);
    static std::string_view refusal(const Interpreter& interpreter, const CommandSpec* command);
    /// False when memory ran out; then nothing of use was pushed.
    static bool runCommand(lua_State* lua, Interpreter& interpreter, const CommandSpec& command,
                           bool& isError);
};

} // namespace penstock::embedded
