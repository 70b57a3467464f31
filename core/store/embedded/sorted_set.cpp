// SPDX-License-Identifier: MIT
#include "core/store/embedded/sorted_set.h"

#include <iterator>

namespace penstock::embedded {

std::optional<double> SortedSet::score(std::string_view member) const
{
    const auto found = m_byName.find(member);
    return found == m_byName.end() ? std::nullopt : std::optional(found->second->score);
}

void SortedSet::put(std::string_view member, double score)
{
    if (score == 0)
        score = 0; // -0 becomes 0, as small sorted sets of Redis have it
    if (const auto found = m_byName.find(member); found != m_byName.end()) {
        if (found->second->score == score)
            return;
        auto node = m_members.extract(found->second); // keeps the string, and so the view
        node.value().score = score;
        found->second = m_members.insert(std::move(node)).position;
        return;
    }
    const auto added = m_members.insert(Member{score, std::string(member)}).first;
    m_byName.emplace(added->name, added);
}

bool SortedSet::erase(std::string_view member)
{
    const auto found = m_byName.find(member);
    if (found == m_byName.end())
        return false;
    const Iterator position = found->second;
    m_byName.erase(found);
    m_members.erase(position);
    return true;
}

std::size_t SortedSet::erase(Iterator first, Iterator last)
{
    std::size_t count = 0;
    while (first != last) {
        m_byName.erase(first->name);
        first = m_members.erase(first);
        ++count;
    }
    return count;
}

SortedSet::Iterator SortedSet::at(std::size_t rank) const
{
    const auto steps = static_cast<std::ptrdiff_t>(rank);
    if (rank <= size() / 2)
        return std::next(begin(), steps);
    return std::prev(end(), static_cast<std::ptrdiff_t>(size()) - steps);
}

} // namespace penstock::embedded
