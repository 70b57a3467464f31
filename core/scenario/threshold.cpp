// SPDX-License-Identifier: MIT
#include "core/scenario/threshold.h"

#include "core/limit/decision.h"
#include "core/util/nearest_name.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <span>

namespace penstock {

namespace {

enum class Dimension
{
    Count,
    Tokens,
    Milliseconds,
    Seconds,
    Ratio,
    PerSecond
};

struct UnitFactor
{
    std::string_view unit;
    double factor; ///< of the metric's own unit
};

std::span<const UnitFactor> unitsOf(Dimension dimension)
{
    static constexpr UnitFactor kCount[] = {{"", 1}};
    static constexpr UnitFactor kTokens[] = {{"", 1}, {"tokens", 1}, {"token", 1}};
    static constexpr UnitFactor kMilliseconds[] = {
        {"", 1}, {"ms", 1}, {"us", 1e-3}, {"s", 1e3}, {"min", 60e3}};
    static constexpr UnitFactor kSeconds[] = {
        {"", 1}, {"s", 1}, {"ms", 1e-3}, {"min", 60}, {"h", 3600}};
    static constexpr UnitFactor kRatio[] = {{"", 1}, {"%", 1e-2}};
    static constexpr UnitFactor kPerSecond[] = {{"", 1}, {"/s", 1}, {"/min", 1.0 / 60}};
    switch (dimension) {
    case Dimension::Count:
        return kCount;
    case Dimension::Tokens:
        return kTokens;
    case Dimension::Milliseconds:
        return kMilliseconds;
    case Dimension::Seconds:
        return kSeconds;
    case Dimension::Ratio:
        return kRatio;
    case Dimension::PerSecond:
        return kPerSecond;
    }
    return {};
}

Dimension dimensionOf(std::string_view metric)
{
    if (metric.starts_with("latency_ms."))
        return Dimension::Milliseconds;
    if (metric.starts_with("over_admission") && metric != "over_admission_epochs")
        return Dimension::Tokens;
    if (metric == "tokens_left")
        return Dimension::Tokens;
    if (metric == "duration_s")
        return Dimension::Seconds;
    if (metric == "deny_ratio")
        return Dimension::Ratio;
    if (metric == "decisions_per_s" || metric == "allowed_rate")
        return Dimension::PerSecond;
    return Dimension::Count;
}

constexpr std::pair<std::string_view, Threshold::Op> kOps[] = {
    {"<=", Threshold::Op::LessEqual}, {">=", Threshold::Op::GreaterEqual},
    {"==", Threshold::Op::Equal},     {"<", Threshold::Op::Less},
    {">", Threshold::Op::Greater},
};

Error wrong(const std::string& text, const std::string& what, std::string hint = {})
{
    return {ErrorKind::Usage, "threshold \"" + text + "\": " + what, std::move(hint)};
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

bool isMetric(std::string_view name)
{
    for (const std::string& metric : thresholdMetrics()) {
        if (metric == name)
            return true;
    }
    return false;
}

Error unknownMetric(const std::string& text, const std::string& name)
{
    return wrong(text,
                 "there is no number called \"" + name + '"' + didYouMean(name, thresholdMetrics()),
                 "the numbers are those of the summary, deny_ratio and allowed_rate");
}

/// The number of @p text with its unit, in the unit of @p metric.
Result<double> readNumber(const std::string& threshold, std::string_view metric,
                          std::string_view text)
{
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    // from_chars also takes "inf" and "nan", which compare with nothing.
    if (error != std::errc() || !std::isfinite(number))
        return tl::unexpected(wrong(threshold, "\"" + std::string(text) + "\" is not a number"));

    const std::string_view unit =
        trimmed(std::string_view(rest, static_cast<std::size_t>(end - rest)));
    std::string known;
    for (const UnitFactor& candidate : unitsOf(dimensionOf(metric))) {
        if (candidate.unit == unit)
            return number * candidate.factor;
        if (!candidate.unit.empty())
            known += (known.empty() ? "" : ", ") + std::string(candidate.unit);
    }
    return tl::unexpected(
        wrong(threshold, "\"" + std::string(unit) + "\" is not a unit of " + std::string(metric),
              known.empty() ? "it is a bare number" : "its units: " + known));
}

} // namespace

const std::vector<std::string>& thresholdMetrics()
{
    static const std::vector<std::string> metrics = [] {
        std::vector<std::string> all = {"requests", "allowed", "denied", "never_fits", "errors"};
        for (std::size_t i = 1; i < kStoreErrorClassCount; ++i) {
            const auto errorClass = static_cast<StoreErrorClass>(i);
            all.push_back("errors_by_class." + std::string(toText(errorClass)));
        }
        for (const char* name :
             {"ambiguous", "fail_open_allowed", "fail_closed_denied", "shed", "over_admission",
              "over_admission_low", "over_admission_high", "over_admission_epochs", "tokens_left",
              "duration_s", "decisions_per_s", "latency_ms.p50", "latency_ms.p90", "latency_ms.p99",
              "latency_ms.p999", "latency_ms.max", "script_reloads", "deny_ratio", "allowed_rate"})
            all.emplace_back(name);
        return all;
    }();
    return metrics;
}

Result<Threshold> parseThreshold(const std::string& text)
{
    const std::size_t opAt = text.find_first_of("<>=");
    if (opAt == std::string::npos)
        return tl::unexpected(wrong(text, "a comparison is missing",
                                    "write it as \"deny_ratio < 0.05\", with <, <=, >, >= or =="));

    Threshold threshold;
    threshold.metric = trimmed(std::string_view(text).substr(0, opAt));
    const std::string_view tail = std::string_view(text).substr(opAt);
    const std::pair<std::string_view, Threshold::Op>* found = nullptr;
    for (const auto& op : kOps) {
        if (!found && tail.starts_with(op.first))
            found = &op;
    }
    if (!found)
        return tl::unexpected(wrong(text, "= is not a comparison", "equality is written =="));
    if (threshold.metric.empty())
        return tl::unexpected(wrong(text, "the number to compare is missing"));
    if (!isMetric(threshold.metric))
        return tl::unexpected(unknownMetric(text, threshold.metric));

    threshold.op = found->second;
    threshold.number = trimmed(tail.substr(found->first.size()));
    const Result<double> value = readNumber(text, threshold.metric, threshold.number);
    if (!value)
        return tl::unexpected(value.error());
    threshold.value = *value;
    return threshold;
}

std::string toText(const Threshold& threshold)
{
    for (const auto& op : kOps) {
        if (op.second == threshold.op)
            return threshold.metric + ' ' + std::string(op.first) + ' ' + threshold.number;
    }
    return {};
}

} // namespace penstock
