// SPDX-License-Identifier: MIT
#include "core/store/embedded/reply_writer.h"

#include <algorithm>
#include <utility>

namespace penstock::embedded {

void ReplyWriter::write(const Reply& reply)
{
    switch (reply.type) {
    case Reply::Type::Nil:
        return nil();
    case Reply::Type::Integer:
        return integer(reply.integer);
    case Reply::Type::Status:
        return status(reply.text);
    case Reply::Type::Bulk:
        return bulk(std::string_view(reply.text));
    case Reply::Type::Error:
        return error(reply.text);
    case Reply::Type::Array:
        break;
    }
    beginArray(reply.items.size());
    for (const Reply& item : reply.items)
        write(item);
}

void TreeReplyWriter::error(std::string_view text)
{
    place(Reply::makeError(singleLine(text)));
}

void TreeReplyWriter::beginArray(std::size_t size)
{
    Reply& array = place(Reply::makeArray({}));
    array.items.reserve(size); // so that the pointers in m_open stay good
    if (size > 0)
        m_open.push_back({&array, size});
}

Reply& TreeReplyWriter::place(Reply reply)
{
    while (!m_open.empty() && m_open.back().missing == 0)
        m_open.pop_back();
    if (m_open.empty())
        return m_root = std::move(reply);
    --m_open.back().missing;
    return m_open.back().array->items.emplace_back(std::move(reply));
}

std::string singleLine(std::string_view text)
{
    std::string line(text);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\r' || c == '\n'; }, ' ');
    return line;
}

} // namespace penstock::embedded
