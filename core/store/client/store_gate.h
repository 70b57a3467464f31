// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/client/back_off.h"
#include "core/util/random.h"
#include "core/util/time.h"

#include <atomic>
#include <cstdint>
#include <mutex>

namespace penstock {

/// One store's door, shared by all its channels. While the store answers it is open and costs one
/// atomic load a call. Once a call got no answer it shuts: every further command to a frozen server
/// would be executed when it thaws, so all callers but one answer by policy at once, and that one,
/// after a back-off, knocks with a new connection.
///
///     Open --shut()--> Shut --back-off over: enter() says Probe--> Probing --connected()--> Open
///                        ^-------------- shut(), or the probe's time is up ---'
///
/// Any thread.
class StoreGate
{
public:
    enum class Pass
    {
        Enter, ///< connect and send
        Probe, ///< the caller alone connects; it must report by connected() or shut()
        Wait,  ///< don't touch the store now
    };
    /// Who is kept out. Refusing: the server answers, but takes no new connection (a wrong
    /// password, too many clients); connections that stand are still good.
    enum class Reason : std::uint8_t
    {
        NotAnswering,
        Refusing
    };

    explicit StoreGate(BackOffOptions options = {}, std::uint64_t seed = 0)
        : m_backOff(options), m_random(seed)
    {
    }

    /// May a channel without a connection make one? A probe has until @p now + @p probeTime; then
    /// another channel may try.
    Pass enter(SteadyTime now, Micros probeTime);
    /// May a channel send on the connection that it made when the gate had this @p epoch? No also
    /// means that the connection is too old: the store was away since.
    bool isConnectionGood(std::uint64_t epoch) const
    {
        return m_state.load(std::memory_order_acquire) == epoch;
    }
    /// No while standing connections must not be used.
    bool isOpen() const { return (m_state.load(std::memory_order_acquire) & kShut) == 0; }

    /// The store took a connection of a caller that entered or probed. Returns the epoch of that
    /// connection. Only a probe opens a shut gate: another caller's handshake may be older than the
    /// outage.
    std::uint64_t connected(Pass pass);
    /// No answer, or a refusal. Failures of calls that were under way when the gate shut are the
    /// same outage: only a probe's failure makes the pause longer.
    void shut(Reason reason, Pass pass, SteadyTime now);

private:
    // The epoch in the upper bits, changed by every outage; the lowest bit set while connections
    // that stand must not be used. One word, so that the usual call reads nothing else.
    static constexpr std::uint64_t kShut = 1;
    std::atomic<std::uint64_t> m_state = 0;

    std::mutex m_mutex; ///< guards what follows, and every change of m_state
    BackOff m_backOff;
    SplitMix64 m_random;
    bool m_isShut = false;
    SteadyTime m_nextProbe;
};

} // namespace penstock
