// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/embedded/command_context.h"
#include "core/store/embedded/lua_budget.h"
#include "core/store/embedded/lua_random.h"

#include <tl/expected.hpp>

#include <memory>

struct lua_State;

namespace penstock::embedded {

/// A script that is compiled and known by its SHA-1.
struct LoadedScript
{
    std::string sha;
    int function = 0;     ///< its place in Lua's registry
    bool mayWrite = true; ///< false with the shebang flag no-writes
};

/// The words of one script call.
struct ScriptCall
{
    Words keys;
    Words arguments;
};

/// Lua 5.1 with the sandbox and the rules of conversion of Redis 7.0. Not thread-safe: the server's
/// exclusion guards it. No exception and no Lua error leaves it.
class Interpreter
{
public:
    Interpreter(Keyspace& keys, const StoreClock& clock, std::string_view runId,
                const LuaLimits& limits);
    ~Interpreter();
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;

    /// Compiles @p source, unless it is known already. The error is the reply's text. The pointer
    /// is good until flush().
    tl::expected<const LoadedScript*, std::string> load(std::string_view source);
    /// The script with this SHA-1 (in any case), or nullptr.
    const LoadedScript* find(std::string_view sha) const;
    /// Forgets every script.
    void flush();

    Reply run(const LoadedScript& script, const ScriptCall& call);

    /// Bytes that Lua holds now.
    std::size_t luaBytes() const { return m_budget.bytes(); }

private:
    friend class RedisApi; // the library `redis`: commands from inside a script

    struct CloseState
    {
        void operator()(lua_State* lua) const;
    };
    struct Run;

    static int prepare(lua_State* lua);
    static int trampoline(lua_State* lua);
    static int compile(lua_State* lua);
    tl::expected<LoadedScript, std::string> compileScript(std::string_view source);
    void collectGarbage();

    Keyspace& m_keys;
    const StoreClock& m_clock;
    std::string_view m_runId;
    LuaBudget m_budget; // before m_lua: its allocator uses it to the end
    LuaRandom m_random;
    std::unique_ptr<lua_State, CloseState> m_lua;
    TextMap<LoadedScript> m_scripts; // by SHA-1
    Run* m_run = nullptr;            // while a script runs

    // The words of the redis.call that runs now; kept for their memory.
    std::vector<std::string_view> m_words;
    std::vector<NumberText> m_numbers;
};

} // namespace penstock::embedded
