// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/recorder.h"
#include "core/run/run_status.h"
#include "core/scenario/scenario.h"
#include "core/traffic/request_plan.h"
#include "core/util/random.h"

#include <memory>
#include <string>
#include <vector>

namespace penstock {

/// Made-up traffic through a real Recorder and a real native limiter, on a clock of its own:
/// the same run every time, without threads, a store or waiting. What the window's views are
/// tested, pictured and measured with. One thread.
class SyntheticRun
{
public:
    struct Options
    {
        double perSecond = 8;
        bool isPoisson = true;
        std::uint32_t workers = 10;
        std::uint64_t seed = 42;
        MicroTokens capacity = MicroTokens::fromTokens(20);
        Rate refill = Rate::perSecond(10);
        Nanos tick = std::chrono::nanoseconds(33'333'333); ///< between two collects
    };

    explicit SyntheticRun(Options options);

    /// Everything up to @p now, collected tick by tick.
    void advanceTo(Nanos now);
    Nanos now() const { return m_now; }

    /// Takes over all of @p scenario but its number of workers; before the first advanceTo().
    void use(const Scenario& scenario);
    /// A live value of the scenario, as LiveEngine::apply: marked, from now on.
    Result<void> set(const std::string& path, const std::string& value);
    void step(); ///< one request, now

    void setRefill(Rate refill); ///< marked, from now on
    void setPerSecond(double perSecond);
    void burst(std::uint32_t count);
    void pause();
    void resume();
    /// From now on the store fails, and requests pass by policy.
    void breakStore(FailPolicy policy);
    void mendStore();

    const RunHistory& history() const { return m_recorder.history(); }
    const RunStatus& status() const { return m_status; }
    RunStatus& status() { return m_status; }
    const Scenario& scenario() const { return m_scenario; }
    const std::vector<Label>& labels() const { return m_labels; }
    const std::vector<std::string>& keys() const { return m_keys; }

private:
    void request(Nanos at);
    Decision decide(Nanos at);
    Nanos gap();
    void mark(RunMark::Kind kind, std::string text);
    void updateWorkers(Nanos now);
    void takeSettings();

    Options m_options;
    Recorder m_recorder;
    Recorder::Shard& m_shard;
    std::unique_ptr<NativeLimiter> m_limiter;
    std::shared_ptr<const Limit> m_limit;
    RandomStream m_random;
    Scenario m_scenario;
    RunStatus m_status;
    std::vector<Label> m_labels;
    std::vector<std::string> m_keys;
    std::vector<Nanos> m_busyUntil; ///< by worker
    Nanos m_now{0};
    Nanos m_next{0}; ///< arrival
    std::uint64_t m_number = 0;
    bool m_isPaused = false;
    bool m_isStoreDown = false;
};

} // namespace penstock
