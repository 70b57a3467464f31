// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

namespace penstock::embedded {

/// One end of a range of scores; "(5" excludes its number.
struct ScoreBound
{
    double score = 0;
    bool isExclusive = false;
};

/// The members of one sorted set, by score, then by bytes.
class SortedSet
{
public:
    struct Member
    {
        double score = 0;
        std::string name;
    };
    struct Order
    {
        using is_transparent = void;
        bool operator()(const Member& a, const Member& b) const
        {
            return a.score != b.score ? a.score < b.score : a.name < b.name;
        }
        bool operator()(const Member& member, ScoreBound least) const
        {
            return least.isExclusive ? member.score <= least.score : member.score < least.score;
        }
        /// True when @p most lies before the member: the members up to it are the ones not above.
        bool operator()(ScoreBound most, const Member& member) const
        {
            return most.isExclusive ? member.score >= most.score : member.score > most.score;
        }
    };
    using Members = std::set<Member, Order>;
    using Iterator = Members::const_iterator;

    std::optional<double> score(std::string_view member) const;
    /// Adds the member or moves it to @p score.
    void put(std::string_view member, double score);
    bool erase(std::string_view member);
    /// Removes [first, last) and returns how many that were.
    std::size_t erase(Iterator first, Iterator last);

    std::size_t size() const { return m_members.size(); }
    bool empty() const { return m_members.empty(); }
    Iterator begin() const { return m_members.begin(); }
    Iterator end() const { return m_members.end(); }
    /// The member at @p rank < size(), counted from the nearer end.
    Iterator at(std::size_t rank) const;
    Iterator firstFrom(ScoreBound least) const { return m_members.lower_bound(least); }
    Iterator firstAbove(ScoreBound most) const { return m_members.upper_bound(most); }

private:
    Members m_members;
    std::unordered_map<std::string_view, Iterator> m_byName; // the views point into m_members
};

} // namespace penstock::embedded
