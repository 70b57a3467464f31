// SPDX-License-Identifier: MIT
#include "core/store/embedded/glob.h"

#include <algorithm>

namespace penstock::embedded {

namespace {

/// Matches one character against the class that begins after its '[' at @p position, which is
/// moved behind the closing bracket. A class that is never closed ends with the pattern.
bool matchesClass(std::string_view pattern, std::size_t& position, char c)
{
    const bool isNegated = position < pattern.size() && pattern[position] == '^';
    position += isNegated;
    bool isMatch = false;
    while (position < pattern.size() && pattern[position] != ']') {
        if (pattern[position] == '\\' && position + 1 < pattern.size()) {
            isMatch |= pattern[++position] == c;
        } else if (position + 2 < pattern.size() && pattern[position + 1] == '-') {
            const auto [low, high] = std::minmax(pattern[position], pattern[position + 2]);
            isMatch |= low <= c && c <= high;
            position += 2;
        } else {
            isMatch |= pattern[position] == c;
        }
        ++position;
    }
    position = std::min(position + 1, pattern.size());
    return isMatch != isNegated;
}

/// Matches one character against the element at @p position (no star), moving behind it.
bool matchesOne(std::string_view pattern, std::size_t& position, char c)
{
    const char element = pattern[position++];
    if (element == '?')
        return true;
    if (element == '[')
        return matchesClass(pattern, position, c);
    if (element == '\\' && position < pattern.size())
        return pattern[position++] == c;
    return element == c;
}

} // namespace

bool matchesGlob(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t afterStar = std::string_view::npos;
    std::size_t retryAt = 0;
    while (t < text.size()) {
        std::size_t next = p;
        if (p < pattern.size() && pattern[p] == '*') {
            afterStar = ++p; // first let the star stand for nothing
            retryAt = t;
        } else if (p < pattern.size() && matchesOne(pattern, next, text[t])) {
            p = next;
            ++t;
        } else if (afterStar != std::string_view::npos) {
            p = afterStar; // let the last star take one character more
            t = ++retryAt;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

} // namespace penstock::embedded
