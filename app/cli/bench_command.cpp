// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_live.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/signals.h"
#include "core/limit/algorithm.h"
#include "core/run/json_writer.h"
#include "core/util/nearest_name.h"
#include "core/util/units.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace penstock {

namespace {

struct BenchOptions
{
    std::string store = "default";
    std::string algorithm = "token_bucket";
    std::string connections = "10";
    std::string pipeline = "1";
    std::string duration = "3s";
    std::string verdict = "admit";
    bool isJson = false;
    bool printsArgs = false;
};

Error badOption(const char* option, const std::string& message)
{
    return {ErrorKind::Usage, std::string(option) + ": " + message, {}};
}

Result<BenchPlan> planOf(const BenchOptions& options)
{
    BenchPlan plan;
    std::vector<std::string> algorithms;
    for (const Algorithm* const algorithm : catalogue())
        algorithms.emplace_back(algorithm->id);
    if (!findAlgorithm(options.algorithm))
        return tl::unexpected(
            badOption("--algorithm", "there is no \"" + options.algorithm + '"' +
                                         didYouMean(options.algorithm, algorithms)));
    plan.algorithm = options.algorithm;
    const Parsed<std::int64_t> connections = parseCount(options.connections, 1, 1024);
    if (!connections)
        return tl::unexpected(badOption("--connections", connections.error()));
    plan.connections = static_cast<std::uint32_t>(*connections);
    const Parsed<std::int64_t> pipeline = parseCount(options.pipeline, 1, 1024);
    if (!pipeline)
        return tl::unexpected(badOption("--pipeline", pipeline.error()));
    plan.pipeline = static_cast<std::uint32_t>(*pipeline);
    const Parsed<Nanos> duration = parseDuration(options.duration);
    if (!duration)
        return tl::unexpected(badOption("--duration", duration.error()));
    if (*duration < std::chrono::milliseconds(1) || *duration > std::chrono::hours(24))
        return tl::unexpected(badOption("--duration", "must be 1ms to 1d"));
    plan.duration = *duration;
    const std::vector<std::string> verdicts = {"admit", "deny"};
    if (options.verdict != verdicts[0] && options.verdict != verdicts[1])
        return tl::unexpected(badOption("--verdict", "must be admit or deny, not \"" +
                                                         options.verdict + '"' +
                                                         didYouMean(options.verdict, verdicts)));
    plan.verdict =
        options.verdict == verdicts[0] ? BenchPlan::Verdict::Admit : BenchPlan::Verdict::Deny;
    return plan;
}

std::string shellQuoted(std::string_view word)
{
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789_-.:/";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos)
        return std::string(word);
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + '\'';
}

ExitCode printArgs(const BenchPlan& plan)
{
    const Command call = benchCall(plan);
    std::string line = std::to_string(call.keyCount());
    for (std::size_t i = 0; i < call.size(); ++i)
        line += ' ' + shellQuoted(call.word(i));
    console::write(line + '\n');
    return ExitCode::Ok;
}

double perSecond(const BenchResult& result)
{
    const double seconds = std::chrono::duration<double>(result.duration).count();
    const std::uint64_t decided = result.totals.requests() - result.totals.errors();
    return seconds > 0 ? static_cast<double>(decided) / seconds : 0;
}

double quantileMs(const Histogram& latency, std::uint64_t numerator, std::uint64_t denominator)
{
    return std::chrono::duration<double, std::milli>(latency.quantile(numerator, denominator))
        .count();
}

std::string benchJson(const BenchOptions& options, const BenchPlan& plan, const BenchResult& result,
                      const StoreStatus& store)
{
    std::string out;
    JsonWriter json(out, true);
    json.beginObject()
        .member("schema", "penstock.bench/1")
        .member("store", store.name)
        .member("server_version", store.version)
        .member("algorithm", plan.algorithm)
        .member("verdict", options.verdict)
        .member("connections", std::uint64_t{plan.connections})
        .member("pipeline", std::uint64_t{plan.pipeline})
        .member("duration_s", std::chrono::duration<double>(result.duration).count())
        .member("decisions", result.totals.requests() - result.totals.errors())
        .member("allowed", result.totals.of(Outcome::Allowed))
        .member("denied", result.totals.of(Outcome::Denied))
        .member("errors", result.totals.errors())
        .member("script_reloads", result.scriptReloads)
        .member("decisions_per_s", perSecond(result))
        .key("latency_ms")
        .beginObject();
    const bool hasSample = result.latency.count() > 0;
    const auto quantile = [&](const char* name, std::uint64_t of, std::uint64_t in) {
        json.member(name,
                    hasSample ? std::optional(quantileMs(result.latency, of, in)) : std::nullopt);
    };
    quantile("p50", 50, 100);
    quantile("p90", 90, 100);
    quantile("p99", 99, 100);
    quantile("p999", 999, 1000);
    quantile("max", 1, 1);
    json.endObject().endObject();
    return out + '\n';
}

std::string benchText(const BenchPlan& plan, const BenchResult& result, const StoreStatus& store)
{
    char text[512];
    std::snprintf(text, sizeof text,
                  "store             %s %s\n"
                  "connections       %u, %u decisions a round trip\n"
                  "decisions per s   %.0f\n"
                  "allowed           %llu\n"
                  "denied            %llu\n"
                  "errors            %llu\n"
                  "latency ms        p50 %.3f  p90 %.3f  p99 %.3f  p999 %.3f  max %.3f\n",
                  store.name.c_str(), store.version.c_str(), plan.connections, plan.pipeline,
                  perSecond(result),
                  static_cast<unsigned long long>(result.totals.of(Outcome::Allowed)),
                  static_cast<unsigned long long>(result.totals.of(Outcome::Denied)),
                  static_cast<unsigned long long>(result.totals.errors()),
                  quantileMs(result.latency, 50, 100), quantileMs(result.latency, 90, 100),
                  quantileMs(result.latency, 99, 100), quantileMs(result.latency, 999, 1000),
                  quantileMs(result.latency, 1, 1));
    return text;
}

ExitCode benchLive(const BenchOptions& options)
{
    const Result<BenchPlan> plan = planOf(options);
    if (!plan)
        return console::fail(plan.error());
    if (options.printsArgs)
        return printArgs(*plan);
    const Result<StoreSpec> spec = parseStoreSpec(options.store);
    if (!spec)
        return console::fail(spec.error());

    StopSignal stop;
    const SignalHandlers handlers(stop);
    const Result<std::unique_ptr<Store>> store = makeStore(*spec);
    if (!store)
        return console::fail(store.error());
    if (const auto isReady = waitForStore(**store, std::chrono::seconds(10), stop); !isReady)
        return stop.isRequested() ? ExitCode::Interrupted : console::fail(isReady.error());
    const BenchResult result = runBench(*plan, **store, stop);
    const StoreStatus status = (*store)->status();
    console::write(options.isJson ? benchJson(options, *plan, result, status)
                                  : benchText(*plan, result, status));
    return SignalHandlers::isInterrupted() ? ExitCode::Interrupted : ExitCode::Ok;
}

} // namespace

