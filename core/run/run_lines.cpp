// SPDX-License-Identifier: MIT
#include "core/run/json_writer.h"
#include "core/run/run_folder.h"

#include <charconv>

namespace penstock {

namespace {

std::string_view word(DecidedBy by)
{
    switch (by) {
    case DecidedBy::Store:
        return "store";
    case DecidedBy::Policy:
        return "policy";
    case DecidedBy::Client:
        return "client";
    }
    return "client";
}

template <class Number>
void addField(std::string& out, Number number)
{
    char text[32];
    if (!out.empty() && out.back() != '\n')
        out += ',';
    out.append(text, std::to_chars(text, text + sizeof text, number).ptr);
}

void addTokens(std::string& out, const Extent<MicroTokens>& extent, MicroTokens value)
{
    out += ',';
    if (extent.count > 0)
        appendDecimal(out, value);
}

void addMost(std::string& out, const Extent<std::int32_t>& extent)
{
    out += ',';
    if (extent.count > 0)
        out += std::to_string(extent.most);
}

void addMilliseconds(std::string& out, Nanos duration, bool hasSample)
{
    if (hasSample)
        addField(out, static_cast<double>(duration.count()) / 1e6);
    else
        out += ',';
}

} // namespace

void appendEvent(std::string& out, const DecisionRecord& record,
                 const std::vector<std::string>& keys, const std::vector<Label>& labels)
{
    const Decision& decision = record.decision;
    JsonWriter json(out);
    json.beginObject()
        .member("n", record.number)
        .member("worker", std::uint64_t{record.worker})
        .member("key", record.key < keys.size() ? keys[record.key] : std::string())
        .member("title", record.label < labels.size() ? labels[record.label].title : std::string())
        .member("cost", record.cost)
        .member("outcome", toText(decision.outcome))
        .member("decided_by", word(decision.decidedBy))
        .member("tokens_left", decision.tokensLeft)
        .member("retry_after_us", std::int64_t{decision.retryAfter.count()})
        .member("reset_after_us", std::int64_t{decision.resetAfter.count()})
        .key("store_time_us");
    if (decision.storeTime)
        json.value(std::int64_t{decision.storeTime->time_since_epoch().count()});
    else
        json.null();
    json.member("intended_ns", std::int64_t{record.intended.count()})
        .member("started_ns", std::int64_t{record.started.count()})
        .member("ended_ns", std::int64_t{record.ended.count()});
    if (isStoreFailure(decision.outcome))
        json.member("error", toText(decision.errorClass)).member("ambiguous", decision.ambiguous);
    if (decision.fresh)
        json.member("fresh", true);
    json.endObject();
    out += '\n';
}

const char* const RunFolderWriter::kSeriesHeader =
    "start_s,width_s,offered,allowed,denied,never_fits,fail_open_allowed,fail_closed_denied,shed,"
    "tokens_least,tokens_most,tokens_last,in_flight_most,queued_most,latency_p50_ms,"
    "latency_p99_ms,latency_max_ms";

void appendSeriesLine(std::string& out, const SeriesBucket& bucket, Nanos width)
{
    const double seconds = static_cast<double>(width.count()) / 1e9;
    addField(out, static_cast<double>(bucket.index) * seconds);
    addField(out, seconds);
    addField(out, bucket.offered);
    std::uint32_t answers = 0;
    for (std::size_t i = 0; i < kOutcomeCount; ++i) {
        const std::uint32_t count = bucket.byOutcome[i];
        addField(out, count);
        answers += static_cast<Outcome>(i) == Outcome::Shed ? 0 : count;
    }
    addTokens(out, bucket.tokens, bucket.tokens.least);
    addTokens(out, bucket.tokens, bucket.tokens.most);
    addTokens(out, bucket.tokens, bucket.tokens.last);
    addMost(out, bucket.inFlight);
    addMost(out, bucket.queued);
    addMilliseconds(out, bucket.p50, answers > 0);
    addMilliseconds(out, bucket.p99, answers > 0);
    addMilliseconds(out, bucket.latencyMax, answers > 0);
    out += '\n';
}

Result<RunFolderWriter::Events> parseEvents(const std::string& text)
{
    if (text == "all")
        return RunFolderWriter::Events::All;
    if (text == "admitted")
        return RunFolderWriter::Events::Admitted;
    if (text == "none")
        return RunFolderWriter::Events::None;
    return tl::unexpected(
        Error{ErrorKind::Usage, "unknown events: '" + text + "'", "use all, admitted or none"});
}

} // namespace penstock
