// SPDX-License-Identifier: MIT
// A service that lets every user make five requests at once and one more each second, with four
// threads that share one limiter. Usage: service [redis://host:port | unix:PATH]
#include "core/store/client/pooled_limiter.h"

#include <iostream>
#include <thread>
#include <vector>

int main(int argc, char** argv)
{
    using namespace penstock;
    PooledLimiterOptions options;
    options.limit = standardLimit(*findAlgorithm("token_bucket"));
    *findValue(options.limit, "capacity") = ParameterValue::of(MicroTokens::fromTokens(5));
    *findValue(options.limit, "refill") = ParameterValue::of(Rate::perSecond(1));
    options.keyPrefix = "service:";
    options.onStoreFailure = FailPolicy::FailClosed;
    if (argc > 1)
        options.address = argv[1];
    const auto limiter = PooledLimiter::create(options);
    if (!limiter) {
        std::cerr << toText(limiter.error()) << '\n';
        return 2;
    }
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&limiter] {
            for (int request = 0; request < 5; ++request)
                std::cout << std::string(toText((*limiter)->acquire({"user:42"}).outcome)) + '\n';
        });
    }
}
