// SPDX-License-Identifier: MIT
#include "core/store/embedded/embedded_store.h"

#include "core/store/embedded/compatible_version.h"
#include "core/store/embedded/turnstile.h"

#include <algorithm>
#include <charconv>

namespace penstock {

namespace {

using embedded::Turnstile;

/// What every channel of one store uses.
struct SharedServer
{
    RealStoreClock clock;
    EmbeddedServer server{clock, {.lua = {.time = std::chrono::seconds(1)}, .runId = {}}};
    Turnstile turnstile; // guards server
};

std::uint64_t lifeOf(std::string_view runId)
{
    std::uint64_t life = 0;
    std::from_chars(runId.data(), runId.data() + std::min<std::size_t>(16, runId.size()), life, 16);
    return std::max<std::uint64_t>(life, 1); // 0 means unknown
}

/// Answers each command in order; @p reloads counts the scripts that had to be loaded.
void answer(EmbeddedServer& server, std::span<const Command> commands,
            std::span<ChannelReply> replies, std::uint64_t& reloads)
{
    for (std::size_t i = 0; i < commands.size(); ++i) {
        bool isReload = false;
        Reply reply = server.execute(commands[i], &isReload);
        reloads += isReload;
        if (reply.isError())
            replies[i] = tl::unexpected(
                StoreError{classifyErrorReply(reply.text), false, std::move(reply.text)});
        else
            replies[i] = std::move(reply);
    }
}

class SharedChannel final : public CommandChannel
{
public:
    SharedChannel(std::shared_ptr<SharedServer> shared, const StopSignal& stop)
        : m_shared(std::move(shared)), m_stop(stop), m_life(lifeOf(m_shared->server.runId()))
    {
    }

    void exchange(std::span<const Command> commands, std::span<ChannelReply> replies,
                  SteadyTime deadline) override
    {
        switch (m_shared->turnstile.enter(deadline, m_stop)) {
        case Turnstile::Entry::Entered:
            answer(m_shared->server, commands, replies, m_scriptReloads);
            return m_shared->turnstile.leave();
        case Turnstile::Entry::Stopped:
            return fail(replies, StoreErrorClass::Stopped, "stopped");
        case Turnstile::Entry::TimedOut:
            return fail(replies, StoreErrorClass::Timeout,
                        "the embedded store was busy until the deadline");
        }
    }

    std::uint64_t storeLife() const override { return m_life; }
    std::uint64_t scriptReloads() const override { return m_scriptReloads; }

private:
    /// Nothing was run: never ambiguous.
    static void fail(std::span<ChannelReply> replies, StoreErrorClass errorClass,
                     std::string_view text)
    {
        for (ChannelReply& reply : replies)
            reply = tl::unexpected(StoreError{errorClass, false, std::string(text)});
    }

    std::shared_ptr<SharedServer> m_shared;
    const StopSignal& m_stop;
    std::uint64_t m_life;
    std::uint64_t m_scriptReloads = 0;
};

class DirectChannel final : public CommandChannel
{
public:
    explicit DirectChannel(EmbeddedServer& server)
        : m_server(server), m_life(lifeOf(server.runId()))
    {
    }

    void exchange(std::span<const Command> commands, std::span<ChannelReply> replies,
                  SteadyTime) override
    {
        answer(m_server, commands, replies, m_scriptReloads);
    }

    std::uint64_t storeLife() const override { return m_life; }
    std::uint64_t scriptReloads() const override { return m_scriptReloads; }

private:
    EmbeddedServer& m_server;
    std::uint64_t m_life;
    std::uint64_t m_scriptReloads = 0;
};

class EmbeddedStore final : public Store
{
public:
    EmbeddedStore() : m_shared(std::make_shared<SharedServer>()) {}

    std::unique_ptr<CommandChannel> openChannel(const StopSignal& stop) override
    {
        return std::make_unique<SharedChannel>(m_shared, stop);
    }

    StoreStatus status() const override
    {
        sweep();
        return {.state = StoreStatus::State::Ready,
                .name = "embedded store",
                .version = std::string(embedded::kCompatibleVersion),
                .problem = {}};
    }

private:
    /// A store that nobody asks still forgets what has expired: the tick that polls the status
    /// also sweeps, when nobody is inside.
    void sweep() const
    {
        constexpr std::size_t kBucketsPerTick = 2000; // well below a millisecond
        if (!m_shared->turnstile.tryEnter())
            return;
        m_shared->server.sweep(kBucketsPerTick);
        m_shared->turnstile.leave();
    }

    std::shared_ptr<SharedServer> m_shared;
};

} // namespace

std::unique_ptr<Store> makeEmbeddedStore(const StoreSpec&)
{
    return std::make_unique<EmbeddedStore>();
}

std::unique_ptr<CommandChannel> makeDirectChannel(EmbeddedServer& server)
{
    return std::make_unique<DirectChannel>(server);
}

} // namespace penstock
