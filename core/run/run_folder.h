// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/run_history.h"
#include "core/run/summary.h"
#include "core/scenario/scenario.h"
#include "core/traffic/request_plan.h"
#include "core/util/error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

class QFile;

namespace penstock {

/// Writes what a run leaves behind, in a folder of its own:
///
///     manifest.json   what ran: version, when, store, script, seed; nothing of the machine
///     scenario.json   as it ran: the changes made by hand are in its timeline, so it repeats
///     summary.json    the summary, see toJson(Summary)
///     series.csv      one line a second, see kSeriesHeader
///     events.jsonl    one decision a line, see appendEvent
///
/// The last two are streamed while the run goes on, in memory that does not grow. Every file is
/// written under a name that ends in .part and renamed when it is whole: a file without .part is
/// complete. Nothing is ever overwritten. One owner, the reader's thread.
class RunFolderWriter
{
public:
    enum class Events : std::uint8_t
    {
        All,
        Admitted, ///< allowed, and let through by fail-open
        None
    };

    struct Options
    {
        std::string path;
        std::string version; ///< of Penstock
        Events events = Events::All;
        Scenario scenario; ///< as it was at the start
        std::vector<std::string> keys;
        std::vector<Label> labels;
    };

    /// Makes the folder (and those above it). Errors, all InputOutput: the folder is there and not
    /// empty, it cannot be made or written.
    static Result<std::unique_ptr<RunFolderWriter>> create(Options options);
    ~RunFolderWriter(); ///< without finish() the .part files stay, as they are

    /// The sink of LiveEngineOptions.
    void add(const DecisionRecord& record);
    /// After every LiveEngine::collect(): takes the seconds that are complete.
    void collect(const RunHistory& history);
    /// What went wrong while streaming (a full disk); empty while all is well.
    const std::string& problem() const { return m_problem; }

    /// Once, after the run. The error is the first thing that went wrong, streaming included.
    Result<void> finish(const Summary& summary, const RunHistory& history,
                        const std::vector<TimelineEntry>& changes);

    /// Columns of series.csv. Times in seconds and milliseconds, tokens in tokens; a field without
    /// a sample is empty.
    static const char* const kSeriesHeader;

private:
    explicit RunFolderWriter(Options options);
    Result<void> openStream(std::unique_ptr<QFile>& file, const char* name);
    void flush(QFile& file, std::string& buffer, std::size_t above);
    Result<void> closeStream(std::unique_ptr<QFile>& file, std::string& buffer, const char* name);
    Result<void> writeWhole(const char* name, const std::string& text);
    std::string manifest(const Summary& summary) const;
    void addSeries(const RunHistory& history, std::int64_t below);

    Options m_options;
    std::string m_started; ///< UTC, ISO 8601
    std::unique_ptr<QFile> m_events;
    std::unique_ptr<QFile> m_series;
    std::string m_eventBuffer;
    std::string m_seriesBuffer;
    std::int64_t m_nextSecond = 0;
    std::string m_problem;
};

/// "all", "admitted", "none", as --events takes them.
Result<RunFolderWriter::Events> parseEvents(const std::string& text);

/// One line of events.jsonl: n, worker, key, title, cost, outcome, decided_by, tokens_left,
/// retry_after_us, reset_after_us, store_time_us (null where unknown), intended_ns, started_ns,
/// ended_ns (run time), and where they apply error, ambiguous, fresh.
void appendEvent(std::string& out, const DecisionRecord& record,
                 const std::vector<std::string>& keys, const std::vector<Label>& labels);

/// One line of series.csv.
void appendSeriesLine(std::string& out, const SeriesBucket& bucket, Nanos width);

} // namespace penstock
