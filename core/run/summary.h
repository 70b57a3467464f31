// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/run_history.h"
#include "core/run/run_status.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace penstock {

struct ThresholdResult
{
    Threshold threshold;
    std::optional<double> actual; ///< none: no sample, which is a failure
    bool isMet = false;
};

/// The numbers of a finished (or stopped) run, once computed and then shown everywhere: text, JSON,
/// thresholds and the window agree because they read this.
struct Summary
{
    static constexpr const char* kSchema = "penstock.summary/1";

    std::string scenario;
    std::string store;
    std::string scriptSha;
    std::uint64_t seed = 0;
    std::string clock = "live";
    RunTotals totals;
    AuditReport audit;
    std::optional<MicroTokens> tokensLeft;
    Nanos duration{0};
    Histogram latency;
    std::uint64_t scriptReloads = 0;
    EndReason endReason = EndReason::NotYet;
    std::vector<ThresholdResult> thresholds;
};

Summary summarise(const Scenario& scenario, const RunHistory& history, const RunStatus& status);
std::string toJson(const Summary& summary); ///< one document, no NaN
std::string toText(const Summary& summary); ///< for people: aligned lines

/// Does @p summary meet @p threshold? No sample does not. Pure.
ThresholdResult evaluate(const Threshold& threshold, const Summary& summary);

/// "completed", "duration", "stopped", "failed", "not_yet".
std::string_view toText(EndReason reason);

/// The number that a threshold's metric names, or none when there is no sample. Pure.
std::optional<double> metricOf(const Summary& summary, const std::string& metric);

} // namespace penstock
