// SPDX-License-Identifier: MIT
#include "core/run/live_engine.h"

#include "core/limit/algorithm.h"
#include "core/run/arrival_record.h"
#include "core/run/live_engine_impl.h"
#include "core/run/run_id.h"

#include <algorithm>
#include <utility>

namespace penstock {

namespace {

using namespace std::chrono_literals;

/// What a call in flight gets to end by itself when a run is stopped, so that stopping a healthy
/// run leaves no failures behind.
constexpr Nanos kStopGrace = 60ms;
/// Rest of a worker after a store failure, in a closed loop.
constexpr Nanos kRestAfterFailure = 5ms;

std::shared_ptr<const WorkerSettings> workerSettings(const Scenario& scenario,
                                                     const WorkerSettings* before)
{
    auto next = std::make_shared<WorkerSettings>();
    const Limit& limit = scenario.limiter.limit;
    next->limit = before != nullptr && *before->limit == limit
                      ? before->limit
                      : std::make_shared<const Limit>(limit);
    next->cost = scenario.limiter.cost;
    next->onStoreFailure = scenario.limiter.onStoreFailure;
    next->work = scenario.work;
    next->restAfterFailure = scenario.traffic.loop == Loop::Closed ? kRestAfterFailure : 0ns;
    return next;
}

Dispenser makeDispenser(const Scenario& scenario, std::size_t labelCount)
{
    const Rounds rounds{static_cast<std::uint32_t>(labelCount), scenario.feed.rounds};
    return {scenario.traffic, rounds, scenario.seed, scenario.duration.value_or(Nanos::max())};
}

Error usageError(std::string message, std::string hint = {})
{
    return {ErrorKind::Usage, std::move(message), std::move(hint)};
}

} // namespace

LiveEngine::Impl::Impl(Scenario scenario, Store& store, std::vector<Label> labels,
                       LiveEngineOptions options)
    : m_scenario(std::move(scenario)),
      m_labels(std::move(labels)), m_keys{wholeKey(m_scenario, options.runId.empty()
                                                                   ? makeRunId()
                                                                   : options.runId)},
      m_store(store), m_options(std::move(options)),
      m_recorder(makeRecorder({.sink = m_options.sink})), m_shard(m_recorder->takeShard()),
      m_gate(makeDispenser(m_scenario, m_labels.size()), workerSettings(m_scenario, nullptr)),
      m_shared{.gate = m_gate,
               .recorder = *m_recorder,
               .store = m_store,
               .health = m_health,
               .stop = m_callStop,
               .rest = m_rest.get_token(),
               .key = m_keys.front(),
               .commandTimeout = m_scenario.store.commandTimeout}
{
}

LiveEngine::Impl::~Impl()
{
    if (!m_pool)
        return;
    if (!isFinished()) {
        end(EndReason::Stopped);
        m_gate.waitUntilDone(m_endAsked + kStopGrace);
    }
    m_callStop.request();
    m_pool.reset();
    m_keeper.reset();
}

void LiveEngine::Impl::start()
{
    if (m_pool)
        return;
    const Algorithm& algorithm = *m_scenario.limiter.limit.algorithm;
    m_pool = std::make_unique<WorkerPool>(m_shared);
    m_keeper = std::make_unique<StoreKeeper>(
        m_shared, StoreKeeper::Options{
                      .pingTimeout = m_scenario.store.connectTimeout + m_shared.commandTimeout,
                      .peeks = !algorithm.usesBareKey, // a peek of `article` writes
                      .deletesKeys = !algorithm.usesBareKey});
}

void LiveEngine::Impl::begin()
{
    m_shared.clock = RunClock(std::chrono::steady_clock::now());
    m_gate.setSettings(workerSettings(m_scenario, m_gate.settings().get()));
    m_gate.open(m_shared.clock, makeDispenser(m_scenario, m_labels.size()));
    m_hasBegun = true;
    m_state = RunState::Running;
    if (m_isPauseWanted)
        pause();
    m_keeper->beginRun();
    m_pool->resize(m_scenario.workers);
}

void LiveEngine::Impl::pause()
{
    m_isPauseWanted = true;
    if (m_state != RunState::Running)
        return;
    ArrivalBatch batch;
    m_gate.pause(batch);
    record(batch);
    m_state = RunState::Paused;
    mark(RunMark::Kind::Paused, "paused");
}

void LiveEngine::Impl::resume()
{
    m_isPauseWanted = false;
    if (m_state != RunState::Paused)
        return;
    m_gate.resume();
    m_state = RunState::Running;
    mark(RunMark::Kind::Resumed, "resumed");
}

void LiveEngine::Impl::step()
{
    if (m_state != RunState::Paused)
        return;
    m_gate.step();
    mark(RunMark::Kind::Step, "one request");
}

Result<void> LiveEngine::Impl::apply(const Change& change)
{
    if (m_state == RunState::Stopping || m_state == RunState::Finished)
        return tl::unexpected(usageError("the run is over", "reset starts a new one"));
    if (const auto* burst = std::get_if<BurstChange>(&change))
        return applyBurst(*burst);
    return applySet(std::get<SetChange>(change));
}

Result<void> LiveEngine::Impl::applyBurst(const BurstChange& change)
{
    if (!isGoing())
        return tl::unexpected(usageError("a burst needs a store that answers",
                                         "the run begins as soon as the store is there"));
    if (change.count == 0)
        return tl::unexpected(usageError("a burst has at least one request"));
    remember(change, m_gate.trafficTime());
    mark(RunMark::Kind::Burst, "burst of " + std::to_string(change.count));
    ArrivalBatch batch;
    m_gate.burst(change.count, batch);
    record(batch);
    m_pool->resize(m_scenario.workers); // those that had left a finished plan
    return {};
}

Result<void> LiveEngine::Impl::applySet(const SetChange& change)
{
    Scenario next = m_scenario;
    if (auto set = setValue(next, change.path, change.value); !set)
        return set;
    const auto paths = settablePaths(m_scenario);
    const auto path = std::find_if(paths.begin(), paths.end(), [&](const SettablePath& settable) {
        return settable.path == change.path;
    });
    if (m_hasBegun && (path == paths.end() || !path->isLive))
        return tl::unexpected(usageError(change.path + " cannot change while the run goes on",
                                         "reset, then change it"));
    if (const Problems problems = validate(next); !problems.empty())
        return tl::unexpected(Error{ErrorKind::InvalidScenario, toText(problems), {}});
    if (next == m_scenario)
        return {};
    const auto before = getValue(m_scenario, change.path);
    const auto after = getValue(next, change.path);
    remember(change, m_hasBegun ? m_gate.trafficTime() : Nanos(0));
    if (m_hasBegun)
        mark(RunMark::Kind::Change, change.path.substr(change.path.rfind('.') + 1) + ' ' +
                                        before.value_or("?") + " -> " + after.value_or("?"));
    adopt(next);
    return {};
}

void LiveEngine::Impl::adopt(const Scenario& next)
{
    const Scenario before = std::exchange(m_scenario, next);
    if (!m_hasBegun)
        return;
    m_gate.setSettings(workerSettings(next, m_gate.settings().get()));
    if (before.traffic != next.traffic) {
        ArrivalBatch batch;
        m_gate.change(next.traffic, batch);
        record(batch);
    }
    if (before.workers != next.workers)
        m_pool->resize(next.workers);
}

void LiveEngine::Impl::remember(const Change& change, Nanos at)
{
    if (m_changes.empty() || m_changes.back().at != at)
        m_changes.push_back({at, {}});
    m_changes.back().changes.push_back(change);
}

void LiveEngine::Impl::mark(RunMark::Kind kind, std::string text)
{
    m_recorder->addMark({kind, now(), std::move(text)});
}

void LiveEngine::Impl::record(ArrivalBatch& batch)
{
    recordArrivals(batch, *m_recorder, m_shard, now(), m_scenario.limiter.cost);
}

void LiveEngine::Impl::shedWaiting()
{
    recordShed(m_gate.drain(), m_shard, now(), m_scenario.limiter.cost);
}

void LiveEngine::Impl::runTimeline()
{
    // By traffic time: a pause holds what is planned back too.
    const Nanos time = m_gate.trafficTime();
    const auto timeline = m_scenario.timeline;
    while (m_nextEntry < timeline.size() && timeline[m_nextEntry].at <= time) {
        for (const Change& change : timeline[m_nextEntry].changes) {
            if (const auto applied = apply(change); !applied)
                mark(RunMark::Kind::Change, "not done: " + applied.error().message);
        }
        ++m_nextEntry;
    }
}

void LiveEngine::Impl::goOn()
{
    ArrivalBatch batch;
    m_gate.advance(batch);
    record(batch);
    if (m_gate.isDone())
        end(EndReason::Completed);
    else if (m_scenario.duration && m_gate.trafficTime() >= *m_scenario.duration)
        end(EndReason::Duration);
    else
        runTimeline();
}

void LiveEngine::Impl::collect()
{
    if (isFinished())
        return;
    if (m_options.stop->isRequested())
        end(EndReason::Stopped);
    if (m_state == RunState::Waiting && m_keeper && m_keeper->hasAnswered())
        begin();
    if (isGoing())
        goOn();
    if (m_state == RunState::Stopping)
        advanceEnd();
    if (!isFinished())
        m_recorder->collect(now(), m_gate.queued(), m_shared.inFlight.load());
}

void LiveEngine::Impl::end(EndReason reason)
{
    if (m_state == RunState::Stopping || isFinished())
        return;
    m_state = RunState::Stopping;
    m_endReason = reason;
    m_endAsked = std::chrono::steady_clock::now();
    m_gate.close();
    m_rest.request_stop();
    // Nothing in flight is worth waiting for when the store does not answer.
    if (!m_hasBegun || m_health.isDown())
        m_callStop.request();
    if (m_hasBegun)
        shedWaiting();
}

void LiveEngine::Impl::advanceEnd()
{
    if (std::chrono::steady_clock::now() - m_endAsked >= kStopGrace && !m_isCleaning)
        m_callStop.request();
    if (!m_gate.isDone())
        return;
    if (m_keeper && !m_isCleaning) {
        m_isCleaning = true;
        m_keeper->endRun(!m_callStop.isRequested());
    }
    if (!m_keeper || m_keeper->isDone())
        finish();
}

void LiveEngine::Impl::finish()
{
    m_pool.reset();
    m_keeper.reset();
    m_elapsed = now();
    m_recorder->collect(m_elapsed, 0, 0, true);
    m_state = RunState::Finished;
}

RunStatus LiveEngine::Impl::status() const
{
    RunStatus status;
    status.state = m_state;
    status.endReason = m_endReason;
    status.elapsed = isFinished() ? m_elapsed : now();
    status.queued = m_hasBegun ? m_gate.queued() : 0;
    status.inFlight = m_shared.inFlight.load();
    if (m_pool)
        status.workers = m_pool->status();
    status.scriptReloads = m_shared.scriptReloads.load();
    status.store = m_store.status();
    if (status.store.state == StoreStatus::State::Ready && m_health.isDown()) {
        status.store.state = StoreStatus::State::Down;
        status.store.problem = "calls fail: " + m_health.problem();
    }
    if (m_state == RunState::Waiting && m_keeper && status.store.problem.empty())
        status.store.problem = m_keeper->problem();
    return status;
}

LiveEngine::LiveEngine(Scenario scenario, Store& store, std::vector<Label> labels,
                       LiveEngineOptions options)
    : m_impl(
          std::make_unique<Impl>(std::move(scenario), store, std::move(labels), std::move(options)))
{
}
LiveEngine::~LiveEngine() = default;

void LiveEngine::start()
{
    m_impl->start();
}
void LiveEngine::pause()
{
    m_impl->pause();
}
void LiveEngine::resume()
{
    m_impl->resume();
}
void LiveEngine::step()
{
    m_impl->step();
}
void LiveEngine::stop()
{
    m_impl->end(EndReason::Stopped);
}
Result<void> LiveEngine::apply(const Change& change)
{
    return m_impl->apply(change);
}
void LiveEngine::collect()
{
    m_impl->collect();
}
const RunHistory& LiveEngine::history() const
{
    return m_impl->history();
}
RunStatus LiveEngine::status() const
{
    return m_impl->status();
}
bool LiveEngine::isFinished() const
{
    return m_impl->isFinished();
}
const Scenario& LiveEngine::scenario() const
{
    return m_impl->m_scenario;
}
const std::vector<TimelineEntry>& LiveEngine::changes() const
{
    return m_impl->m_changes;
}
const std::vector<Label>& LiveEngine::labels() const
{
    return m_impl->m_labels;
}
const std::vector<std::string>& LiveEngine::keys() const
{
    return m_impl->m_keys;
}

} // namespace penstock
