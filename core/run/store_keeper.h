// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/recorder.h"
#include "core/run/worker.h"
#include "core/store/client/store_limiter.h"
#include "core/store/store.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace penstock {

/// The one thread of a run that talks to the store beside its workers, so that the reader never
/// waits for it:
///
///     until the store answers   PING, again every 50 ms
///     while the run goes        a peek at the watched key after 1 s without a decision
///     at the end                deletes the run's keys, within 100 ms
///
/// Made, told and destroyed by the reader's thread. The destructor waits for a call in flight:
/// raise the stop signal before.
class StoreKeeper
{
public:
    struct Options
    {
        Micros pingTimeout{0};
        bool peeks = true;       ///< false where a peek would write
        bool deletesKeys = true; ///< false where the key is not the run's own
    };

    /// @p shared outlives the keeper. The thread starts at once.
    StoreKeeper(WorkerShared& shared, Options options);
    ~StoreKeeper();

    /// The store answered PING.
    bool hasAnswered() const { return m_hasAnswered.load(std::memory_order_acquire); }
    /// Why it does not answer yet; empty while unknown.
    std::string problem() const;

    /// The run began: shared.clock is set.
    void beginRun();
    /// The run is over and no worker is left: clean up and end. @p mayAsk is false when the store
    /// is known not to answer.
    void endRun(bool mayAsk);
    bool isDone() const { return m_isDone.load(std::memory_order_acquire); }

private:
    enum class Phase : std::uint8_t
    {
        Probing,
        Running,
        Ended
    };

    void work(const std::stop_token& stop);
    bool probe(CommandChannel& channel);
    void probeUntilAnswered(const std::stop_token& stop);
    void peekUntilEnd(const std::stop_token& stop);
    void peek(StoreLimiter& limiter);
    void deleteKeys();
    bool waitForPhase(const std::stop_token& stop, Phase phase, Nanos atMost);

    WorkerShared& m_shared;
    const Options m_options;
    std::atomic<bool> m_hasAnswered = false;
    std::atomic<bool> m_isDone = false;

    mutable std::mutex m_mutex; ///< guards m_phase, m_mayAsk and m_problem
    std::condition_variable_any m_changed;
    Phase m_phase = Phase::Probing;
    bool m_mayAsk = true;
    std::string m_problem;

    std::jthread m_thread; ///< last: starts when all else is made
};

} // namespace penstock
