// SPDX-License-Identifier: MIT
#include "core/run/dispenser.h"

#include <algorithm>
#include <utility>

namespace penstock {

Dispenser::Dispenser(const TrafficSettings& settings, Rounds rounds, std::uint64_t seed,
                     Nanos until)
    : m_settings(settings), m_rounds(rounds), m_seed(seed), m_until(until),
      m_arrivals(settings.pattern, settings.rate, seed, Nanos(0))
{
}

Nanos Dispenser::trafficTime(Nanos now) const
{
    return (m_isPaused ? m_pausedAt : now) - m_pauses;
}

Request Dispenser::makeRequest(std::uint64_t number, Nanos intended) const
{
    return {number, intended, m_rounds.labelOf(number)};
}

void Dispenser::enqueue(Nanos at, Nanos pauses, ArrivalBatch& batch)
{
    const std::uint64_t number = ++m_lastNumber;
    if (m_queue.size() < std::max(m_settings.queue, 1u))
        m_queue.push_back({number, at});
    else
        batch.shed.push_back(makeRequest(number, at + pauses));
}

void Dispenser::advance(Nanos now, ArrivalBatch& batch)
{
    if (m_settings.loop != Loop::Open || m_isPaused)
        return;
    while (isArrivalLeft() && m_arrivals.next() <= now - m_pauses) {
        const Nanos at = m_arrivals.next();
        ++m_planned;
        batch.offered.push_back({at + m_pauses, 1});
        enqueue(at, m_pauses, batch);
        m_arrivals.advance();
    }
}

std::optional<Request> Dispenser::take(Nanos now, ArrivalBatch& batch)
{
    advance(now, batch);
    if (m_isPaused && m_steps == 0)
        return std::nullopt;
    std::optional<Request> request;
    if (!m_queue.empty()) {
        const Waiting waiting = m_queue.front();
        m_queue.pop_front();
        request = makeRequest(waiting.number, waiting.at + (now - trafficTime(now)));
    } else if (m_settings.loop == Loop::Closed ? isPlanLeft() : m_isPaused) {
        // Closed loop: the next one of the plan. Open loop: a step makes a request of its own.
        m_planned += m_settings.loop == Loop::Closed;
        batch.offered.push_back({now, 1});
        request = makeRequest(++m_lastNumber, now);
    }
    if (request && m_isPaused)
        --m_steps;
    return request;
}

Nanos Dispenser::nextArrival(Nanos now) const
{
    if (m_settings.loop != Loop::Open || m_isPaused || !isArrivalLeft())
        return Nanos::max();
    return std::max(m_arrivals.next() + m_pauses, now);
}

bool Dispenser::isExhausted() const
{
    return m_queue.empty() && !isPlanLeft();
}

void Dispenser::pause(Nanos now, ArrivalBatch& batch)
{
    if (m_isPaused)
        return;
    advance(now, batch);
    m_isPaused = true;
    m_pausedAt = now;
    m_steps = 0;
}

void Dispenser::resume(Nanos now)
{
    if (!m_isPaused)
        return;
    m_isPaused = false;
    m_pauses += now - m_pausedAt;
    m_steps = 0;
}

void Dispenser::step()
{
    if (m_isPaused)
        ++m_steps;
}

void Dispenser::burst(std::uint32_t count, Nanos now, ArrivalBatch& batch)
{
    if (count == 0)
        return;
    advance(now, batch);
    batch.offered.push_back({now, count});
    const Nanos at = trafficTime(now);
    for (std::uint32_t i = 0; i < count; ++i)
        enqueue(at, now - at, batch);
}

void Dispenser::change(const TrafficSettings& settings, Nanos now, ArrivalBatch& batch)
{
    advance(now, batch);
    const TrafficSettings before = std::exchange(m_settings, settings);
    if (before.loop != settings.loop)
        m_arrivals = ArrivalProcess(settings.pattern, settings.rate, m_seed, trafficTime(now));
    else if (before.pattern != settings.pattern || before.rate != settings.rate)
        m_arrivals.change(settings.pattern, settings.rate, trafficTime(now));
}

std::vector<Request> Dispenser::drain(Nanos now)
{
    std::vector<Request> left;
    for (const Waiting& waiting : std::exchange(m_queue, {}))
        left.push_back(makeRequest(waiting.number, waiting.at + (now - trafficTime(now))));
    return left;
}

} // namespace penstock
