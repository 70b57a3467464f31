// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/embedded/stored_text.h"
#include "core/util/reply.h"

#include <vector>

namespace penstock::embedded {

/// Where a command puts its reply: exactly one value, or an array announced by its size and then
/// its items. So the same command answers a channel and a script, and nothing is built in between.
class ReplyWriter
{
public:
    virtual ~ReplyWriter() = default;

    virtual void nil() = 0;
    virtual void integer(std::int64_t number) = 0;
    virtual void status(std::string_view text) = 0;
    virtual void bulk(std::string_view bytes) = 0;
    virtual void error(std::string_view text) = 0;
    virtual void beginArray(std::size_t size) = 0;

    void bulk(const StoredText& text)
    {
        NumberText room;
        bulk(text.view(room));
    }
    void ok() { status("OK"); }
    void write(const Reply& reply);
};

/// Writes into a Reply.
class TreeReplyWriter final : public ReplyWriter
{
public:
    /// @p root is overwritten and must outlive the writer.
    explicit TreeReplyWriter(Reply& root) : m_root(root) {}

    using ReplyWriter::bulk;
    void nil() override { place(Reply::makeNil()); }
    void integer(std::int64_t number) override { place(Reply::makeInteger(number)); }
    void status(std::string_view text) override { place(Reply::makeStatus(text)); }
    void bulk(std::string_view bytes) override { place(Reply::makeBulk(bytes)); }
    void error(std::string_view text) override;
    void beginArray(std::size_t size) override;

private:
    struct OpenArray
    {
        Reply* array = nullptr;
        std::size_t missing = 0;
    };

    Reply& place(Reply reply);

    Reply& m_root;
    std::vector<OpenArray> m_open;
};

/// Line breaks would end an error or status reply early: they become spaces, as in Redis.
std::string singleLine(std::string_view text);

} // namespace penstock::embedded
