// SPDX-License-Identifier: MIT
#include "core/run/json_writer.h"
#include "core/run/summary.h"

#include <array>
#include <charconv>
#include <utility>

namespace penstock {

namespace {

using NamedCount = std::pair<const char*, std::uint64_t>;

struct Quantile
{
    const char* name;
    std::uint64_t numerator;
    std::uint64_t denominator;
};
constexpr Quantile kQuantiles[] = {
    {"p50", 50, 100}, {"p90", 90, 100}, {"p99", 99, 100}, {"p999", 999, 1000}, {"max", 1, 1}};

void writeLatency(JsonWriter& json, const Histogram& latency)
{
    json.key("latency_ms").beginObject();
    for (const Quantile& quantile : kQuantiles) {
        json.key(quantile.name);
        if (latency.count() == 0)
            json.null();
        else
            json.value(static_cast<double>(
                           latency.quantile(quantile.numerator, quantile.denominator).count()) /
                       1e6);
    }
    json.endObject();
}

void writeCounts(JsonWriter& json, const Summary& summary)
{
    const RunTotals& totals = summary.totals;
    json.member("requests", totals.requests())
        .member("allowed", totals.of(Outcome::Allowed))
        .member("denied", totals.of(Outcome::Denied))
        .member("never_fits", totals.of(Outcome::NeverFits))
        .member("errors", totals.errors());
    json.key("errors_by_class").beginObject();
    for (std::size_t i = 1; i < kStoreErrorClassCount; ++i) {
        if (totals.byErrorClass[i] > 0)
            json.member(toText(static_cast<StoreErrorClass>(i)), totals.byErrorClass[i]);
    }
    json.endObject();
    json.member("ambiguous", totals.ambiguous)
        .member("fail_open_allowed", totals.of(Outcome::FailOpenAllowed))
        .member("fail_closed_denied", totals.of(Outcome::FailClosedDenied))
        .member("shed", totals.of(Outcome::Shed))
        .member("script_reloads", summary.scriptReloads);
}

void writeAudit(JsonWriter& json, const AuditReport& audit)
{
    const auto ifKnown = [&](MicroTokens tokens) {
        return audit.overAdmission ? std::optional(tokens) : std::nullopt;
    };
    json.member("over_admission", audit.overAdmission)
        .member("over_admission_low", ifKnown(audit.low))
        .member("over_admission_high", ifKnown(audit.high));
    json.key("over_admission_unknown");
    if (audit.whyUnknown.empty())
        json.null();
    else
        json.value(audit.whyUnknown);
    json.member("audited", audit.audited).member("unprotected", audit.unprotected);
    json.member("over_admission_epochs", audit.epochCount).key("epochs").beginArray();
    for (const AuditEpoch& epoch : audit.epochs) {
        json.beginObject()
            .member("reason", epoch.reason)
            .member("since_s", static_cast<double>(epoch.since.count()) / 1e9)
            .member("gave_away", epoch.gaveAway)
            .endObject();
    }
    json.endArray();
}

void writeThresholds(JsonWriter& json, const std::vector<ThresholdResult>& results)
{
    json.key("thresholds").beginArray();
    for (const ThresholdResult& result : results) {
        json.beginObject()
            .member("threshold", toText(result.threshold))
            .member("actual", result.actual)
            .member("met", result.isMet)
            .endObject();
    }
    json.endArray();
}

std::string number(double value, int decimals)
{
    char text[64];
    const auto end =
        std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, decimals).ptr;
    return {text, end};
}

std::string number(MicroTokens tokens)
{
    std::string text;
    appendDecimal(text, tokens);
    return text;
}

void addLine(std::string& out, std::string_view name, std::string_view value)
{
    constexpr std::size_t kColumn = 20;
    out += name;
    out.append(name.size() < kColumn ? kColumn - name.size() : 1, ' ');
    out += value;
    out += '\n';
}

void addCounts(std::string& out, const RunTotals& totals)
{
    addLine(out, "requests", std::to_string(totals.requests()));
    const NamedCount always[] = {{"  allowed", totals.of(Outcome::Allowed)},
                                 {"  denied", totals.of(Outcome::Denied)}};
    for (const auto& [name, count] : always)
        addLine(out, name, std::to_string(count));
    const NamedCount ifAny[] = {{"  never fits", totals.of(Outcome::NeverFits)},
                                {"  fail-open allowed", totals.of(Outcome::FailOpenAllowed)},
                                {"  fail-closed denied", totals.of(Outcome::FailClosedDenied)},
                                {"  shed", totals.of(Outcome::Shed)},
                                {"ambiguous", totals.ambiguous}};
    for (const auto& [name, count] : ifAny) {
        if (count > 0)
            addLine(out, name, std::to_string(count));
    }
    for (std::size_t i = 1; i < kStoreErrorClassCount; ++i) {
        if (totals.byErrorClass[i] > 0)
            addLine(out, "  error " + std::string(toText(static_cast<StoreErrorClass>(i))),
                    std::to_string(totals.byErrorClass[i]));
    }
}

void addAudit(std::string& out, const AuditReport& audit)
{
    if (!audit.overAdmission) {
        addLine(out, "over-admission", "unknown: " + audit.whyUnknown);
        return;
    }
    std::string text = number(*audit.overAdmission) + " tokens";
    if (audit.low != audit.high)
        text += " (" + number(audit.low) + " to " + number(audit.high) + ")";
    if (audit.epochCount > 1)
        text += ", " + std::to_string(audit.epochCount) + " epochs";
    addLine(out, "over-admission", text);
    if (audit.unprotected > 0)
        addLine(out, "unprotected", std::to_string(audit.unprotected));
}

void addLatency(std::string& out, const Histogram& latency)
{
    if (latency.count() == 0)
        return;
    std::string text;
    for (const Quantile& quantile : kQuantiles) {
        const Nanos value = latency.quantile(quantile.numerator, quantile.denominator);
        if (!text.empty())
            text += "  ";
        text +=
            std::string(quantile.name) + ' ' + number(static_cast<double>(value.count()) / 1e6, 3);
    }
    addLine(out, "latency ms", text);
}

} // namespace

