// SPDX-License-Identifier: MIT
#include "core/util/reply.h"

#include <utility>

namespace penstock {

namespace {

Reply makeText(Reply::Type type, std::string_view text)
{
    Reply reply;
    reply.type = type;
    reply.text = text;
    return reply;
}

std::string quoted(std::string_view bytes)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text = "\"";
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            text += '\\';
            text += c;
        } else if (byte < 0x20 || byte >= 0x7f) {
            text += "\\x";
            text += kHex[byte >> 4];
            text += kHex[byte & 15];
        } else {
            text += c;
        }
    }
    return text + '"';
}

} // namespace

Reply Reply::makeInteger(std::int64_t value)
{
    Reply reply;
    reply.type = Type::Integer;
    reply.integer = value;
    return reply;
}

Reply Reply::makeStatus(std::string_view text)
{
    return makeText(Type::Status, text);
}

Reply Reply::makeBulk(std::string_view bytes)
{
    return makeText(Type::Bulk, bytes);
}

Reply Reply::makeError(std::string_view text)
{
    return makeText(Type::Error, text);
}

Reply Reply::makeArray(std::vector<Reply> items)
{
    Reply reply;
    reply.type = Type::Array;
    reply.items = std::move(items);
    return reply;
}

std::string toText(const Reply& reply)
{
    switch (reply.type) {
    case Reply::Type::Nil:
        return "(nil)";
    case Reply::Type::Integer:
        return std::to_string(reply.integer);
    case Reply::Type::Status:
        return reply.text;
    case Reply::Type::Bulk:
        return quoted(reply.text);
    case Reply::Type::Error:
        return "(error) " + reply.text;
    case Reply::Type::Array:
        break;
    }
    std::string text = "[";
    for (const Reply& item : reply.items) {
        if (text.size() > 1)
            text += ", ";
        text += toText(item);
    }
    return text + "]";
}

} // namespace penstock
