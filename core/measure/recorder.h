// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/decision_record.h"
#include "core/measure/history_writer.h"
#include "core/measure/run_history.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace penstock {

struct RecorderOptions
{
    /// Every decision in collect() order, for files. Called on the reader's thread. With a sink no
    /// event is ever dropped: shards grow until they are fetched.
    std::function<void(const DecisionRecord&)> sink{};
    /// Run time after which an unfetched shard drops its events (totals are kept).
    Nanos dropAfter = std::chrono::seconds(2);
    /// The key whose bucket is drawn: history().watched and the tokens of the series.
    std::uint32_t watchedKey = 0;
};

/// Where workers leave what happened and one reader folds it. Workers append to a shard of their
/// own under its mutex; collect() swaps the shards out, unlocks, and folds. Never a signal per
/// request; nothing is called under a lock. Within one collect(), decisions of all shards are
/// folded in the order of their answers. A new epoch of the audit becomes a mark of the run.
class Recorder final
{
public:
    /// What one worker writes to. For that worker's thread only.
    class Shard final
    {
    public:
        /// Cheapest when the record is moved in: its limit is shared and counted.
        void append(DecisionRecord record);
        /// A request arrived, as Recorder::addOffered, for a worker that is its own source (closed
        /// loop): takes no lock that other workers take.
        void addOffered(Nanos at, std::uint32_t count = 1);
        /// When the call that is now open was sent (run time); the audit waits for the oldest open
        /// call before it judges what came after. callClosed() when its record was appended.
        void callOpened(Nanos at);
        void callClosed();

    private:
        friend class Recorder;
        Shard(bool keepsAll, Nanos dropAfter, Nanos now)
            : m_keepsAll(keepsAll), m_dropAfter(dropAfter), m_fetchedAt(now)
        {
        }

        const bool m_keepsAll;
        const Nanos m_dropAfter;

        std::mutex m_mutex; ///< guards all down to m_openSince
        std::vector<DecisionRecord> m_records;
        std::vector<std::pair<Nanos, std::uint32_t>> m_offered;
        RunTotals m_dropped; ///< since the last fetch
        Nanos m_fetchedAt;
        std::optional<Nanos> m_openSince;

        std::vector<DecisionRecord> m_taken; ///< the reader's: fetched, being folded
    };

    explicit Recorder(RecorderOptions options);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Any thread. The shard lives as long as the recorder; a retired worker's shard is handed out
    /// again by giveBack.
    Shard& takeShard();
    void giveBack(Shard& shard);

    /// A request arrived (was meant to start) at @p at. Any thread; counts as offered.
    void addOffered(Nanos at, std::uint32_t count = 1);
    /// Any thread.
    void addMark(RunMark mark);
    /// A peek's answer for the watched key: keeps the tokens line true between decisions. Any
    /// thread.
    void addPeek(Nanos at, const Decision& decision);

    /// Reader's thread: folds all that was left since the last call. @p now is the run time, taken
    /// before the call; queued and inFlight are the engine's gauges at this moment. @p isFinal also
    /// settles the audit.
    void collect(Nanos now, std::int32_t queued, std::int32_t inFlight, bool isFinal = false);
    /// Reader's thread.
    const RunHistory& history() const { return m_writer.history(); }

private:
    using OfferedCells = std::vector<std::pair<Nanos, std::uint32_t>>;
    struct Peek
    {
        Nanos at{0};
        Decision decision;
    };
    struct Order
    {
        Nanos ended{0};
        std::uint64_t number = 0;
        DecisionRecord* record = nullptr;
    };

    static void countOffered(OfferedCells& cells, Nanos at, std::uint32_t count);
    void fetchShared(Nanos now);
    Nanos fetch(Shard& shard, Nanos now);
    void foldRecords();

    const RecorderOptions m_options;

    std::mutex m_mutex; ///< guards all down to m_collectedAt
    std::vector<std::unique_ptr<Shard>> m_shards;
    std::vector<Shard*> m_free;
    OfferedCells m_offered;
    std::vector<RunMark> m_marks;
    std::vector<Peek> m_peeks;
    Nanos m_collectedAt{0};

    // The reader's own: used by collect() and history() alone.
    std::vector<Shard*> m_readerShards;
    OfferedCells m_takenOffered;
    std::vector<RunMark> m_takenMarks;
    std::vector<Peek> m_takenPeeks;
    std::vector<Order> m_order;
    HistoryWriter m_writer;
};

std::unique_ptr<Recorder> makeRecorder(RecorderOptions options);

} // namespace penstock
