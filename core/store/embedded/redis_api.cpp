// SPDX-License-Identifier: MIT
#include "core/store/embedded/redis_api.h"

#include "core/store/embedded/command_table.h"
#include "core/store/embedded/compatible_version.h"
#include "core/store/embedded/interpreter.h"
#include "core/store/embedded/interpreter_run.h"
#include "core/store/embedded/lua_errors.h"
#include "core/store/embedded/lua_reply.h"
#include "core/util/sha1.h"

#include <lua.hpp>

#include <new>

namespace penstock::embedded {

namespace {

constexpr int kSelfUpvalue = 1;     // the Interpreter
constexpr int kCommandsUpvalue = 2; // table: command name -> its row

std::string_view textAt(lua_State* lua, int index)
{
    std::size_t size = 0;
    const char* const text = lua_tolstring(lua, index, &size);
    return {text, size};
}

int errorReply(lua_State* lua)
{
    if (lua_gettop(lua) != 1 || lua_type(lua, 1) != LUA_TSTRING) {
        pushErrorTable(lua, "ERR wrong number or type of arguments");
        return 1;
    }
    std::string_view text = textAt(lua, 1);
    while (!text.empty() && (text.back() == '\r' || text.back() == '\n'))
        text.remove_suffix(1);
    if (text.starts_with('-'))
        text.remove_prefix(1);
    // A text of one word has no code.
    std::string withCode = text.find(' ') == std::string_view::npos ? "ERR " : "";
    withCode += text;
    pushErrorTable(lua, withCode);
    return 1;
}

int statusReply(lua_State* lua)
{
    if (lua_gettop(lua) != 1 || lua_type(lua, 1) != LUA_TSTRING) {
        pushErrorTable(lua, "ERR wrong number or type of arguments");
        return 1;
    }
    lua_createtable(lua, 0, 1);
    lua_pushvalue(lua, 1);
    lua_setfield(lua, -2, "ok");
    return 1;
}

int sha1Of(lua_State* lua)
{
    if (lua_gettop(lua) != 1)
        raiseErrorTable(lua, "ERR wrong number of arguments");
    const std::string sha = sha1Hex(textAt(lua, 1));
    lua_pushlstring(lua, sha.data(), sha.size());
    return 1;
}

/// Checks its arguments as Redis does and writes nothing: the embedded store has no log of its own.
int log(lua_State* lua)
{
    if (lua_gettop(lua) < 2)
        raiseErrorTable(lua, "ERR redis.log() requires two arguments or more.");
    if (!lua_isnumber(lua, 1))
        raiseErrorTable(lua, "ERR First argument must be a number (log level).");
    const lua_Number level = lua_tonumber(lua, 1);
    if (level < 0 || level > 3)
        raiseErrorTable(lua, "ERR Invalid debug level.");
    return 0;
}

int setResp(lua_State* lua)
{
    if (lua_gettop(lua) != 1)
        raiseErrorTable(lua, "ERR redis.setresp() requires one argument.");
    const lua_Number version = lua_tonumber(lua, 1);
    if (version == 3)
        raiseErrorTable(lua, "ERR RESP version 3 is not in the embedded store.");
    if (version != 2)
        raiseErrorTable(lua, "ERR RESP version must be 2 or 3.");
    return 0;
}

int replicateCommands(lua_State* lua)
{
    lua_pushboolean(lua, 1);
    return 1;
}

/// There are no replicas: any valid choice is fine.
int setRepl(lua_State* lua)
{
    if (lua_gettop(lua) != 1)
        raiseErrorTable(lua, "ERR redis.set_repl() requires two arguments.");
    const auto flags = static_cast<int>(lua_tonumber(lua, 1));
    if ((flags & ~3) != 0)
        raiseErrorTable(lua, "ERR Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL "
                             "or REPL_NONE.");
    return 0;
}

/// The names in the two ways people write them, so that a call costs one look into a Lua table.
void pushCommandNames(lua_State* lua)
{
    lua_newtable(lua);
    for (const CommandSpec* const command : allCommands()) {
        std::string name(command->name);
        for (int spelling = 0; spelling < 2; ++spelling) {
            lua_pushlstring(lua, name.data(), name.size());
            lua_pushlightuserdata(lua, const_cast<CommandSpec*>(command));
            lua_rawset(lua, -3);
            for (char& c : name)
                c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        }
    }
}

void setNumber(lua_State* lua, const char* name, int number)
{
    lua_pushinteger(lua, number);
    lua_setfield(lua, -2, name);
}

} // namespace

void RedisApi::push(lua_State* lua, Interpreter& interpreter)
{
    static constexpr luaL_Reg kPlain[] = {
        {"error_reply", errorReply}, {"status_reply", statusReply},
        {"sha1hex", sha1Of},         {"log", log},
        {"setresp", setResp},        {"replicate_commands", replicateCommands},
        {"set_repl", setRepl}};
    lua_newtable(lua);
    for (const luaL_Reg& function : kPlain) {
        lua_pushcfunction(lua, function.func);
        lua_setfield(lua, -2, function.name);
    }
    pushCommandNames(lua);
    const luaL_Reg calls[] = {{"call", call}, {"pcall", protectedCall}};
    for (const luaL_Reg& function : calls) {
        lua_pushlightuserdata(lua, &interpreter);
        lua_pushvalue(lua, -2);
        lua_pushcclosure(lua, function.func, 2);
        lua_setfield(lua, -3, function.name);
    }
    lua_pop(lua, 1);
    static constexpr const char* kLevels[] = {"LOG_DEBUG", "LOG_VERBOSE", "LOG_NOTICE",
                                              "LOG_WARNING"};
    for (int level = 0; level < 4; ++level)
        setNumber(lua, kLevels[level], level);
    setNumber(lua, "REPL_NONE", 0);
    setNumber(lua, "REPL_AOF", 1);
    setNumber(lua, "REPL_SLAVE", 2);
    setNumber(lua, "REPL_REPLICA", 2);
    setNumber(lua, "REPL_ALL", 3);
    setNumber(lua, "REDIS_VERSION_NUM", kCompatibleVersionNumber);
    lua_pushlstring(lua, kCompatibleVersion.data(), kCompatibleVersion.size());
    lua_setfield(lua, -2, "REDIS_VERSION");
}

Interpreter& RedisApi::self(lua_State* lua)
{
    return *static_cast<Interpreter*>(lua_touserdata(lua, lua_upvalueindex(kSelfUpvalue)));
}

int RedisApi::call(lua_State* lua)
{
    return dispatch(lua, OnError::Raise);
}

int RedisApi::protectedCall(lua_State* lua)
{
    return dispatch(lua, OnError::Return);
}

int RedisApi::fail(lua_State* lua, OnError onError, std::string_view text)
{
    pushErrorTable(lua, text);
    return onError == OnError::Raise ? lua_error(lua) : 1;
}

int RedisApi::dispatch(lua_State* lua, OnError onError)
{
    Interpreter& interpreter = self(lua);
    if (lua_gettop(lua) == 0)
        return fail(lua, onError,
                    "ERR Please specify at least one argument for this redis lib "
                    "call");
    if (!readWords(lua, interpreter))
        return fail(lua, onError,
                    "ERR Lua redis lib command arguments must be strings or integers");
    const CommandSpec* const command = findCommand(lua, interpreter.m_words[0]);
    if (const auto text = refusal(interpreter, command); !text.empty())
        return fail(lua, onError, text);
    bool isError = false;
    if (!runCommand(lua, interpreter, *command, isError))
        return fail(lua, onError, "OOM not enough memory for the command");
    return isError && onError == OnError::Raise ? lua_error(lua) : 1;
}

bool RedisApi::readWords(lua_State* lua, Interpreter& interpreter)
{
    const int count = lua_gettop(lua);
    auto& words = interpreter.m_words;
    words.clear();
    if (interpreter.m_numbers.size() < static_cast<std::size_t>(count))
        interpreter.m_numbers.resize(static_cast<std::size_t>(count));
    for (int i = 1; i <= count; ++i) {
        const int type = lua_type(lua, i);
        if (type == LUA_TSTRING)
            words.push_back(textAt(lua, i));
        else if (type == LUA_TNUMBER)
            words.push_back(formatDouble(interpreter.m_numbers[static_cast<std::size_t>(i) - 1],
                                         lua_tonumber(lua, i)));
        else
            return false;
    }
    return true;
}

const CommandSpec* RedisApi::findCommand(lua_State* lua, std::string_view name)
{
    lua_pushvalue(lua, 1);
    lua_rawget(lua, lua_upvalueindex(kCommandsUpvalue));
    const auto* const known = static_cast<const CommandSpec*>(lua_touserdata(lua, -1));
    lua_pop(lua, 1);
    return known ? known : embedded::findCommand(name);
}

std::string_view RedisApi::refusal(const Interpreter& interpreter, const CommandSpec* command)
{
    if (!command)
        return "ERR Unknown Redis command called from script";
    if (!command->accepts(interpreter.m_words.size()))
        return "ERR Wrong number of args calling Redis command from script";
    if (command->flags & CommandSpec::NoScript)
        return "ERR This Redis command is not allowed from script";
    if ((command->flags & CommandSpec::Write) && !interpreter.m_run->script.mayWrite)
        return "ERR Write commands are not allowed from read-only scripts.";
    return {};
}

bool RedisApi::runCommand(lua_State* lua, Interpreter& interpreter, const CommandSpec& command,
                          bool& isError)
{
    try {
        LuaReplyWriter reply(lua);
        CommandContext context{.words = interpreter.m_words,
                               .keys = interpreter.m_keys,
                               .clock = interpreter.m_clock,
                               .reply = reply,
                               .name = command.name,
                               .scripts = &interpreter,
                               .runId = interpreter.m_runId};
        command.run(context);
        isError = reply.isError();
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

} // namespace penstock::embedded
