// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/embedded/number_text.h"

#include <variant>

namespace penstock::embedded {

/// A byte string as the store keeps it: a number where the text is one, so that counters and
/// balances take no heap memory and need no parsing. A plain value.
class StoredText
{
public:
    StoredText() = default;
    explicit StoredText(std::string_view text) { assign(text); }

    void assign(std::string_view text)
    {
        if (const auto number = parseInteger(text))
            m_value = *number;
        else if (auto* const kept = std::get_if<std::string>(&m_value))
            kept->assign(text);
        else
            m_value.emplace<std::string>(text);
    }
    void assign(std::int64_t number) { m_value = number; }

    /// The number, when the text is one as parseInteger() reads it.
    std::optional<std::int64_t> integer() const
    {
        const auto* const number = std::get_if<std::int64_t>(&m_value);
        return number ? std::optional(*number) : std::nullopt;
    }
    /// The bytes; in @p room when they are kept as a number. Valid until either changes.
    std::string_view view(NumberText& room) const
    {
        const auto* const number = std::get_if<std::int64_t>(&m_value);
        return number ? formatInteger(room, *number) : std::get<std::string>(m_value);
    }
    std::size_t size() const
    {
        NumberText room;
        return view(room).size();
    }
    /// Heap bytes, for MEMORY USAGE.
    std::size_t heapBytes() const
    {
        const auto* const text = std::get_if<std::string>(&m_value);
        return text && text->capacity() >= sizeof(std::string) / 2 ? text->capacity() : 0;
    }

private:
    std::variant<std::string, std::int64_t> m_value;
};

} // namespace penstock::embedded
