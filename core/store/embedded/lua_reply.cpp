// SPDX-License-Identifier: MIT
#include "core/store/embedded/lua_reply.h"

#include "core/store/embedded/lua_errors.h"

#include <lua.hpp>

#include <limits>

namespace penstock::embedded {

namespace {

enum Field
{
    Err,
    Ok,
    Double,
    Map,
    Set,
    BigNumber,
    Verbatim
};

/// As C converts on x86-64, and so what Redis answers there: out of range and NaN give the least.
std::int64_t truncated(double number)
{
    constexpr double kLimit = 9223372036854775808.0; // 2^63
    if (number >= -kLimit && number < kLimit)
        return static_cast<std::int64_t>(number);
    return std::numeric_limits<std::int64_t>::min();
}

std::string_view textAt(lua_State* lua, int index)
{
    std::size_t size = 0;
    const char* const text = lua_tolstring(lua, index, &size);
    return {text, size};
}

/// Pushes the field of the table on top when it has the given type; pushes nothing otherwise.
bool pushField(lua_State* lua, const ResultFields& fields, Field field, int type)
{
    lua_pushvalue(lua, fields.first - field);
    lua_rawget(lua, -2);
    if (lua_type(lua, -1) == type)
        return true;
    lua_pop(lua, 1);
    return false;
}

/// The pairs (or, of a set, the keys) of the table on top.
void tableToReply(lua_State* lua, const ResultFields& fields, bool withValues, Reply& out)
{
    out = Reply::makeArray({});
    for (lua_pushnil(lua); lua_next(lua, -2); lua_pop(lua, 1)) {
        lua_pushvalue(lua, -2);
        toReply(lua, fields, out.items.emplace_back());
        lua_pop(lua, 1);
        if (withValues)
            toReply(lua, fields, out.items.emplace_back());
    }
}

void arrayToReply(lua_State* lua, const ResultFields& fields, Reply& out)
{
    out.type = Reply::Type::Array;
    out.items.reserve(lua_objlen(lua, -1));
    for (int i = 1;; ++i) {
        lua_rawgeti(lua, -1, i);
        if (lua_isnil(lua, -1))
            break;
        toReply(lua, fields, out.items.emplace_back());
        lua_pop(lua, 1);
    }
    lua_pop(lua, 1);
}

/// The table on top as what its special fields say; false when it has none.
bool specialToReply(lua_State* lua, const ResultFields& fields, Reply& out)
{
    if (pushField(lua, fields, Err, LUA_TSTRING)) {
        out = Reply::makeError(singleLine(textAt(lua, -1)));
    } else if (pushField(lua, fields, Ok, LUA_TSTRING)) {
        out = Reply::makeStatus(singleLine(textAt(lua, -1)));
    } else if (pushField(lua, fields, Double, LUA_TNUMBER)) {
        NumberText room;
        out = Reply::makeBulk(formatScore(room, lua_tonumber(lua, -1)));
    } else if (pushField(lua, fields, Map, LUA_TTABLE)) {
        tableToReply(lua, fields, true, out);
    } else if (pushField(lua, fields, Set, LUA_TTABLE)) {
        tableToReply(lua, fields, false, out);
    } else if (pushField(lua, fields, BigNumber, LUA_TSTRING)) {
        out = Reply::makeBulk(singleLine(textAt(lua, -1)));
    } else if (pushField(lua, fields, Verbatim, LUA_TTABLE)) {
        lua_getfield(lua, -1, "string");
        if (lua_isstring(lua, -1))
            out = Reply::makeBulk(textAt(lua, -1));
        lua_pop(lua, 1);
    } else {
        return false;
    }
    lua_pop(lua, 1);
    return true;
}

} // namespace

void LuaReplyWriter::nil()
{
    lua_pushboolean(m_lua, 0);
    placed();
}

void LuaReplyWriter::integer(std::int64_t number)
{
    lua_pushnumber(m_lua, static_cast<lua_Number>(number));
    placed();
}

void LuaReplyWriter::status(std::string_view text)
{
    lua_createtable(m_lua, 0, 1);
    lua_pushlstring(m_lua, text.data(), text.size());
    lua_setfield(m_lua, -2, "ok");
    placed();
}

void LuaReplyWriter::bulk(std::string_view bytes)
{
    lua_pushlstring(m_lua, bytes.data(), bytes.size());
    placed();
}

void LuaReplyWriter::error(std::string_view text)
{
    pushErrorTable(m_lua, text);
    m_isError = m_depth == 0;
    placed();
}

void LuaReplyWriter::beginArray(std::size_t size)
{
    lua_createtable(m_lua, static_cast<int>(size), 0);
    if (size == 0)
        placed();
    else
        m_open[m_depth++] = {size, 0};
}

void LuaReplyWriter::placed()
{
    while (m_depth > 0) {
        OpenArray& array = m_open[m_depth - 1];
        lua_rawseti(m_lua, -2, static_cast<int>(++array.filled));
        if (array.filled < array.size)
            return;
        --m_depth; // the array itself is a finished value now
    }
}

void ResultFields::push(lua_State* lua)
{
    static constexpr std::array<const char*, kCount> kNames = {
        "err", "ok", "double", "map", "set", "big_number", "verbatim_string"};
    for (const char* const name : kNames)
        lua_pushstring(lua, name);
}

void toReply(lua_State* lua, const ResultFields& fields, Reply& out)
{
    switch (lua_type(lua, -1)) {
    case LUA_TSTRING:
        out.type = Reply::Type::Bulk;
        out.text = textAt(lua, -1);
        break;
    case LUA_TNUMBER:
        out.type = Reply::Type::Integer;
        out.integer = truncated(lua_tonumber(lua, -1));
        break;
    case LUA_TBOOLEAN:
        if (lua_toboolean(lua, -1))
            out = Reply::makeInteger(1);
        break;
    case LUA_TTABLE:
        if (!lua_checkstack(lua, 4))
            out = Reply::makeError("ERR reached lua stack limit");
        else if (!specialToReply(lua, fields, out))
            arrayToReply(lua, fields, out);
        break;
    default:
        break; // nil
    }
}

} // namespace penstock::embedded
