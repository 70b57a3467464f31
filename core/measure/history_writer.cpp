// SPDX-License-Identifier: MIT
#include "core/measure/history_writer.h"

#include <utility>

namespace penstock {

void HistoryWriter::add(DecisionRecord&& record)
{
    const Decision& decision = record.decision;
    m_history.totals.add(decision);
    if (decision.outcome != Outcome::Shed)
        m_history.latency.add(record.ended - record.intended);

    // What a policy reports is no reading of the bucket.
    std::optional<TokensReading> reading;
    if (record.key == m_watchedKey && decision.decidedBy == DecidedBy::Store) {
        reading = TokensReading{decision.tokensLeft, decision.storeTime};
        m_watched.add(record.started, record.ended, decision, m_buckets.of(decision.limit));
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
}

void HistoryWriter::addPeek(Nanos at, const Decision& decision)
{
    if (decision.decidedBy != DecidedBy::Store)
        return;
    m_watched.add(at - decision.latency, at, decision, m_buckets.of(decision.limit));
    m_series.addTokens(at, {decision.tokensLeft, decision.storeTime});
}

void HistoryWriter::addMark(RunMark mark)
{
    auto& marks = m_history.marks;
    if (marks.size() == RunHistory::kMaxMarks)
        marks.erase(marks.begin());
    marks.push_back(std::move(mark));
}

} // namespace penstock
