// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/synthetic_run.h"
#include "ui/session/run_driver.h"

#include <memory>
#include <optional>
#include <vector>

namespace penstock {

/// What a test of the session or the window holds in its hands: the time of the runs, the store
/// they find, and what was asked of it.
struct SyntheticWorld
{
    Nanos now{0}; ///< moves only when the test moves it
    StoreStatus::State store = StoreStatus::State::Ready;
    bool canMakeStore = true;
    std::vector<StoreSpec> storesUsed;
    std::vector<Scenario> started; ///< what each run began with
    int ended = 0;                 ///< runs that were let go
};

/// Synthetic runs as a RunBackend. The world outlives it.
class SyntheticBackend final : public RunBackend
{
public:
    explicit SyntheticBackend(SyntheticWorld& world) : m_world(world) {}

    Result<void> useStore(const StoreSpec& spec) override;
    bool hasStore() const override { return m_world.canMakeStore; }
    std::unique_ptr<RunDriver> makeRun(Scenario scenario, std::vector<Label> labels) override;

private:
    SyntheticWorld& m_world;
};

} // namespace penstock
