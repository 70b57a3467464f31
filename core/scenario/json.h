// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace penstock {

/// A JSON value as it was written (RFC 8259): numbers keep their text, so that nothing is rounded;
/// objects keep the order of their keys and repeated ones; every value knows its place.
struct JsonValue
{
    enum class Type
    {
        Null,
        Bool,
        Number,
        String,
        Array,
        Object
    };

    Type type = Type::Null;
    std::string text;              ///< a number or literal as written, a string decoded to UTF-8
    std::vector<std::string> keys; ///< of an object: keys[i] names items[i]
    std::vector<JsonValue> items;
    int line = 1;   ///< of the first character; of the key for a member of an object
    int column = 1; ///< in bytes, from 1

    bool is(Type other) const { return type == other; }
};

/// "a number", "text", "an object".
std::string_view nameOf(JsonValue::Type type);

/// Strict: no comments, no trailing commas, valid UTF-8, at most 64 levels. The problem's field is
/// the place, such as "line 3, column 7". Pure.
tl::expected<JsonValue, Problem> parseJson(std::string_view text);

/// @p text as a JSON string, quotes included. Bytes that are no UTF-8 become U+FFFD.
std::string quoteJson(std::string_view text);

} // namespace penstock
