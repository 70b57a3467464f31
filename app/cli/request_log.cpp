// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/request_log.h"

#include "app/cli/console.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace penstock {

namespace {

std::string twoDecimals(double value)
{
    char text[64];
    const int length = std::snprintf(text, sizeof text, "%.2f", value);
    return {text, static_cast<std::size_t>(length)};
}

const char* levelOf(Outcome outcome)
{
    if (outcome == Outcome::Allowed)
        return "INFO";
    return isStoreFailure(outcome) ? "ERROR" : "WARNING";
}

std::string whatHappened(const Decision& decision)
{
    const std::string tokens = "Tokens left: " + twoDecimals(decision.tokensLeft.toDouble()) + ". ";
    const std::string failure = "Store failed (" + std::string(toText(decision.errorClass)) + "). ";
    switch (decision.outcome) {
    case Outcome::Allowed:
        return "Allowed. " + tokens + "Processing";
    case Outcome::Denied:
        return "Rate limited! " + tokens + "Skipping";
    case Outcome::NeverFits:
        return "Costs more than the bucket holds. " + tokens + "Skipping";
    case Outcome::FailOpenAllowed:
        return failure + "Allowed. " + tokens + "Processing";
    case Outcome::FailClosedDenied:
        return failure + "Refused. Skipping";
    case Outcome::Shed:
        return "Never asked: the queue was full or the run stopped. Skipping";
    }
    return {};
}

} // namespace

std::string RequestLog::takeLines(Nanos until, const std::vector<Label>& labels)
{
    const auto isReady = [until](const DecisionRecord& record) { return record.ended < until; };
    const auto middle = std::stable_partition(m_waiting.begin(), m_waiting.end(), isReady);
    std::stable_sort(
        m_waiting.begin(), middle,
        [](const DecisionRecord& a, const DecisionRecord& b) { return a.ended < b.ended; });
    std::string lines;
    for (auto record = m_waiting.begin(); record != middle; ++record)
        lines += line(*record, labels[record->label].title) + '\n';
    m_waiting.erase(m_waiting.begin(), middle);
    return lines;
}

std::string RequestLog::lastLine(std::uint64_t requests, Nanos duration) const
{
    return stamp(duration) + " - INFO - Completed " + std::to_string(requests) + " requests in " +
           twoDecimals(std::chrono::duration<double>(duration).count()) + " seconds.\n";
}

std::string RequestLog::stamp(Nanos runTime) const
{
    const auto moment = m_start + std::chrono::duration_cast<WallTime::duration>(runTime);
    const std::time_t seconds = std::chrono::system_clock::to_time_t(moment);
    std::tm local = {};
    localtime_r(&seconds, &local);
    char text[16];
    const std::size_t length = std::strftime(text, sizeof text, "%H:%M:%S", &local);
    return {text, length};
}

std::string RequestLog::line(const DecisionRecord& record, const std::string& title) const
{
    return stamp(record.ended) + " - " + levelOf(record.decision.outcome) + " - [Worker " +
           std::to_string(record.label) + ", Req " + std::to_string(record.number) + "] " +
           whatHappened(record.decision) + ": '" + console::printable(title) + '\'';
}

} // namespace penstock
