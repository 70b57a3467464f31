// SPDX-License-Identifier: MIT
#pragma once

#include "core/run/live_engine.h"

#include <QString>

#include <chrono>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

namespace penstock::test {

/// A run of the live engine as a test sees it: it keeps every decision and checks at the end what
/// holds for every run. The thread that made it.
class LiveRun
{
public:
    LiveRun(Scenario scenario, Store& store, LiveEngineOptions options = {});

    LiveEngine& engine() { return *m_engine; }
    const RunHistory& history() const { return m_engine->history(); }
    const std::vector<DecisionRecord>& records() const { return m_records; }
    std::uint64_t count(Outcome outcome) const;
    std::uint64_t marks(RunMark::Kind kind) const;

    /// Ticks the engine until @p isTrue; false when @p atMost passed first.
    bool waitFor(const std::function<bool()>& isTrue,
                 std::chrono::milliseconds atMost = std::chrono::seconds(20));
    bool waitForEnd(std::chrono::milliseconds atMost = std::chrono::seconds(20));
    bool waitForState(RunState state);
    /// Until @p count more requests have been answered.
    bool waitForMore(std::uint64_t count);
    /// Until @p duration of run time has passed.
    bool runFor(Nanos duration);

    /// Empty, or the first thing about this finished run that cannot be: see the source.
    QString fault() const;

private:
    std::vector<DecisionRecord> m_records;
    std::unique_ptr<LiveEngine> m_engine;
};

/// The built-in scenario @p name with values changed, as by --set. Its feed has 5 labels.
Scenario scenarioWith(const char* name,
                      std::initializer_list<std::pair<const char*, const char*>> values = {});

/// Entry 1 ... Entry n.
std::vector<Label> entryLabels(std::uint32_t count = 5);

} // namespace penstock::test
