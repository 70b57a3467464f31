// SPDX-License-Identifier: MIT
#include "core/measure/history_writer.h"

#include <algorithm>
#include <utility>

namespace penstock {

void HistoryWriter::add(DecisionRecord&& record)
{
    const Decision& decision = record.decision;
    m_history.totals.add(decision);
    if (decision.outcome != Outcome::Shed)
        m_history.latency.add(record.ended - record.intended);

    const auto& shape = m_buckets.of(decision.limit);
    m_auditor.add(record, shape);
    // What a policy reports is no reading of the bucket.
    std::optional<TokensReading> reading;
    if (record.key == m_watchedKey && decision.decidedBy == DecidedBy::Store) {
        reading = TokensReading{decision.tokensLeft, decision.storeTime};
        m_watched.add(record.started, record.ended, decision, shape);
    }
    m_series.addAnswer(record, reading);

    if (m_history.events.size() == RunHistory::kMaxEvents)
        m_history.events.pop_front();
    m_history.events.push_back(std::move(record));
    ++m_history.eventCount;
}

void HistoryWriter::addDropped(const RunTotals& totals)
{
    m_history.totals.add(totals);
    m_history.dropped += totals.requests();
    m_auditor.addDropped(totals);
}

void HistoryWriter::addPeek(Nanos at, const Decision& decision)
{
    if (decision.decidedBy != DecidedBy::Store)
        return;
    m_watched.add(at - decision.latency, at, decision, m_buckets.of(decision.limit));
    m_series.addTokens(at, {decision.tokensLeft, decision.storeTime});
}

void HistoryWriter::settle(Nanos watermark)
{
    const AuditReport& audit = m_history.audit;
    const std::uint64_t before = audit.epochCount;
    m_auditor.settle(watermark);
    const std::size_t added = std::min<std::size_t>(audit.epochCount - before, audit.epochs.size());
    for (std::size_t i = audit.epochs.size() - added; i < audit.epochs.size(); ++i) {
        const bool isFirst = audit.epochCount - audit.epochs.size() + i == 0;
        if (!isFirst) // the start is no event of the run
            addMark({RunMark::Kind::NewEpoch, audit.epochs[i].since, audit.epochs[i].reason});
    }
}

void HistoryWriter::addMark(RunMark mark)
{
    auto& marks = m_history.marks;
    if (marks.size() == RunHistory::kMaxMarks)
        marks.erase(marks.begin());
    marks.push_back(std::move(mark));
}

} // namespace penstock
