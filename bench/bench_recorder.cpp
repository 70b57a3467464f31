// SPDX-License-Identifier: MIT
// What recording costs: a worker's append, the reader's fold of one record, the limit's reference
// count under contention.
#include "core/measure/recorder.h"

#include <benchmark/benchmark.h>

using namespace penstock;

namespace {

const Algorithm& row()
{
    static const Algorithm made = [] {
        Algorithm algorithm;
        algorithm.id = "bench";
        algorithm.bucket = [](const Limit& limit) -> std::optional<BucketShape> {
            return BucketShape{limit.values[0].tokens(), limit.values[1].rate()};
        };
        return algorithm;
    }();
    return made;
}

DecisionRecord makeRecord()
{
    Limit limit;
    limit.algorithm = &row();
    limit.values[0] = ParameterValue::of(MicroTokens::fromTokens(20));
    limit.values[1] = ParameterValue::of(Rate::perSecond(10'000));
    DecisionRecord record;
    record.cost = MicroTokens::fromTokens(1);
    record.decision.decidedBy = DecidedBy::Store;
    record.decision.storeLife = 1;
    record.decision.limit = std::make_shared<const Limit>(limit);
    return record;
}

/// 50,000 decisions a second, a fifth of them admitted, read 30 times a second.
constexpr Nanos kStep = std::chrono::microseconds(20);
constexpr std::int64_t kRound = 1'667;

void appendRound(Recorder::Shard& shard, DecisionRecord& record, Nanos& now)
{
    for (std::int64_t i = 0; i < kRound; ++i) {
        now += kStep;
        record.number += 1;
        record.intended = record.started = now - kStep;
        record.ended = now;
        record.decision.outcome = i % 5 == 0 ? Outcome::Allowed : Outcome::Denied;
        record.decision.storeTime = StoreTime(std::chrono::floor<Micros>(now));
        shard.callOpened(record.started);
        shard.append(record);
        shard.callClosed();
    }
}

void appendAndFold(benchmark::State& state, bool timesAppend)
{
    Recorder recorder{{}};
    Recorder::Shard& shard = recorder.takeShard();
    DecisionRecord record = makeRecord();
    Nanos now{0};
    for (auto _ : state) {
        if (!timesAppend)
            state.PauseTiming();
        appendRound(shard, record, now);
        if (timesAppend)
            state.PauseTiming();
        else
            state.ResumeTiming();
        recorder.collect(now, 0, 1);
        if (timesAppend)
            state.ResumeTiming();
    }
    state.SetItemsProcessed(state.iterations() * kRound);
    state.counters["a record"] =
        benchmark::Counter(static_cast<double>(state.iterations() * kRound),
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void append(benchmark::State& state)
{
    appendAndFold(state, true);
}
BENCHMARK(append);

void fold(benchmark::State& state)
{
    appendAndFold(state, false);
}
BENCHMARK(fold);

/// Every decision carries its limit: a shared count that all workers touch.
void copyTheSharedLimit(benchmark::State& state)
{
    static const std::shared_ptr<const Limit> limit = makeRecord().decision.limit;
    for (auto _ : state) {
        std::shared_ptr<const Limit> copy = limit;
        benchmark::DoNotOptimize(copy);
    }
}
BENCHMARK(copyTheSharedLimit)->Threads(1)->Threads(2);

} // namespace

BENCHMARK_MAIN();
