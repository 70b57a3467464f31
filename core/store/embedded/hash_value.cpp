// SPDX-License-Identifier: MIT
#include "core/store/embedded/hash_value.h"

#include <algorithm>

namespace penstock::embedded {

StoredText* HashValue::find(std::string_view field)
{
    if (m_table) {
        const auto found = m_table->find(field);
        return found == m_table->end() ? nullptr : &found->second;
    }
    for (Field& candidate : m_flat) {
        if (candidate.name == field)
            return &candidate.value;
    }
    return nullptr;
}

StoredText& HashValue::at(std::string_view field, bool& isNew)
{
    StoredText* const found = find(field);
    isNew = !found;
    if (found)
        return *found;
    if (!m_table && m_flat.size() == kFlatLimit) {
        auto table = std::make_unique<TextMap<StoredText>>();
        table->reserve(2 * kFlatLimit);
        for (Field& moved : m_flat)
            table->emplace(std::move(moved.name), std::move(moved.value));
        m_flat = {};
        m_table = std::move(table);
    }
    if (m_table)
        return m_table->emplace(field, StoredText()).first->second;
    return m_flat.emplace_back(Field{std::string(field), StoredText()}).value;
}

bool HashValue::erase(std::string_view field)
{
    if (m_table) {
        const auto found = m_table->find(field);
        if (found == m_table->end())
            return false;
        m_table->erase(found);
        return true;
    }
    const auto found = std::find_if(m_flat.begin(), m_flat.end(),
                                    [&](const Field& each) { return each.name == field; });
    if (found == m_flat.end())
        return false;
    m_flat.erase(found);
    return true;
}

} // namespace penstock::embedded
