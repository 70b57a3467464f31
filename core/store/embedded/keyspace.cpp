// SPDX-License-Identifier: MIT
#include "core/store/embedded/keyspace.h"

#include <algorithm>
#include <array>

namespace penstock::embedded {

std::string_view typeName(const Value& value)
{
    static constexpr std::array<std::string_view, 5> kNames = {"string", "hash", "list", "set",
                                                               "zset"};
    return kNames[value.index()];
}

Keyspace::Entry* Keyspace::find(std::string_view key)
{
    const auto found = m_entries.find(key);
    if (found == m_entries.end())
        return nullptr;
    if (found->second.expiresAt < m_judgedAt) {
        remove(found);
        return nullptr;
    }
    return &found->second;
}

Keyspace::Entry& Keyspace::put(std::string_view key, Value value)
{
    auto found = m_entries.find(key);
    if (found == m_entries.end())
        found = m_entries.emplace(key, Entry{}).first;
    Entry& entry = found->second;
    entry.value = std::move(value);
    setExpiry(entry, kNever);
    return entry;
}

bool Keyspace::erase(std::string_view key)
{
    const auto found = m_entries.find(key);
    if (found == m_entries.end())
        return false;
    const bool wasAlive = found->second.expiresAt >= m_judgedAt;
    remove(found);
    return wasAlive;
}

void Keyspace::clear()
{
    m_entries.clear();
    m_mortals = 0;
    m_sweepBucket = 0;
}

void Keyspace::setExpiry(Entry& entry, std::int64_t atMillis)
{
    m_mortals -= entry.expiresAt != kNever;
    m_mortals += atMillis != kNever;
    entry.expiresAt = atMillis;
}

void Keyspace::sweep(std::size_t buckets)
{
    if (m_mortals == 0)
        return;
    // Never a bucket twice: its expired keys would be removed twice.
    for (buckets = std::min(buckets, m_entries.bucket_count()); buckets > 0; --buckets) {
        if (m_sweepBucket >= m_entries.bucket_count())
            m_sweepBucket = 0;
        for (auto each = m_entries.cbegin(m_sweepBucket); each != m_entries.cend(m_sweepBucket);
             ++each) {
            if (each->second.expiresAt < m_judgedAt)
                m_expired.push_back(each->first);
        }
        ++m_sweepBucket;
    }
    for (const std::string& key : m_expired)
        remove(m_entries.find(key));
    m_expired.clear();
}

void Keyspace::remove(Entries::iterator position)
{
    m_mortals -= position->second.expiresAt != kNever;
    m_entries.erase(position);
}

} // namespace penstock::embedded