void addBenchCommand(CLI::App& app, Action& action)
{
    CLI::App* const bench = app.add_subcommand("bench", "Measure the limiter");
    bench->require_subcommand(1);
    CLI::App* const command = bench->add_subcommand(
        "live", "Decisions a second against a real store, one connection a thread");
    const auto options = std::make_shared<BenchOptions>();
    const auto add = [&](const char* name, std::string& value, const char* help, const char* text) {
        command->add_option(name, value, help)->option_text(text);
    };
    add("--store", options->store, "Which store (default: default)", "STORE");
    add("--algorithm", options->algorithm, "Which limiter (default: token_bucket)", "NAME");
    add("--connections", options->connections, "Threads with a connection each (default: 10)", "N");
    add("--pipeline", options->pipeline, "Decisions a round trip (default: 1)", "P");
    add("--duration", options->duration, "How long (default: 3s)", "TIME");
    add("--verdict", options->verdict, "All of one kind: admit (default) or deny", "WHICH");
    command->add_flag("--json", options->isJson, "Print one JSON document");
    command->add_flag("--print-args", options->printsArgs,
                      "Measure nothing: print key count, KEYS and ARGV of one call for "
                      "redis-benchmark ... EVALSHA <sha> <line>");
    command->callback([&action, options] { action = [options] { return benchLive(*options); }; });
}

} // namespace penstock
