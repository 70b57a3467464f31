// SPDX-License-Identifier: MIT
#include "core/store/embedded/command_context.h"

#include <algorithm>

namespace penstock::embedded {

namespace {

constexpr char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

} // namespace

bool equalsIgnoringCase(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return upper(x) == upper(y); });
}

bool CommandContext::readInteger(std::size_t i, std::int64_t& out)
{
    const auto number = parseInteger(words[i]);
    if (!number) {
        reply.error(errors::kNotInteger);
        return false;
    }
    out = *number;
    return true;
}

bool CommandContext::readFloat(std::size_t i, double& out)
{
    const auto number = parseDouble(words[i]);
    if (!number) {
        reply.error(errors::kNotFloat);
        return false;
    }
    out = *number;
    return true;
}

bool CommandContext::readCount(std::size_t i, std::int64_t& out)
{
    const auto number = parseInteger(words[i]);
    if (!number || *number < 0) {
        reply.error(errors::kNotPositive);
        return false;
    }
    out = *number;
    return true;
}

void CommandContext::wrongArity()
{
    reply.error("ERR wrong number of arguments for '" + std::string(name) + "' command");
}

void CommandContext::invalidExpiry()
{
    reply.error("ERR invalid expire time in '" + std::string(name) + "' command");
}

IndexRange IndexRange::of(std::int64_t from, std::int64_t to, std::size_t size)
{
    const auto length = static_cast<std::int64_t>(size);
    if (from < 0)
        from = std::max<std::int64_t>(from + length, 0);
    if (to < 0)
        to += length;
    to = std::min(to, length - 1);
    if (from > to)
        return {};
    return {static_cast<std::size_t>(from), static_cast<std::size_t>(to) + 1};
}

} // namespace penstock::embedded
