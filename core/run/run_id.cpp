// SPDX-License-Identifier: MIT
#include "core/run/run_id.h"

#include "core/limit/algorithm.h"
#include "core/util/random.h"

#include <atomic>
#include <charconv>
#include <chrono>
#include <random>

namespace penstock {

std::string makeRunId()
{
    static std::atomic<std::uint64_t> counter = 0;
    std::random_device device; // the one place where chance is wanted that no seed repeats
    const auto time = std::chrono::system_clock::now().time_since_epoch().count();
    SplitMix64 mixer(static_cast<std::uint64_t>(time) ^ (std::uint64_t{device()} << 32) ^
                     ++counter);
    constexpr std::uint64_t k48Bits = 0xffff'ffff'ffff;
    std::string digits(12, '0');
    char text[16];
    const auto end = std::to_chars(text, text + sizeof text, mixer.next() & k48Bits, 16).ptr;
    const auto length = static_cast<std::size_t>(end - text);
    digits.replace(digits.size() - length, length, text, length);
    return digits;
}

std::string wholeKey(const Scenario& scenario, const std::string& runId)
{
    if (scenario.limiter.limit.algorithm->usesBareKey)
        return scenario.key;
    return "penstock:" + runId + ":" + scenario.key;
}

} // namespace penstock
