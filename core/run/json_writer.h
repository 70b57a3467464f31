// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/micro_tokens.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace penstock {

/// Writes one JSON document, members in the order they are given. Numbers by std::to_chars: short,
/// exact and the same in every locale. A number that JSON cannot hold (NaN, infinity) becomes null.
/// Used for decisions streamed to disk too, so it appends to one string and allocates nothing else.
class JsonWriter
{
public:
    explicit JsonWriter(std::string& out, bool isIndented = false)
        : m_out(out), m_isIndented(isIndented)
    {
    }

    JsonWriter& beginObject() { return open('{'); }
    JsonWriter& endObject() { return close('}'); }
    JsonWriter& beginArray() { return open('['); }
    JsonWriter& endArray() { return close(']'); }
    JsonWriter& key(std::string_view name);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(bool truth) { return raw(truth ? "true" : "false"); }
    JsonWriter& value(double number);
    JsonWriter& value(std::int64_t number);
    JsonWriter& value(std::uint64_t number);
    JsonWriter& value(MicroTokens tokens); ///< in tokens, exact: 4.25
    JsonWriter& null() { return raw("null"); }

    template <class Value>
    JsonWriter& member(std::string_view name, const Value& v)
    {
        return key(name).value(v);
    }
    template <class Value>
    JsonWriter& member(std::string_view name, const std::optional<Value>& v)
    {
        key(name);
        return v ? value(*v) : null();
    }

private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    JsonWriter& raw(std::string_view text);
    void separate();
    void newLine();

    std::string& m_out;
    bool m_isIndented;
    bool m_isFirst = true; ///< nothing was written at this depth yet
    bool m_isAfterKey = false;
    int m_depth = 0;
};

/// Tokens as a decimal number without rounding: 4, 4.25, -0.000001.
void appendDecimal(std::string& out, MicroTokens tokens);

} // namespace penstock
