// SPDX-License-Identifier: MIT
#include "core/run/worker.h"

#include "core/run/arrival_record.h"

#include <utility>

namespace penstock {

Worker::Worker(WorkerShared& shared, std::uint32_t index) : m_shared(shared), m_index(index)
{
    setAutoDelete(false);
}

void Worker::prepare()
{
    show(WorkerActivity::Idle);
    m_isReady.store(true, std::memory_order_release);
}

void Worker::run()
{
    if (!m_isReady.load(std::memory_order_acquire))
        return;
    do {
        serve();
        show(WorkerActivity::Retired);
    } while (!m_shared.gate.leave(m_index));
}

void Worker::serve()
{
    open();
    ArrivalBatch batch;
    for (;;) {
        show(m_hasFailed ? WorkerActivity::Failing : WorkerActivity::Idle);
        const auto work = m_shared.gate.take(m_index, batch);
        record(batch);
        if (!work)
            break;
        ask(*work);
    }
    close();
}

void Worker::open()
{
    m_settings = m_shared.gate.settings();
    m_shard = &m_shared.recorder.takeShard();
    m_limiter = std::make_unique<StoreLimiter>(m_shared.store.openChannel(m_shared.stop),
                                               StoreLimiterOptions{m_settings->limit,
                                                                   m_settings->onStoreFailure,
                                                                   m_shared.commandTimeout});
    m_reloads = 0;
    m_hasFailed = false;
}

void Worker::close()
{
    m_limiter.reset();
    m_shared.recorder.giveBack(*std::exchange(m_shard, nullptr));
    m_settings.reset();
}

void Worker::follow(const std::shared_ptr<const WorkerSettings>& settings)
{
    if (settings == m_settings)
        return;
    m_settings = settings;
    m_limiter->setLimit(settings->limit);
    m_limiter->setFailPolicy(settings->onStoreFailure);
}

void Worker::ask(const RequestGate::Work& work)
{
    follow(work.settings);
    show(WorkerActivity::Asking);
    DecisionRecord record;
    record.number = work.request.number;
    record.intended = work.request.intended;
    record.label = work.request.label;
    record.worker = m_index;
    record.cost = m_settings->cost;
    record.started = m_shared.clock.now();

    m_shared.inFlight.fetch_add(1, std::memory_order_relaxed);
    m_shard->callOpened(record.started);
    record.decision = m_limiter->acquire({m_shared.key, record.cost});
    record.ended = m_shared.clock.now();
    m_shared.inFlight.fetch_sub(1, std::memory_order_relaxed);
    this->record(record);

    m_hasFailed = isStoreFailure(record.decision.outcome);
    Nanos pause = isAdmitted(record.decision.outcome) ? m_settings->work : Nanos(0);
    if (m_hasFailed && pause < m_settings->restAfterFailure)
        pause = m_settings->restAfterFailure;
    if (pause > Nanos(0)) {
        show(m_hasFailed ? WorkerActivity::Failing : WorkerActivity::Working);
        rest(pause);
    }
}

void Worker::record(const DecisionRecord& record)
{
    m_shard->append(record);
    m_shard->callClosed();
    m_requests.fetch_add(1, std::memory_order_relaxed);
    if (record.decision.decidedBy == DecidedBy::Store)
        m_shared.lastAnswer.store(record.ended.count(), std::memory_order_relaxed);
    if (const auto mark = m_shared.health.note(record.decision, record.started, record.ended))
        m_shared.recorder.addMark(*mark);
    const std::uint64_t reloads = m_limiter->channel().scriptReloads();
    if (reloads != m_reloads) {
        m_shared.scriptReloads.fetch_add(reloads - m_reloads, std::memory_order_relaxed);
        m_reloads = reloads;
    }
}

void Worker::record(ArrivalBatch& batch)
{
    recordArrivals(batch, m_shared.recorder, *m_shard, m_shared.clock.now(), m_settings->cost);
}

void Worker::rest(Nanos duration)
{
    std::unique_lock lock(m_restMutex);
    m_restEnd.wait_for(lock, m_shared.rest, duration, [] { return false; });
}

void Worker::show(WorkerActivity activity)
{
    m_activity.store(activity, std::memory_order_relaxed);
}

WorkerStatus Worker::status() const
{
    return {m_activity.load(std::memory_order_relaxed), m_requests.load(std::memory_order_relaxed)};
}

} // namespace penstock
