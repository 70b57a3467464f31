// SPDX-License-Identifier: MIT
#include "core/store/client/store_gate.h"

namespace penstock {

StoreGate::Pass StoreGate::enter(SteadyTime now, Micros probeTime)
{
    const std::lock_guard lock(m_mutex);
    if (!m_isShut)
        return Pass::Enter;
    if (now < m_nextProbe)
        return Pass::Wait;
    m_nextProbe = now + probeTime;
    return Pass::Probe;
}

std::uint64_t StoreGate::connected(Pass pass)
{
    const std::lock_guard lock(m_mutex);
    std::uint64_t state = m_state.load(std::memory_order_relaxed);
    if (pass == Pass::Probe && m_isShut) {
        m_isShut = false;
        m_backOff.reset();
        if ((state & kShut) != 0) {
            state += kShut; // clears the bit and carries into the epoch
            m_state.store(state, std::memory_order_release);
        }
    }
    return state & ~kShut;
}

void StoreGate::shut(Reason reason, Pass pass, SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    if (reason == Reason::NotAnswering)
        m_state.fetch_or(kShut, std::memory_order_release);
    if (m_isShut && pass != Pass::Probe)
        return;
    m_isShut = true;
    m_nextProbe = now + m_backOff.next(m_random.next());
}

} // namespace penstock
