// SPDX-License-Identifier: MIT
#include "core/store/client/redis_channel.h"

#include "core/store/client/redis_connection.h"
#include "core/store/client/resp_encoder.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace penstock {

/// The commands of one exchange that still want an answer, in one or more pipelines: a second one
/// only for those that the server had forgotten the script of. All memory is kept between calls.
class RedisChannel::Impl
{
public:
    Impl(std::shared_ptr<RedisEndpoint> endpoint, const StopSignal& stop)
        : m_connection(std::move(endpoint), stop), m_stop(stop)
    {
    }

    void exchange(std::span<const Command> commands, std::span<ChannelReply> replies,
                  SteadyTime deadline)
    {
        m_entries.clear();
        for (std::size_t i = 0; i < commands.size(); ++i)
            m_entries.push_back({.index = i});
        if (m_stop.isRequested())
            return failFrom(0, {StoreErrorClass::Stopped, false, "stopped"}, 0, replies);
        if (const auto error = m_connection.prepare(deadline))
            return failFrom(0, *error, 0, replies);
        while (!m_entries.empty()) {
            if (!sendRound(commands, replies, deadline))
                return;
            keepForgotten(replies);
        }
    }

    std::uint64_t storeLife() const { return m_connection.storeLife(); }
    std::uint64_t scriptReloads() const { return m_scriptReloads; }

private:
    struct Entry
    {
        std::size_t index = 0; ///< into the caller's commands and replies
        std::size_t start = 0; ///< of its bytes in the pipeline
        ScriptForm form = ScriptForm::BySha;
        const Script* script = nullptr;
    };

    bool sendRound(std::span<const Command> commands, std::span<ChannelReply> replies,
                   SteadyTime deadline)
    {
        m_bytes.clear();
        m_targets.clear();
        for (Entry& entry : m_entries) {
            entry.start = m_bytes.size();
            entry.script = commands[entry.index].script();
            appendCommand(m_bytes, commands[entry.index], entry.form);
            ChannelReply& reply = replies[entry.index];
            if (!reply)
                reply = Reply();
            m_targets.push_back(&*reply);
        }
        Transfer transfer{.bytes = m_bytes, .targets = m_targets};
        const auto error = m_connection.run(transfer, deadline);
        for (std::size_t i = 0; i < transfer.received; ++i)
            settle(replies[m_entries[i].index]);
        if (error)
            failFrom(transfer.received, *error, transfer.sent, replies);
        return !error;
    }

    static void settle(ChannelReply& reply)
    {
        if (reply->isError())
            reply = tl::unexpected(
                StoreError{classifyErrorReply(reply->text), false, std::move(reply->text)});
    }

    /// Entries from @p first have no answer. A command of which a byte was sent may have run.
    void failFrom(std::size_t first, const StoreError& error, std::size_t sent,
                  std::span<ChannelReply> replies)
    {
        for (std::size_t i = first; i < m_entries.size(); ++i) {
            const Entry& entry = m_entries[i];
            ChannelReply& reply = replies[entry.index];
            reply = tl::unexpected(error);
            reply.error().ambiguous = sent > entry.start;
        }
    }

    /// Leaves the entries whose script the server did not know: the first of each script goes again
    /// as a whole, which loads it for the rest. Should the server forget it in between, the rest
    /// gets another round; each round answers one entry at least, so this ends.
    void keepForgotten(std::span<const ChannelReply> replies)
    {
        std::erase_if(m_entries, [&](const Entry& entry) {
            const ChannelReply& reply = replies[entry.index];
            return reply || !entry.script || entry.form == ScriptForm::Whole ||
                   !reply.error().text.starts_with("NOSCRIPT");
        });
        for (auto entry = m_entries.begin(); entry != m_entries.end(); ++entry) {
            const bool isFirst = std::none_of(m_entries.begin(), entry, [&](const Entry& earlier) {
                return earlier.script == entry->script;
            });
            if (isFirst) {
                entry->form = ScriptForm::Whole;
                ++m_scriptReloads;
            }
        }
    }

    RedisConnection m_connection;
    const StopSignal& m_stop;
    std::uint64_t m_scriptReloads = 0;
    std::vector<Entry> m_entries;
    std::string m_bytes;
    std::vector<Reply*> m_targets;
};

RedisChannel::RedisChannel(std::shared_ptr<RedisEndpoint> endpoint, const StopSignal& stop)
    : m_impl(std::make_unique<Impl>(std::move(endpoint), stop))
{
}

RedisChannel::~RedisChannel() = default;

void RedisChannel::exchange(std::span<const Command> commands, std::span<ChannelReply> replies,
                            SteadyTime deadline)
{
    m_impl->exchange(commands, replies, deadline);
}

std::uint64_t RedisChannel::storeLife() const
{
    return m_impl->storeLife();
}

std::uint64_t RedisChannel::scriptReloads() const
{
    return m_impl->scriptReloads();
}

} // namespace penstock
