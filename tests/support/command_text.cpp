// SPDX-License-Identifier: MIT
#include "tests/support/command_text.h"

#include <charconv>

namespace penstock {

namespace {

/// The character that the escape after the backslash at @p i stands for; i is moved to its end.
char unescaped(std::string_view line, std::size_t& i)
{
    const char code = line[++i];
    switch (code) {
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case 'x': {
        unsigned byte = 0;
        std::from_chars(line.data() + i + 1, line.data() + i + 3, byte, 16);
        i += 2;
        return static_cast<char>(byte);
    }
    default:
        return code;
    }
}

} // namespace

std::vector<std::string> splitCommand(std::string_view line)
{
    std::vector<std::string> words;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == ' ')
            continue;
        std::string& word = words.emplace_back();
        const bool isQuoted = line[i] == '"';
        i += isQuoted;
        for (; i < line.size() && line[i] != (isQuoted ? '"' : ' '); ++i)
            word += isQuoted && line[i] == '\\' ? unescaped(line, i) : line[i];
    }
    return words;
}

} // namespace penstock
