// SPDX-License-Identifier: MIT
#include "core/run/request_gate.h"

#include <utility>

namespace penstock {

RequestGate::RequestGate(Dispenser dispenser, std::shared_ptr<const WorkerSettings> settings)
    : m_dispenser(std::move(dispenser)), m_settings(std::move(settings))
{
}

std::optional<RequestGate::Work> RequestGate::take(std::uint32_t worker, ArrivalBatch& batch)
{
    std::unique_lock lock(m_mutex);
    while (!m_isClosed && m_roster.mayServe(worker)) {
        // The clock is read under the lock, so that the dispenser's time never goes back.
        const auto request = m_dispenser.take(m_clock.now(), batch);
        if (request) {
            wakeSuccessor();
            return Work{*request, m_settings};
        }
        if (m_dispenser.isExhausted()) {
            wakeAll();
            return std::nullopt;
        }
        wait(lock);
    }
    wakeSuccessor();
    return std::nullopt;
}

void RequestGate::wait(std::unique_lock<std::mutex>& lock)
{
    const Nanos next = m_dispenser.nextArrival(m_clock.now());
    if (m_hasTimekeeper || next == Nanos::max()) {
        ++m_waiting;
        m_wake.wait(lock);
        --m_waiting;
    } else {
        m_hasTimekeeper = true;
        m_timer.wait_until(lock, m_clock.at(next));
        m_hasTimekeeper = false;
    }
}

void RequestGate::wakeSuccessor()
{
    if (m_waiting == 0)
        return;
    const bool needsTimekeeper =
        !m_hasTimekeeper && m_dispenser.nextArrival(Nanos(0)) != Nanos::max();
    if (m_dispenser.queued() > 0 || needsTimekeeper)
        m_wake.notify_one();
}

void RequestGate::wakeAll()
{
    m_wake.notify_all();
    m_timer.notify_all();
}

bool RequestGate::leave(std::uint32_t worker)
{
    const std::lock_guard lock(m_mutex);
    if (!isOver() && m_roster.mayServe(worker))
        return false;
    m_roster.leave(worker);
    if (m_roster.isEmpty() && isOver())
        m_done.notify_all();
    return true;
}

void RequestGate::open(RunClock clock, Dispenser dispenser)
{
    const std::lock_guard lock(m_mutex);
    m_dispenser = std::move(dispenser);
    m_clock = clock;
}

void RequestGate::close()
{
    const std::lock_guard lock(m_mutex);
    m_isClosed = true;
    wakeAll();
    m_done.notify_all();
}

std::vector<std::uint32_t> RequestGate::setWorkers(std::uint32_t count)
{
    const std::lock_guard lock(m_mutex);
    if (isOver())
        return {};
    auto toStart = m_roster.setWanted(count);
    wakeAll();
    return toStart;
}

void RequestGate::pause(ArrivalBatch& batch)
{
    const std::lock_guard lock(m_mutex);
    m_dispenser.pause(m_clock.now(), batch);
}

void RequestGate::resume()
{
    const std::lock_guard lock(m_mutex);
    m_dispenser.resume(m_clock.now());
    wakeAll();
}

void RequestGate::step()
{
    const std::lock_guard lock(m_mutex);
    m_dispenser.step();
    wakeAll();
}

void RequestGate::burst(std::uint32_t count, ArrivalBatch& batch)
{
    const std::lock_guard lock(m_mutex);
    m_dispenser.burst(count, m_clock.now(), batch);
    wakeAll();
}

void RequestGate::change(const TrafficSettings& settings, ArrivalBatch& batch)
{
    const std::lock_guard lock(m_mutex);
    m_dispenser.change(settings, m_clock.now(), batch);
    wakeAll();
}

void RequestGate::setSettings(std::shared_ptr<const WorkerSettings> settings)
{
    const std::lock_guard lock(m_mutex);
    m_settings = std::move(settings);
}

void RequestGate::advance(ArrivalBatch& batch)
{
    const std::lock_guard lock(m_mutex);
    m_dispenser.advance(m_clock.now(), batch);
    wakeSuccessor();
}

std::vector<Request> RequestGate::drain()
{
    const std::lock_guard lock(m_mutex);
    return m_dispenser.drain(m_clock.now());
}

std::shared_ptr<const WorkerSettings> RequestGate::settings() const
{
    const std::lock_guard lock(m_mutex);
    return m_settings;
}

std::int32_t RequestGate::queued() const
{
    const std::lock_guard lock(m_mutex);
    return m_dispenser.queued();
}

std::uint32_t RequestGate::running() const
{
    const std::lock_guard lock(m_mutex);
    return m_roster.running();
}

bool RequestGate::isDone() const
{
    const std::lock_guard lock(m_mutex);
    return m_roster.isEmpty() && isOver();
}

bool RequestGate::waitUntilDone(SteadyTime deadline) const
{
    std::unique_lock lock(m_mutex);
    return m_done.wait_until(lock, deadline, [this] { return m_roster.isEmpty() && isOver(); });
}

Nanos RequestGate::trafficTime() const
{
    const std::lock_guard lock(m_mutex);
    return m_dispenser.trafficTime(m_clock.now());
}

} // namespace penstock
