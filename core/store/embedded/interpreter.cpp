// SPDX-License-Identifier: MIT
#include "core/store/embedded/interpreter.h"

#include "core/store/embedded/interpreter_run.h"
#include "core/store/embedded/lua_errors.h"
#include "core/store/embedded/lua_reply.h"
#include "core/store/embedded/lua_sandbox.h"
#include "core/store/embedded/script_header.h"
#include "core/util/sha1.h"

#include <lua.hpp>

#include <new>

namespace penstock::embedded {

namespace {

constexpr int kTrampolineSlot = 1; // of the stack, for good

// Per cent of the memory in use at which the next round of collection begins. The libraries and the
// scripts are most of it and stay for ever, so rounds are worth their work only now and then.
constexpr int kGarbagePause = 400;

// Upvalues of the trampoline.
constexpr int kSelf = 1;
constexpr int kGlobals = 2;
constexpr int kErrorHandler = 3;
constexpr int kKeysName = 4;
constexpr int kArgumentsName = 5;
constexpr int kFirstResultField = 6;

void setGlobal(lua_State* lua, int nameUpvalue, Words words)
{
    lua_pushvalue(lua, lua_upvalueindex(nameUpvalue));
    lua_createtable(lua, static_cast<int>(words.size()), 0);
    int i = 0;
    for (const std::string_view word : words) {
        lua_pushlstring(lua, word.data(), word.size());
        lua_rawseti(lua, -2, ++i);
    }
    lua_rawset(lua, lua_upvalueindex(kGlobals));
}

/// What Interpreter::compile is given and gives back.
struct Compilation
{
    std::string_view source;
    int function = LUA_NOREF;
};

/// Lua would end the process after an error that nothing catches. None is known, but a host is
/// worth a second line of defence: the server answers std::bad_alloc with an error reply.
int panic(lua_State*)
{
    throw std::bad_alloc();
}

std::string errorText(lua_State* lua)
{
    std::size_t size = 0;
    const char* const text = lua_tolstring(lua, -1, &size);
    return text ? std::string(text, size) : std::string("unknown error");
}

} // namespace

void Interpreter::CloseState::operator()(lua_State* lua) const
{
    lua_close(lua);
}

Interpreter::Interpreter(Keyspace& keys, const StoreClock& clock, std::string_view runId,
                         const LuaLimits& limits)
    : m_keys(keys), m_clock(clock), m_runId(runId), m_budget(limits),
      m_lua(lua_newstate(LuaBudget::allocate, &m_budget))
{
    if (m_lua)
        lua_atpanic(m_lua.get(), panic);
    if (!m_lua || lua_cpcall(m_lua.get(), prepare, this) != 0)
        throw std::bad_alloc(); // nothing else can fail here; makers of a store expect it
    lua_State* const lua = m_lua.get();
    lua_getfield(lua, LUA_REGISTRYINDEX, "penstock.trampoline");
}

Interpreter::~Interpreter() = default;

int Interpreter::prepare(lua_State* lua)
{
    auto& self = *static_cast<Interpreter*>(lua_touserdata(lua, 1));
    lua_pushlightuserdata(lua, &self);
    buildSandbox(lua, self, self.m_random);
    lua_pushcfunction(lua, scriptErrorHandler);
    lua_pushliteral(lua, "KEYS");
    lua_pushliteral(lua, "ARGV");
    ResultFields::push(lua);
    lua_gc(lua, LUA_GCSETPAUSE, kGarbagePause);
    lua_pushcclosure(lua, trampoline, kFirstResultField - 1 + ResultFields::kCount);
    lua_setfield(lua, LUA_REGISTRYINDEX, "penstock.trampoline");
    return 0;
}

int Interpreter::compile(lua_State* lua)
{
    auto& compilation = *static_cast<Compilation*>(lua_touserdata(lua, 1));
    const std::string_view source = compilation.source;
    if (source.starts_with(LUA_SIGNATURE[0])) {
        lua_pushliteral(lua, "user_script: byte code is not allowed");
        return lua_error(lua);
    }
    if (luaL_loadbuffer(lua, source.data(), source.size(), "@user_script") != 0)
        return lua_error(lua);
    compilation.function = luaL_ref(lua, LUA_REGISTRYINDEX);
    return 0;
}

tl::expected<LoadedScript, std::string> Interpreter::compileScript(std::string_view source)
{
    const auto header = readScriptHeader(source);
    if (!header)
        return tl::unexpected(header.error());
    lua_State* const lua = m_lua.get();
    Compilation compilation{source.substr(header->size)};
    for (int attempt = 0; attempt < 2; ++attempt) {
        const int status = lua_cpcall(lua, compile, &compilation);
        if (status == 0)
            return LoadedScript{sha1Hex(source), compilation.function, header->mayWrite};
        const std::string text = errorText(lua);
        lua_pop(lua, 1);
        if (status != LUA_ERRMEM)
            return tl::unexpected("ERR Error compiling script (new function): " + text);
        collectGarbage(); // and try once more
    }
    return tl::unexpected(std::string("OOM no memory to compile the script"));
}

tl::expected<const LoadedScript*, std::string> Interpreter::load(std::string_view source)
{
    if (const LoadedScript* const known = find(sha1Hex(source)))
        return known;
    auto script = compileScript(source);
    if (!script)
        return tl::unexpected(std::move(script.error()));
    std::string sha = script->sha;
    return &m_scripts.emplace(std::move(sha), std::move(*script)).first->second;
}

const LoadedScript* Interpreter::find(std::string_view sha) const
{
    auto found = m_scripts.find(sha);
    if (found != m_scripts.end())
        return &found->second;
    if (sha.size() != 40)
        return nullptr;
    std::string lower(sha);
    for (char& c : lower)
        c = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    found = m_scripts.find(lower);
    return found == m_scripts.end() ? nullptr : &found->second;
}

void Interpreter::flush()
{
    for (const auto& [sha, script] : m_scripts)
        luaL_unref(m_lua.get(), LUA_REGISTRYINDEX, script.function);
    m_scripts.clear();
    collectGarbage();
}

void Interpreter::collectGarbage()
{
    m_budget.collect(m_lua.get());
}

Reply Interpreter::run(const LoadedScript& script, const ScriptCall& call)
{
    Reply reply;
    Run run{script, call, reply};
    m_run = &run;
    lua_State* const lua = m_lua.get();
    m_budget.refill(lua);
    lua_pushvalue(lua, kTrampolineSlot);
    const int status = lua_pcall(lua, 0, 0, 0);
    if (status != 0) // outside the script: its arguments or its result did not fit
        reply = Reply::makeError(singleLine(scriptErrorText(lua, status, script.sha)));
    m_run = nullptr;
    lua_settop(lua, kTrampolineSlot);
    if (status == LUA_ERRMEM || m_budget.isTight())
        collectGarbage();
    return reply;
}

/// Runs the script of m_run under Lua's protection. Arguments that no longer fit into memory and
/// results that do not are errors here, and not a panic.
int Interpreter::trampoline(lua_State* lua)
{
    auto& self = *static_cast<Interpreter*>(lua_touserdata(lua, lua_upvalueindex(kSelf)));
    const Run& run = *self.m_run;
    setGlobal(lua, kKeysName, run.call.keys);
    setGlobal(lua, kArgumentsName, run.call.arguments);
    lua_pushvalue(lua, lua_upvalueindex(kErrorHandler));
    lua_rawgeti(lua, LUA_REGISTRYINDEX, run.script.function);
    const int status = lua_pcall(lua, 0, 1, -2);
    try {
        if (status == 0)
            toReply(lua, {lua_upvalueindex(kFirstResultField)}, run.reply);
        else
            run.reply = Reply::makeError(singleLine(scriptErrorText(lua, status, run.script.sha)));
    } catch (const std::bad_alloc&) {
        run.reply = Reply::makeError("OOM not enough memory for the script's result");
    }
    return 0;
}

} // namespace penstock::embedded
