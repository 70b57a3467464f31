// SPDX-License-Identifier: MIT
#include "core/store/client/store_limiter.h"

#include "core/store/client/policy_answer.h"

#include <chrono>
#include <utility>

namespace penstock {

namespace {

Outcome outcomeOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Allowed:
        return Outcome::Allowed;
    case Verdict::NeverFits:
        return Outcome::NeverFits;
    case Verdict::Denied:
        break;
    }
    return Outcome::Denied;
}

StoreTime callerClock()
{
    return std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
}

} // namespace

StoreLimiter::StoreLimiter(std::unique_ptr<CommandChannel> channel, StoreLimiterOptions options)
    : m_channel(std::move(channel)), m_options(std::move(options))
{
    setLimit(m_options.limit);
}

void StoreLimiter::setLimit(std::shared_ptr<const Limit> limit)
{
    if (limit->algorithm != m_sidesAlgorithm)
        m_sides.clear();
    m_sidesAlgorithm = limit->algorithm;
    m_options.limit = std::move(limit);
}

void StoreLimiter::setFailPolicy(FailPolicy policy)
{
    m_options.onStoreFailure = policy;
}

Decision StoreLimiter::acquire(const AcquireRequest& request)
{
    Decision decision;
    acquireBatch(std::span(&request, 1), std::span(&decision, 1));
    return decision;
}

Decision StoreLimiter::peek(std::string_view key)
{
    return acquire({key, MicroTokens()});
}

// No row of the catalogue has slots, so there is nothing that could be given back.
void StoreLimiter::release(std::string_view, std::uint64_t) {}

void StoreLimiter::acquireBatch(std::span<const AcquireRequest> requests,
                                std::span<Decision> answers)
{
    acquireBatch(requests, answers, std::chrono::steady_clock::now());
}

void StoreLimiter::acquireBatch(std::span<const AcquireRequest> requests,
                                std::span<Decision> answers, SteadyTime start)
{
    begin(requests, answers);
    while (!m_open.empty()) {
        const std::size_t count = m_open.size();
        m_channel->exchange(std::span(m_commands).first(count), std::span(m_replies).first(count),
                            start + m_options.commandTimeout);
        const Nanos latency = std::chrono::steady_clock::now() - start;
        std::size_t open = 0;
        for (std::size_t slot = 0; slot < count; ++slot) {
            const std::size_t index = m_open[slot];
            if (!advance(slot, latency, answers[index])) {
                m_open[open] = index;
                std::swap(m_sides[open], m_sides[slot]);
                std::swap(m_commands[open], m_commands[slot]);
                ++open;
            }
        }
        m_open.resize(open);
    }
}

/// Fills the first slots with the first command of each request. Slot n serves request m_open[n].
void StoreLimiter::begin(std::span<const AcquireRequest> requests, std::span<Decision> answers)
{
    m_open.clear();
    if (m_commands.size() < requests.size()) {
        m_commands.resize(requests.size());
        m_replies.resize(requests.size());
    }
    while (m_sides.size() < requests.size())
        m_sides.push_back(m_sidesAlgorithm->makeStoreSide());
    const StoreTime now = callerClock();
    for (std::size_t i = 0; i < requests.size(); ++i) {
        answers[i] = Decision{};
        answers[i].limit = m_options.limit;
        if (requests[i].cost < MicroTokens()) {
            answers[i].outcome = Outcome::NeverFits;
            continue;
        }
        const std::size_t slot = m_open.size();
        m_sides[slot]->begin({*m_options.limit, requests[i].key, requests[i].cost, now},
                             m_commands[slot]);
        m_open.push_back(i);
    }
}

/// Takes the reply in @p slot. False when another command has to be sent.
bool StoreLimiter::advance(std::size_t slot, Nanos latency, Decision& decision)
{
    const ChannelReply& reply = m_replies[slot];
    if (!reply) {
        fail(reply.error().errorClass, reply.error().ambiguous, decision);
    } else if (const auto step = m_sides[slot]->advance(*reply, m_commands[slot]); !step) {
        // The store did answer, so the call ran; what it decided cannot be read.
        fail(StoreErrorClass::Protocol, true, decision);
    } else if (!*step) {
        return false;
    } else {
        const StoreAnswer& answer = **step;
        decision.outcome = outcomeOf(answer.verdict);
        decision.decidedBy = DecidedBy::Store;
        decision.fresh = answer.fresh;
        decision.tokensLeft = answer.tokensLeft;
        decision.retryAfter = answer.retryAfter;
        decision.resetAfter = answer.resetAfter;
        decision.storeTime = answer.storeTime;
        decision.storeLife = m_channel->storeLife();
    }
    decision.latency = latency;
    return true;
}

void StoreLimiter::fail(StoreErrorClass errorClass, bool isAmbiguous, Decision& decision) const
{
    answerByPolicy(m_options.onStoreFailure, errorClass, decision);
    decision.ambiguous = isAmbiguous;
    decision.storeLife = isAmbiguous ? m_channel->storeLife() : 0;
}

} // namespace penstock
