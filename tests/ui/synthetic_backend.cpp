// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/synthetic_backend.h"

namespace penstock {

namespace {

class SyntheticDriver final : public RunDriver
{
public:
    SyntheticDriver(SyntheticWorld& world, const Scenario& scenario, std::vector<Label> labels)
        : m_world(world), m_run({.workers = scenario.workers, .seed = scenario.seed}),
          m_labels(std::move(labels)), m_begin(world.now)
    {
        m_run.use(scenario);
        m_run.status().state = RunState::Waiting;
        m_run.status().store.state = StoreStatus::State::Starting;
    }
    ~SyntheticDriver() override { ++m_world.ended; }

    void start() override { followStore(); }
    void pause() override { m_run.pause(); }
    void resume() override { m_run.resume(); }
    void step() override { m_run.step(); }
    void stop() override { m_run.status().state = RunState::Finished; }
    Result<void> apply(const Change& change) override
    {
        if (const auto* burst = std::get_if<BurstChange>(&change)) {
            m_run.burst(burst->count);
        } else {
            const auto& set = std::get<SetChange>(change);
            if (Result<void> taken = m_run.set(set.path, set.value); !taken)
                return taken;
        }
        m_changes.push_back({m_run.now(), {change}});
        return {};
    }
    void collect() override
    {
        if (isFinished())
            return;
        followStore();
        if (m_run.status().state != RunState::Waiting)
            m_run.advanceTo(m_world.now - m_begin);
        m_run.status().elapsed = m_world.now - m_begin;
    }

    const RunHistory& history() const override { return m_run.history(); }
    RunStatus status() const override { return m_run.status(); }
    bool isFinished() const override { return m_run.status().state == RunState::Finished; }
    const Scenario& scenario() const override { return m_run.scenario(); }
    const std::vector<TimelineEntry>& changes() const override { return m_changes; }
    const std::vector<Label>& labels() const override { return m_labels; }
    const std::vector<std::string>& keys() const override { return m_run.keys(); }

private:
    void followStore()
    {
        RunStatus& status = m_run.status();
        const bool isReady = m_world.store == StoreStatus::State::Ready;
        if (status.state == RunState::Waiting) {
            status.store.state = m_world.store;
            if (isReady)
                status.state = RunState::Running;
        } else if (!isReady && status.store.state == StoreStatus::State::Ready) {
            m_run.breakStore(m_run.scenario().limiter.onStoreFailure);
        } else if (isReady && status.store.state != StoreStatus::State::Ready) {
            m_run.mendStore();
        }
    }

    SyntheticWorld& m_world;
    SyntheticRun m_run;
    std::vector<Label> m_labels;
    std::vector<TimelineEntry> m_changes;
    Nanos m_begin;
};

} // namespace

Result<void> SyntheticBackend::useStore(const StoreSpec& spec)
{
    if (!m_world.canMakeStore)
        return tl::unexpected(
            Error{ErrorKind::StoreUnreachable, "redis-server is not installed", "install it"});
    m_world.storesUsed.push_back(spec);
    return {};
}

std::unique_ptr<RunDriver> SyntheticBackend::makeRun(Scenario scenario, std::vector<Label> labels)
{
    m_world.started.push_back(scenario);
    return std::make_unique<SyntheticDriver>(m_world, scenario, std::move(labels));
}

} // namespace penstock
