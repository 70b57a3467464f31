// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/embedded/reply_writer.h"

#include <array>

struct lua_State;

namespace penstock::embedded {

/// Hands a command's reply to the script that called it, as Redis does for RESP2: nil is false, a
/// status is a table {ok=...}, an error a table {err=...}. Pushes exactly one value.
class LuaReplyWriter final : public ReplyWriter
{
public:
    explicit LuaReplyWriter(lua_State* lua) : m_lua(lua) {}

    using ReplyWriter::bulk;
    void nil() override;
    void integer(std::int64_t number) override;
    void status(std::string_view text) override;
    void bulk(std::string_view bytes) override;
    void error(std::string_view text) override;
    void beginArray(std::size_t size) override;

    bool isError() const { return m_isError; }

private:
    struct OpenArray
    {
        std::size_t size = 0;
        std::size_t filled = 0;
    };

    void placed();

    lua_State* m_lua;
    std::array<OpenArray, 4> m_open; // no command nests deeper (SCAN: 2)
    std::size_t m_depth = 0;
    bool m_isError = false;
};

/// The names of the table fields that make a script's result something else than an array; kept as
/// upvalues from @p first on, so that looking for them costs no string.
struct ResultFields
{
    static constexpr int kCount = 7;
    int first = 0; ///< pseudo-index of the first upvalue

    /// Pushes the kCount names.
    static void push(lua_State* lua);
};

/// The script's result on top of the stack as a reply (into @p out, which is nil before), by the
/// rules of Redis: a number loses its fraction, an array ends at the first nil, false is nil, true
/// is 1.
void toReply(lua_State* lua, const ResultFields& fields, Reply& out);

} // namespace penstock::embedded
