// SPDX-License-Identifier: MIT
#include "core/run/summary.h"

#include "core/limit/algorithm.h"

#include <array>
#include <string_view>

namespace penstock {

namespace {

double milliseconds(Nanos duration)
{
    return static_cast<double>(duration.count()) / 1e6;
}

double ratio(std::uint64_t part, std::uint64_t whole)
{
    return static_cast<double>(part) / static_cast<double>(whole);
}

double seconds(const Summary& summary)
{
    return static_cast<double>(summary.duration.count()) / 1e9;
}

std::uint64_t storeDecisions(const RunTotals& totals)
{
    return totals.of(Outcome::Allowed) + totals.of(Outcome::Denied) + totals.of(Outcome::NeverFits);
}

using Metric = std::optional<double> (*)(const Summary&);

template <Outcome kOutcome>
std::optional<double> countOf(const Summary& summary)
{
    return static_cast<double>(summary.totals.of(kOutcome));
}

template <std::uint64_t kNumerator, std::uint64_t kDenominator>
std::optional<double> quantileOf(const Summary& summary)
{
    if (summary.latency.count() == 0)
        return std::nullopt;
    return milliseconds(summary.latency.quantile(kNumerator, kDenominator));
}

template <std::optional<MicroTokens> (*kAmount)(const AuditReport&)>
std::optional<double> auditOf(const Summary& summary)
{
    // A run in which the store decided nothing proves nothing.
    const auto amount = kAmount(summary.audit);
    if (!amount || storeDecisions(summary.totals) == 0)
        return std::nullopt;
    return amount->toDouble();
}

std::optional<MicroTokens> over(const AuditReport& report)
{
    return report.overAdmission;
}
std::optional<MicroTokens> overLow(const AuditReport& report)
{
    return report.overAdmission ? std::optional(report.low) : std::nullopt;
}
std::optional<MicroTokens> overHigh(const AuditReport& report)
{
    return report.overAdmission ? std::optional(report.high) : std::nullopt;
}

std::optional<double> denyRatio(const Summary& summary)
{
    const std::uint64_t denied = summary.totals.of(Outcome::Denied);
    const std::uint64_t decided = denied + summary.totals.of(Outcome::Allowed);
    return decided == 0 ? std::nullopt : std::optional(ratio(denied, decided));
}

std::optional<double> allowedRate(const Summary& summary)
{
    if (summary.duration <= Nanos(0))
        return std::nullopt;
    return static_cast<double>(summary.totals.of(Outcome::Allowed)) / seconds(summary);
}

std::optional<double> decisionsPerSecond(const Summary& summary)
{
    if (summary.duration <= Nanos(0))
        return std::nullopt;
    const std::uint64_t decisions = summary.totals.requests() - summary.totals.of(Outcome::Shed);
    return static_cast<double>(decisions) / seconds(summary);
}

std::optional<double> tokensLeft(const Summary& summary)
{
    return summary.tokensLeft ? std::optional(summary.tokensLeft->toDouble()) : std::nullopt;
}

struct NamedMetric
{
    std::string_view name;
    Metric metric;
};

constexpr NamedMetric kMetrics[] = {
    {"requests", [](const Summary& s) { return std::optional(double(s.totals.requests())); }},
    {"allowed", countOf<Outcome::Allowed>},
    {"denied", countOf<Outcome::Denied>},
    {"never_fits", countOf<Outcome::NeverFits>},
    {"errors", [](const Summary& s) { return std::optional(double(s.totals.errors())); }},
    {"ambiguous", [](const Summary& s) { return std::optional(double(s.totals.ambiguous)); }},
    {"fail_open_allowed", countOf<Outcome::FailOpenAllowed>},
    {"fail_closed_denied", countOf<Outcome::FailClosedDenied>},
    {"shed", countOf<Outcome::Shed>},
    {"script_reloads", [](const Summary& s) { return std::optional(double(s.scriptReloads)); }},
    {"over_admission", auditOf<over>},
    {"over_admission_low", auditOf<overLow>},
    {"over_admission_high", auditOf<overHigh>},
    {"over_admission_epochs",
     [](const Summary& s) { return std::optional(double(s.audit.epochCount)); }},
    {"unprotected", [](const Summary& s) { return std::optional(double(s.audit.unprotected)); }},
    {"tokens_left", tokensLeft},
    {"decisions_per_s", decisionsPerSecond},
    {"latency_ms.p50", quantileOf<50, 100>},
    {"latency_ms.p90", quantileOf<90, 100>},
    {"latency_ms.p99", quantileOf<99, 100>},
    {"latency_ms.p999", quantileOf<999, 1000>},
    {"latency_ms.max", quantileOf<1, 1>},
    {"deny_ratio", denyRatio},
    {"allowed_rate", allowedRate},
};

bool compare(double actual, Threshold::Op op, double bar)
{
    switch (op) {
    case Threshold::Op::Less:
        return actual < bar;
    case Threshold::Op::LessEqual:
        return actual <= bar;
    case Threshold::Op::Greater:
        return actual > bar;
    case Threshold::Op::GreaterEqual:
        return actual >= bar;
    case Threshold::Op::Equal:
        return actual == bar;
    }
    return false;
}

/// errors_by_class.timeout
std::optional<double> errorClassCount(const Summary& summary, std::string_view name)
{
    for (std::size_t i = 1; i < kStoreErrorClassCount; ++i) {
        if (toText(static_cast<StoreErrorClass>(i)) == name)
            return static_cast<double>(summary.totals.byErrorClass[i]);
    }
    return std::nullopt;
}

} // namespace

std::optional<double> metricOf(const Summary& summary, const std::string& metric)
{
    if (metric == "duration_s")
        return seconds(summary);
    if (summary.totals.requests() == 0)
        return std::nullopt; // nothing was asked: no number of the run is a sample
    constexpr std::string_view kByClass = "errors_by_class.";
    if (metric.starts_with(kByClass))
        return errorClassCount(summary, std::string_view(metric).substr(kByClass.size()));
    for (const NamedMetric& named : kMetrics) {
        if (named.name == metric)
            return named.metric(summary);
    }
    return std::nullopt;
}

ThresholdResult evaluate(const Threshold& threshold, const Summary& summary)
{
    const auto actual = metricOf(summary, threshold.metric);
    return {threshold, actual, actual && compare(*actual, threshold.op, threshold.value)};
}

Summary summarise(const Scenario& scenario, const RunHistory& history, const RunStatus& status)
{
    Summary summary;
    summary.scenario = scenario.name;
    summary.store = status.store.name;
    if (!status.store.version.empty())
        summary.store += ' ' + status.store.version;
    const Algorithm* algorithm = scenario.limiter.limit.algorithm;
    if (const Script* script = algorithm ? findScript(algorithm->scriptName) : nullptr)
        summary.scriptSha = script->sha;
    summary.seed = scenario.seed;
    summary.totals = history.totals;
    summary.audit = history.audit;
    if (history.watched.isKnown)
        summary.tokensLeft = history.watched.tokens;
    summary.duration = status.elapsed;
    summary.latency = history.latency;
    summary.scriptReloads = status.scriptReloads;
    summary.endReason = status.endReason;
    for (const Threshold& threshold : scenario.thresholds)
        summary.thresholds.push_back(evaluate(threshold, summary));
    return summary;
}

} // namespace penstock
