// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_live.h"

#include "core/limit/algorithm.h"
#include "core/measure/recorder.h"
#include "core/store/client/store_limiter.h"

#include <poll.h>

#include <atomic>
#include <thread>
#include <vector>

namespace penstock {

namespace {

/// A bucket that one second of any client cannot empty, refilled faster than any client asks.
constexpr MicroTokens kEndlessCapacity = MicroTokens::fromTokens(1'000'000'000);
constexpr Rate kEndlessRefill = Rate::perSecond(1'000'000);
/// A bucket that gives its one token once a day.
constexpr MicroTokens kLeastCapacity = MicroTokens::fromTokens(1);
constexpr Rate kLeastRefill = Rate{1, 86'400};

constexpr int kTickMillis = 33;

/// What the threads of one measurement share; all of it is safe from any thread.
struct BenchShared
{
    const BenchPlan& plan;
    Store& store;
    const StopSignal& stop;
    Recorder& recorder;
    std::shared_ptr<const Limit> limit;
    std::string key;
    SteadyTime begin;
    std::atomic<std::uint64_t> scriptReloads = 0;
};

Nanos since(SteadyTime begin)
{
    return std::chrono::steady_clock::now() - begin;
}

/// One connection: a pipeline after the other until the time is over.
void askUntilEnd(BenchShared& shared, std::uint32_t worker)
{
    StoreLimiter limiter(shared.store.openChannel(shared.stop),
                         {shared.limit, FailPolicy::FailClosed, shared.plan.commandTimeout});
    Recorder::Shard& shard = shared.recorder.takeShard();
    const std::vector<AcquireRequest> requests(shared.plan.pipeline, AcquireRequest{shared.key});
    std::vector<Decision> answers(requests.size());
    DecisionRecord record;
    record.worker = worker;
    record.cost = MicroTokens::fromTokens(1);
    Nanos now = since(shared.begin);
    while (now < shared.plan.duration && !shared.stop.isRequested()) {
        shard.callOpened(now);
        limiter.acquireBatch(requests, answers);
        const Nanos ended = since(shared.begin);
        for (Decision& answer : answers) {
            ++record.number;
            record.intended = record.started = now;
            record.ended = ended;
            record.decision = std::move(answer);
            shard.append(record);
        }
        shard.callClosed();
        now = ended;
    }
    shared.scriptReloads += limiter.channel().scriptReloads();
    shared.recorder.giveBack(shard);
}

/// Takes the one token of a bucket that is to deny, so that the measurement holds denials alone.
void drain(const BenchShared& shared)
{
    StoreLimiter limiter(shared.store.openChannel(shared.stop),
                         {shared.limit, FailPolicy::FailClosed, shared.plan.commandTimeout});
    (void)limiter.acquire({shared.key});
}

/// The bucket that denies would stay in the user's server for a day.
void removeBucket(const BenchShared& shared)
{
    const StopSignal stop; // one of its own: an interrupted measurement cleans up too
    Command command;
    command.clear().add("DEL");
    command.add(shared.key);
    ChannelReply reply;
    shared.store.openChannel(stop)->exchange(std::span(&command, 1), std::span(&reply, 1),
                                             std::chrono::steady_clock::now() +
                                                 std::chrono::milliseconds(100));
}

} // namespace

Limit benchLimit(const BenchPlan& plan)
{
    const bool isAdmit = plan.verdict == BenchPlan::Verdict::Admit;
    Limit limit = standardLimit(*findAlgorithm(plan.algorithm));
    if (ParameterValue* const capacity = findValue(limit, "capacity"))
        *capacity = ParameterValue::of(isAdmit ? kEndlessCapacity : kLeastCapacity);
    if (ParameterValue* const refill = findValue(limit, "refill"))
        *refill = ParameterValue::of(isAdmit ? kEndlessRefill : kLeastRefill);
    return limit;
}

std::string benchKey(const BenchPlan& plan)
{
    return "penstock:bench:" + plan.algorithm +
           (plan.verdict == BenchPlan::Verdict::Admit ? ":admit" : ":deny");
}

Command benchCall(const BenchPlan& plan)
{
    const Limit limit = benchLimit(plan);
    const std::string key = benchKey(plan);
    const auto now = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
    const StoreQuestion question{limit, key, MicroTokens::fromTokens(1), now};
    Command command;
    findAlgorithm(plan.algorithm)->makeStoreSide()->begin(question, command);
    return command;
}

BenchResult runBench(const BenchPlan& plan, Store& store, const StopSignal& stop)
{
    const auto recorder = makeRecorder({});
    BenchShared shared{
        plan,           store, stop, *recorder, std::make_shared<const Limit>(benchLimit(plan)),
        benchKey(plan), {}};
    if (plan.verdict == BenchPlan::Verdict::Deny)
        drain(shared);
    shared.begin = std::chrono::steady_clock::now();
    std::vector<std::jthread> threads;
    for (std::uint32_t i = 0; i < plan.connections; ++i)
        threads.emplace_back([&shared, i] { askUntilEnd(shared, i); });

    // The same reader's tick as in a live run; a raised stop signal cuts the wait short.
    pollfd stopped = {stop.fd(), POLLIN, 0};
    while (since(shared.begin) < plan.duration && !stop.isRequested()) {
        ::poll(&stopped, 1, kTickMillis);
        recorder->collect(since(shared.begin), 0, static_cast<std::int32_t>(plan.connections));
    }
    threads.clear(); // joins
    const Nanos duration = since(shared.begin);
    recorder->collect(duration, 0, 0, true);
    removeBucket(shared);
    return {recorder->history().totals, recorder->history().latency, duration,
            shared.scriptReloads};
}

} // namespace penstock