std::string_view toText(EndReason reason)
{
    switch (reason) {
    case EndReason::NotYet:
        return "not_yet";
    case EndReason::Completed:
        return "completed";
    case EndReason::Duration:
        return "duration";
    case EndReason::Stopped:
        return "stopped";
    case EndReason::Failed:
        return "failed";
    }
    return "failed";
}

std::string toJson(const Summary& summary)
{
    std::string out;
    JsonWriter json(out, true);
    json.beginObject()
        .member("schema", Summary::kSchema)
        .member("scenario", summary.scenario)
        .member("store", summary.store)
        .member("script_sha", summary.scriptSha)
        .member("seed", summary.seed)
        .member("clock", summary.clock)
        .member("end", toText(summary.endReason));
    writeCounts(json, summary);
    writeAudit(json, summary.audit);
    json.member("tokens_left", summary.tokensLeft)
        .member("duration_s", static_cast<double>(summary.duration.count()) / 1e9)
        .member("decisions_per_s", metricOf(summary, "decisions_per_s"))
        .member("deny_ratio", metricOf(summary, "deny_ratio"))
        .member("allowed_rate", metricOf(summary, "allowed_rate"));
    writeLatency(json, summary.latency);
    writeThresholds(json, summary.thresholds);
    json.endObject();
    out += '\n';
    return out;
}

std::string toText(const Summary& summary)
{
    std::string out;
    addLine(out, "scenario", summary.scenario);
    addLine(out, "store", summary.store);
    addLine(out, "seed", std::to_string(summary.seed));
    addLine(out, "end", toText(summary.endReason));
    addLine(out, "duration s", number(static_cast<double>(summary.duration.count()) / 1e9, 3));
    addCounts(out, summary.totals);
    if (const auto rate = metricOf(summary, "decisions_per_s"))
        addLine(out, "decisions per s", number(*rate, 1));
    if (summary.tokensLeft)
        addLine(out, "tokens left", number(*summary.tokensLeft));
    addAudit(out, summary.audit);
    addLatency(out, summary.latency);
    for (const ThresholdResult& result : summary.thresholds) {
        const std::string actual = result.actual ? number(*result.actual, 6) : "no sample";
        addLine(out, result.isMet ? "threshold met" : "threshold failed",
                toText(result.threshold) + "  (" + actual + ")");
    }
    return out;
}

} // namespace penstock
