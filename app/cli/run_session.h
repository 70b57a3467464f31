// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/request_log.h"
#include "app/cli/run_options.h"
#include "core/run/live_engine.h"
#include "core/run/run_folder.h"
#include "core/run/summary.h"

#include <memory>
#include <optional>
#include <string>

namespace penstock {

/// One run from start to summary: the engine on an event loop of its own, with a tick thirty times
/// a second that feeds the log, the run folder and the progress line. Main thread.
class RunSession
{
public:
    /// @p store answers already and outlives this.
    RunSession(const RunOptions& options, Scenario scenario, Store& store,
               std::vector<Label> labels, std::shared_ptr<StopSignal> stop);
    ~RunSession();

    /// Makes the run folder, runs, and writes what is asked for.
    ExitCode exec();

private:
    Result<void> openFolder(RunFolderWriter::Events events);
    LiveEngineOptions engineOptions();
    void tick();
    void writeLog(Nanos until);
    void tellStore(const StoreStatus& store);
    void showProgress(const RunStatus& status);
    void clearProgress();
    void stopFor(ExitCode code);
    ExitCode conclude();
    ExitCode verdict(const Summary& summary) const;

    RunOptions m_options;
    std::shared_ptr<StopSignal> m_stop;
    RequestLog m_log;
    std::unique_ptr<RunFolderWriter> m_folder;
    LiveEngine m_engine;
    std::optional<StoreStatus::State> m_storeState;
    Nanos m_lastTick{0}; ///< run time
    bool m_showsProgress = false;
    bool m_hasProgressLine = false;
    int m_ticks = 0;
    ExitCode m_stoppedFor = ExitCode::Ok; ///< why the session itself stopped the run
};

} // namespace penstock
