// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/embedded/hash_value.h"
#include "core/store/embedded/sorted_set.h"

#include <deque>
#include <limits>
#include <variant>

namespace penstock::embedded {

using ListValue = std::deque<StoredText>;
using SetValue = TextSet;

/// What a key holds. The rarer and larger kinds are behind a pointer: a million keys that hold a
/// small hash each should not pay for a list.
using Value = std::variant<StoredText, HashValue, std::unique_ptr<ListValue>,
                           std::unique_ptr<SetValue>, std::unique_ptr<SortedSet>>;

/// As TYPE answers it.
std::string_view typeName(const Value& value);

/// All keys with their values and times to live. Not thread-safe: the server's exclusion guards it.
class Keyspace
{
public:
    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

    struct Entry
    {
        Value value;
        std::int64_t expiresAt = kNever; ///< ms since the epoch; alive up to and including it
    };

    /// The moment by which expiry is judged from now on: set at the start of a command, and once
    /// for a whole script, so that no key vanishes half way through it.
    void judgeAt(std::int64_t nowMillis) { m_judgedAt = nowMillis; }
    std::int64_t judgedAt() const { return m_judgedAt; }

    /// The live entry, or nullptr. Removes it when its time is over.
    Entry* find(std::string_view key);
    /// The entry of @p key with the given value and no time to live, whatever it held before.
    Entry& put(std::string_view key, Value value);
    bool erase(std::string_view key);
    void clear();
    void setExpiry(Entry& entry, std::int64_t atMillis);

    /// Every key held, those too whose time is over but which nothing has touched since.
    std::size_t size() const { return m_entries.size(); }
    /// Looks at the next @p buckets places and removes what has expired there.
    void sweep(std::size_t buckets);

    template <class Visit> // (std::string_view key, const Entry&), live keys only
    void forEach(Visit&& visit) const
    {
        for (const auto& [key, entry] : m_entries) {
            if (entry.expiresAt >= m_judgedAt)
                visit(std::string_view(key), entry);
        }
    }

private:
    using Entries = TextMap<Entry>;

    void remove(Entries::iterator position);

    Entries m_entries;
    std::int64_t m_judgedAt = 0;
    std::size_t m_mortals = 0; // entries with a time to live
    std::size_t m_sweepBucket = 0;
    std::vector<std::string> m_expired; // of one sweep; kept for its memory
};

} // namespace penstock::embedded
