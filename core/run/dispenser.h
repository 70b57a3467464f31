// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/scenario.h"
#include "core/traffic/arrivals.h"
#include "core/traffic/request_plan.h"
#include "core/util/time.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace penstock {

/// One request before it is asked.
struct Request
{
    std::uint64_t number = 0; ///< 1, 2, 3 ... in the order of arrival
    Nanos intended{0};        ///< run time at which it was meant to start
    std::uint32_t label = 0;

    friend bool operator==(const Request&, const Request&) = default;
};

/// What arrived in one step of a dispenser; to be recorded by whoever made the step.
struct ArrivalBatch
{
    struct Offered
    {
        Nanos at{0};
        std::uint32_t count = 0;

        friend bool operator==(const Offered&, const Offered&) = default;
    };

    std::vector<Offered> offered;
    std::vector<Request> shed; ///< found the queue full; part of offered

    bool isEmpty() const { return offered.empty(); }
    void clear()
    {
        offered.clear();
        shed.clear();
    }
};

/// Hands out the requests of a run. Open loop: they arrive by an arrival process into a bounded
/// queue. Closed loop: the next one is there as soon as somebody asks. Pure: time in, requests out.
///
/// Arrivals are worked out when somebody looks, not by a thread that waits for each: all arrivals
/// up to a moment are queued or shed before a request is taken at that moment, so that the outcome
/// is the one that a pacer without delay would give, with exact intended times.
///
///     run time      0 ---------- pause ======== resume ---------->
///     traffic time  0 ---------- p              p --------------->
///
/// Arrivals live in traffic time, which stands still during a pause: nothing piles up, and the wait
/// of a queued request does not count the pause. `now` is run time and must not go back.
class Dispenser
{
public:
    /// Nothing arrives by itself from traffic time @p until on (half open).
    Dispenser(const TrafficSettings& settings, Rounds rounds, std::uint64_t seed,
              Nanos until = Nanos::max());

    /// Takes in all that arrived up to @p now.
    void advance(Nanos now, ArrivalBatch& batch);
    /// advance(), then the next request, if one may start now.
    std::optional<Request> take(Nanos now, ArrivalBatch& batch);
    /// Run time of the next arrival; Nanos::max() when none is to be waited for.
    Nanos nextArrival(Nanos now) const;
    /// Every request of the rounds was handed out and none waits.
    bool isExhausted() const;

    void pause(Nanos now, ArrivalBatch& batch);
    void resume(Nanos now);
    void step(); ///< lets one request through the pause
    /// @p count requests at once, beside those of the plan.
    void burst(std::uint32_t count, Nanos now, ArrivalBatch& batch);
    void change(const TrafficSettings& settings, Nanos now, ArrivalBatch& batch);
    /// The requests that still wait, taken out: the run ends.
    std::vector<Request> drain(Nanos now);

    bool isPaused() const { return m_isPaused; }
    std::int32_t queued() const { return static_cast<std::int32_t>(m_queue.size()); }
    /// Run time without the pauses.
    Nanos trafficTime(Nanos now) const;

private:
    struct Waiting
    {
        std::uint64_t number = 0;
        Nanos at{0}; ///< traffic time
    };

    bool isArrivalLeft() const { return isPlanLeft() && m_arrivals.next() < m_until; }
    bool isPlanLeft() const { return m_rounds.isEndless() || m_planned < m_rounds.total(); }
    void enqueue(Nanos at, Nanos pauses, ArrivalBatch& batch);
    Request makeRequest(std::uint64_t number, Nanos intended) const;

    TrafficSettings m_settings;
    Rounds m_rounds;
    std::uint64_t m_seed;
    Nanos m_until;
    ArrivalProcess m_arrivals;
    std::deque<Waiting> m_queue;
    std::uint64_t m_lastNumber = 0;
    std::uint64_t m_planned = 0; ///< requests of the rounds so far; bursts and steps not counted
    std::uint32_t m_steps = 0;
    bool m_isPaused = false;
    Nanos m_pausedAt{0}; ///< run time
    Nanos m_pauses{0};   ///< sum of the pauses that ended
};

} // namespace penstock
