// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/decision_record.h"
#include "core/traffic/request_plan.h"

#include <chrono>
#include <string>
#include <vector>

namespace penstock {

/// The article's log, one line a request in the order of the decisions:
///
///     12:00:01 - INFO - [Worker 0, Req 1] Allowed. Tokens left: 4.00. Processing: 'Title'
///     12:00:01 - WARNING - [Worker 1, Req 7] Rate limited! Tokens left: 0.00. Skipping: 'Title'
///
/// The worker number is the entry's index, as in the article. Reader's thread.
class RequestLog
{
public:
    using WallTime = std::chrono::system_clock::time_point;

    /// @p start is the wall clock at run time 0.
    void setStart(WallTime start) { m_start = start; }
    void add(const DecisionRecord& record) { m_waiting.push_back(record); }
    /// The lines of what was decided before @p until (run time). Workers hand in their records
    /// apart from each other: with @p until one collect() ago, whatever came before it is there.
    std::string takeLines(Nanos until, const std::vector<Label>& labels);
    /// "12:00:03 - INFO - Completed 20 requests in 0.25 seconds."
    std::string lastLine(std::uint64_t requests, Nanos duration) const;

private:
    std::string stamp(Nanos runTime) const;
    std::string line(const DecisionRecord& record, const std::string& title) const;

    WallTime m_start{};
    std::vector<DecisionRecord> m_waiting;
};

} // namespace penstock
