// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace penstock {

/// What a Redis server answers to one command (RESP2), free of any client library.
struct Reply
{
    enum class Type
    {
        Nil,
        Integer,
        Status,
        Bulk,
        Error,
        Array
    };

    Type type = Type::Nil;
    std::int64_t integer = 0;
    std::string text; ///< of a status, bulk or error reply; may hold any bytes
    std::vector<Reply> items;

    static Reply makeNil() { return {}; }
    static Reply makeInteger(std::int64_t value);
    static Reply makeStatus(std::string_view text);
    static Reply makeBulk(std::string_view bytes);
    static Reply makeError(std::string_view text);
    static Reply makeArray(std::vector<Reply> items);

    bool isError() const { return type == Type::Error; }

    friend bool operator==(const Reply&, const Reply&) = default;
};

/// As redis-cli would print it on one line: (nil), 5, "bytes", OK, (error) ERR ..., [1, "x"].
std::string toText(const Reply& reply);

} // namespace penstock
