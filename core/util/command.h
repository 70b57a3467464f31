// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace penstock {

struct Script;

/// One command for a store: either plain words ("GET", "key") or a call of a script with keys and
/// arguments. A channel turns a script call into EVALSHA (and EVAL when the server forgot it).
/// Meant to be reused: clear() keeps the memory.
class Command
{
public:
    /// Starts a plain command; the words follow by add().
    Command& clear(std::size_t keyCount = 0, const Script* script = nullptr)
    {
        m_bytes.clear();
        m_ends.clear();
        m_script = script;
        m_keyCount = keyCount;
        return *this;
    }
    /// Starts a script call: the first @p keyCount words added are its KEYS, the rest its ARGV.
    /// @p script must outlive the command.
    Command& call(const Script& script, std::size_t keyCount) { return clear(keyCount, &script); }

    Command& add(std::string_view word)
    {
        m_bytes += word;
        m_ends.push_back(m_bytes.size());
        return *this;
    }
    Command& add(std::int64_t number)
    {
        char digits[24];
        const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
        return add(std::string_view(digits, static_cast<std::size_t>(end - digits)));
    }

    const Script* script() const { return m_script; }
    std::size_t keyCount() const { return m_keyCount; }
    std::size_t size() const { return m_ends.size(); }
    std::string_view word(std::size_t i) const
    {
        const std::size_t begin = i == 0 ? 0 : m_ends[i - 1];
        return std::string_view(m_bytes).substr(begin, m_ends[i] - begin);
    }

private:
    std::string m_bytes;
    std::vector<std::size_t> m_ends;
    const Script* m_script = nullptr;
    std::size_t m_keyCount = 0;
};

} // namespace penstock
