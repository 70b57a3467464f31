// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/live_backend.h"

#include "core/run/live_engine.h"

#include <utility>

namespace penstock {

namespace {

class LiveRun final : public RunDriver
{
public:
    LiveRun(Scenario scenario, std::shared_ptr<Store> store, std::vector<Label> labels)
        : m_store(std::move(store)), m_engine(std::move(scenario), *m_store, std::move(labels))
    {
    }

    void start() override { m_engine.start(); }
    void pause() override { m_engine.pause(); }
    void resume() override { m_engine.resume(); }
    void step() override { m_engine.step(); }
    void stop() override { m_engine.stop(); }
    Result<void> apply(const Change& change) override { return m_engine.apply(change); }
    void collect() override { m_engine.collect(); }

    const RunHistory& history() const override { return m_engine.history(); }
    RunStatus status() const override { return m_engine.status(); }
    bool isFinished() const override { return m_engine.isFinished(); }
    const Scenario& scenario() const override { return m_engine.scenario(); }
    const std::vector<TimelineEntry>& changes() const override { return m_engine.changes(); }
    const std::vector<Label>& labels() const override { return m_engine.labels(); }
    const std::vector<std::string>& keys() const override { return m_engine.keys(); }

private:
    std::shared_ptr<Store> m_store; ///< before the engine: outlives it
    LiveEngine m_engine;
};

} // namespace

Result<void> LiveBackend::useStore(const StoreSpec& spec)
{
    if (m_store != nullptr && m_spec == spec)
        return {};
    m_store.reset();
    m_spec.reset();
    Result<std::unique_ptr<Store>> store = makeStore(spec);
    if (!store)
        return tl::unexpected(store.error());
    m_store = std::move(*store);
    m_spec = spec;
    return {};
}

std::unique_ptr<RunDriver> LiveBackend::makeRun(Scenario scenario, std::vector<Label> labels)
{
    return std::make_unique<LiveRun>(std::move(scenario), m_store, std::move(labels));
}

} // namespace penstock
