// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/embedded/stored_text.h"
#include "core/store/embedded/text_table.h"

#include <memory>
#include <vector>

namespace penstock::embedded {

/// The fields of one hash: a flat list in insertion order while small (as Redis keeps it, and so
/// HGETALL answers in the same order), a table above kFlatLimit fields.
class HashValue
{
public:
    static constexpr std::size_t kFlatLimit = 128;

    /// The field's value, or nullptr. Valid until the hash changes.
    StoredText* find(std::string_view field);
    /// The field's value, made empty when it is new; @p isNew tells.
    StoredText& at(std::string_view field, bool& isNew);
    bool erase(std::string_view field);
    std::size_t size() const { return m_table ? m_table->size() : m_flat.size(); }
    bool empty() const { return size() == 0; }

    template <class Visit> // (std::string_view field, const StoredText& value)
    void forEach(Visit&& visit) const
    {
        if (!m_table) {
            for (const Field& field : m_flat)
                visit(std::string_view(field.name), field.value);
            return;
        }
        for (const auto& [name, value] : *m_table)
            visit(std::string_view(name), value);
    }

private:
    struct Field
    {
        std::string name;
        StoredText value;
    };

    std::vector<Field> m_flat;
    std::unique_ptr<TextMap<StoredText>> m_table;
};

} // namespace penstock::embedded
