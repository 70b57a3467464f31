// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/embedded/keyspace.h"
#include "core/store/embedded/reply_writer.h"
#include "core/store/embedded/store_clock.h"

#include <span>

namespace penstock::embedded {

class Interpreter;

using Words = std::span<const std::string_view>;

namespace errors {
inline constexpr std::string_view kSyntax = "ERR syntax error";
inline constexpr std::string_view kWrongType =
    "WRONGTYPE Operation against a key holding the wrong kind of value";
inline constexpr std::string_view kNotInteger = "ERR value is not an integer or out of range";
inline constexpr std::string_view kNotFloat = "ERR value is not a valid float";
inline constexpr std::string_view kNotPositive = "ERR value is out of range, must be positive";
inline constexpr std::string_view kOverflow = "ERR increment or decrement would overflow";
inline constexpr std::string_view kNotFinite = "ERR increment would produce NaN or Infinity";
inline constexpr std::string_view kTooLong =
    "ERR string exceeds maximum allowed size (proto-max-bulk-len)";
} // namespace errors

/// The longest string value, as in Redis.
inline constexpr std::size_t kMaxTextSize = 512 * 1024 * 1024;

bool equalsIgnoringCase(std::string_view a, std::string_view b);

/// The kinds of value that a keyspace holds behind a pointer.
template <class T>
inline constexpr bool kIsBoxed =
    std::is_same_v<T, ListValue> || std::is_same_v<T, SetValue> || std::is_same_v<T, SortedSet>;

/// What a command works with: its words (the name is the first), the data and the reply. Made anew
/// for every command; lives as long as it runs.
struct CommandContext
{
    Words words;
    Keyspace& keys;
    const StoreClock& clock;
    ReplyWriter& reply;
    std::string_view name; ///< lower case, for error texts
    Interpreter* scripts = nullptr;
    std::string_view runId;

    std::string_view word(std::size_t i) const { return words[i]; }
    bool isWord(std::size_t i, std::string_view upper) const
    {
        return equalsIgnoringCase(words[i], upper);
    }

    /// Each returns false after an error reply.
    bool readInteger(std::size_t i, std::int64_t& out);
    bool readFloat(std::size_t i, double& out);
    bool readCount(std::size_t i, std::int64_t& out); ///< not negative

    /// The value of @p key when it is a T, nullptr when there is none; false after WRONGTYPE.
    template <class T>
    bool lookup(std::string_view key, T*& out)
    {
        out = nullptr;
        Keyspace::Entry* const entry = keys.find(key);
        if (!entry)
            return true;
        if constexpr (kIsBoxed<T>) {
            auto* const box = std::get_if<std::unique_ptr<T>>(&entry->value);
            out = box ? box->get() : nullptr;
        } else {
            out = std::get_if<T>(&entry->value);
        }
        if (!out)
            reply.error(errors::kWrongType);
        return out;
    }
    /// The same, made empty when there is none.
    template <class T>
    bool lookupOrMake(std::string_view key, T*& out)
    {
        if (!lookup(key, out))
            return false;
        if (out)
            return true;
        if constexpr (kIsBoxed<T>)
            out = std::get<std::unique_ptr<T>>(keys.put(key, std::make_unique<T>()).value).get();
        else
            out = &std::get<T>(keys.put(key, T()).value);
        return true;
    }
    /// Redis keeps no empty collections.
    template <class T>
    void eraseIfEmpty(std::string_view key, const T& collection)
    {
        if (collection.empty())
            keys.erase(key);
    }

    void wrongArity();
    void invalidExpiry();
};

/// The positions [first, last) that a Redis index range means in a sequence of @p size: negative
/// indices count from the end, everything is clamped, last is inclusive in @p to.
struct IndexRange
{
    std::size_t first = 0;
    std::size_t last = 0;

    bool isEmpty() const { return first >= last; }
    static IndexRange of(std::int64_t from, std::int64_t to, std::size_t size);
};

} // namespace penstock::embedded
