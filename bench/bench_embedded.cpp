// SPDX-License-Identifier: MIT
#include "core/limit/algorithm.h"
#include "core/store/client/store_limiter.h"
#include "core/store/embedded/embedded_store.h"

#include <benchmark/benchmark.h>

#include <thread>

using namespace penstock;

namespace {

/// A token bucket that admits every call, or (after its first) none.
std::shared_ptr<const Limit> bucket(bool admits)
{
    auto limit = std::make_shared<Limit>(standardLimit(*findAlgorithm("token_bucket")));
    *findValue(*limit, "capacity") = ParameterValue::of(MicroTokens::fromTokens(admits ? 1000 : 1));
    *findValue(*limit, "refill") =
        ParameterValue::of(admits ? Rate::perSecond(1'000'000) : Rate::reduced(1, 3600));
    return limit;
}

/// The script alone: the store's direct path, as the goal is stated.
void decideDirectly(benchmark::State& state)
{
    const RealStoreClock clock;
    EmbeddedServer server(clock);
    const auto limit = bucket(state.range(0));
    const auto side = limit->algorithm->makeStoreSide();
    Command command;
    side->begin({*limit, "bench:key", MicroTokens::fromTokens(1), {}}, command);
    for (auto _ : state) {
        const Reply reply = server.execute(command);
        if (reply.isError())
            state.SkipWithError(reply.text.c_str());
        benchmark::DoNotOptimize(reply.items.data());
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(decideDirectly)->ArgName("admits")->Arg(1)->Arg(0);

/// The whole limiter over the shared store, one key, some threads.
void decideThroughTheLimiter(benchmark::State& state)
{
    static std::unique_ptr<Store> store;
    static StopSignal stop;
    if (state.thread_index() == 0)
        store = makeEmbeddedStore({});
    std::unique_ptr<StoreLimiter> limiter;
    for (auto _ : state) {
        if (!limiter) // after the barrier of the first iteration: the store is made
            limiter = std::make_unique<StoreLimiter>(store->openChannel(stop),
                                                     StoreLimiterOptions{.limit = bucket(true)});
        const Decision decision = limiter->acquire({.key = "bench:key"});
        if (decision.outcome == Outcome::FailOpenAllowed)
            state.SkipWithError("the store failed");
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(decideThroughTheLimiter)->Threads(1)->Threads(2)->Threads(16)->UseRealTime();

/// A million keys, each asked in turn.
void decideForManyKeys(benchmark::State& state)
{
    const RealStoreClock clock;
    EmbeddedServer server(clock);
    const auto limit = bucket(true);
    const auto side = limit->algorithm->makeStoreSide();
    Command command;
    std::uint64_t i = 0;
    for (auto _ : state) {
        const std::string key = "bench:user:" + std::to_string(i++ * 7919 % 1'000'000);
        side->begin({*limit, key, MicroTokens::fromTokens(1), {}}, command);
        benchmark::DoNotOptimize(server.execute(command));
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(decideForManyKeys);

void getCommand(benchmark::State& state)
{
    const RealStoreClock clock;
    EmbeddedServer server(clock);
    Command command;
    command.clear().add("SET").add("key").add("value");
    server.execute(command);
    command.clear().add("GET").add("key");
    for (auto _ : state)
        benchmark::DoNotOptimize(server.execute(command));
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(getCommand);

} // namespace

BENCHMARK_MAIN();
