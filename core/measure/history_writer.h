// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/auditor.h"
#include "core/measure/bucket_lookup.h"
#include "core/measure/run_history.h"
#include "core/measure/series_pyramid.h"
#include "core/measure/watched_key.h"

#include <cstdint>

namespace penstock {

/// Folds decisions, arrivals, readings and marks into a RunHistory. Pure: all times are given. Used
/// by one thread, the reader's.
class HistoryWriter
{
public:
    explicit HistoryWriter(std::uint32_t watchedKey) : m_watchedKey(watchedKey) {}
    HistoryWriter(const HistoryWriter&) = delete; // its parts refer to its history
    HistoryWriter& operator=(const HistoryWriter&) = delete;

    /// The record is moved into the event ring.
    void add(DecisionRecord&& record);
    /// Decisions whose events were not kept.
    void addDropped(const RunTotals& totals);
    void addOffered(Nanos at, std::uint32_t count) { m_series.addOffered(at, count); }
    void addPeek(Nanos at, const Decision& decision);
    void addMark(RunMark mark);
    /// Audits what can be audited; a new epoch is marked. No call sent before @p watermark is open.
    void settle(Nanos watermark);
    /// Ends one round of folding; see SeriesPyramid::tick.
    void tick(Nanos now, std::int32_t queued, std::int32_t inFlight)
    {
        m_series.tick(now, queued, inFlight);
    }

    const RunHistory& history() const { return m_history; }

private:
    std::uint32_t m_watchedKey;
    RunHistory m_history;
    SeriesPyramid m_series{m_history.levels};
    WatchedKey m_watched{m_history.watched};
    Auditor m_auditor{m_history.audit};
    BucketLookup m_buckets;
};

} // namespace penstock
