// SPDX-License-Identifier: MIT
#include "core/run/store_keeper.h"

#include <algorithm>
#include <array>

namespace penstock {

namespace {

using namespace std::chrono_literals;

constexpr Nanos kProbeInterval = 50ms;
constexpr Nanos kPeekAfter = 1s;
constexpr Nanos kCleanupTimeout = 100ms;

SteadyTime fromNow(Nanos duration)
{
    return std::chrono::steady_clock::now() + duration;
}

ChannelReply ask(CommandChannel& channel, const Command& command, SteadyTime deadline)
{
    std::array<ChannelReply, 1> replies{};
    channel.exchange({&command, 1}, replies, deadline);
    return replies.front();
}

} // namespace

StoreKeeper::StoreKeeper(WorkerShared& shared, Options options)
    : m_shared(shared), m_options(options),
      m_thread([this](const std::stop_token& stop) { work(stop); })
{
}

StoreKeeper::~StoreKeeper() = default; // the jthread asks its token to stop, and joins

std::string StoreKeeper::problem() const
{
    const std::lock_guard lock(m_mutex);
    return m_problem;
}

void StoreKeeper::beginRun()
{
    const std::lock_guard lock(m_mutex);
    m_phase = Phase::Running;
    m_changed.notify_all();
}

void StoreKeeper::endRun(bool mayAsk)
{
    const std::lock_guard lock(m_mutex);
    m_phase = Phase::Ended;
    m_mayAsk = mayAsk;
    m_changed.notify_all();
}

bool StoreKeeper::waitForPhase(const std::stop_token& stop, Phase phase, Nanos atMost)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, stop, atMost, [&] { return m_phase >= phase; });
}

void StoreKeeper::work(const std::stop_token& stop)
{
    probeUntilAnswered(stop);
    peekUntilEnd(stop);
    bool mayAsk = false;
    {
        const std::lock_guard lock(m_mutex);
        mayAsk = m_phase == Phase::Ended && m_mayAsk;
    }
    if (mayAsk && m_options.deletesKeys && hasAnswered())
        deleteKeys();
    m_isDone.store(true, std::memory_order_release);
}

bool StoreKeeper::probe(CommandChannel& channel)
{
    Command ping;
    ping.clear().add("PING");
    const ChannelReply reply = ask(channel, ping, fromNow(m_options.pingTimeout));
    if (reply)
        return true;
    const std::lock_guard lock(m_mutex);
    m_problem = reply.error().text.empty() ? std::string(toText(reply.error().errorClass))
                                           : reply.error().text;
    return false;
}

void StoreKeeper::probeUntilAnswered(const std::stop_token& stop)
{
    const auto channel = m_shared.store.openChannel(m_shared.stop);
    while (!stop.stop_requested() && !probe(*channel)) {
        if (waitForPhase(stop, Phase::Ended, kProbeInterval))
            return;
    }
    if (!stop.stop_requested())
        m_hasAnswered.store(true, std::memory_order_release);
}

void StoreKeeper::peekUntilEnd(const std::stop_token& stop)
{
    const auto forEver = std::chrono::hours(24);
    while (!stop.stop_requested() && !waitForPhase(stop, Phase::Running, forEver)) {
    }
    const auto settings = m_shared.gate.settings();
    StoreLimiter limiter(m_shared.store.openChannel(m_shared.stop),
                         {settings->limit, settings->onStoreFailure, m_shared.commandTimeout});
    Nanos lastPeek{0};
    Nanos wait = m_options.peeks ? kPeekAfter : forEver;
    while (!stop.stop_requested() && !waitForPhase(stop, Phase::Ended, wait)) {
        const Nanos last = std::max(lastPeek, Nanos(m_shared.lastAnswer.load()));
        const Nanos quiet = m_shared.clock.now() - last;
        if (m_options.peeks && quiet >= kPeekAfter) {
            peek(limiter);
            lastPeek = m_shared.clock.now();
            wait = kPeekAfter;
        } else if (m_options.peeks) {
            wait = kPeekAfter - quiet;
        }
    }
}

void StoreKeeper::peek(StoreLimiter& limiter)
{
    limiter.setLimit(m_shared.gate.settings()->limit);
    const Nanos started = m_shared.clock.now();
    const Decision decision = limiter.peek(m_shared.key);
    const Nanos ended = m_shared.clock.now();
    if (const auto mark = m_shared.health.note(decision, started, ended))
        m_shared.recorder.addMark(*mark);
    if (!isStoreFailure(decision.outcome))
        m_shared.recorder.addPeek(ended, decision);
}

void StoreKeeper::deleteKeys()
{
    const auto channel = m_shared.store.openChannel(m_shared.stop);
    Command command;
    command.clear().add("DEL").add(m_shared.key);
    // Best effort: the keys expire by themselves.
    static_cast<void>(ask(*channel, command, fromNow(kCleanupTimeout)));
}

} // namespace penstock
