// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/run_driver.h"

#include <memory>
#include <optional>

namespace penstock {

/// Runs of the live engine. A store lives until the last of its runs has ended.
class LiveBackend final : public RunBackend
{
public:
    Result<void> useStore(const StoreSpec& spec) override;
    bool hasStore() const override { return m_store != nullptr; }
    std::unique_ptr<RunDriver> makeRun(Scenario scenario, std::vector<Label> labels) override;

private:
    std::optional<StoreSpec> m_spec;
    std::shared_ptr<Store> m_store;
};

} // namespace penstock
