// SPDX-License-Identifier: MIT
#include "core/limit/bucket_parameters.h"

#include "core/util/units.h"

namespace penstock {

namespace {

/// Whether an amount of micro-tokens is positive and exact; else the problem is added.
bool checkAmount(Problems& problems, const char* field, MicroTokens amount)
{
    if (amount.micros() <= 0)
        problems.push_back({field, "must be more than 0 tokens, such as 1"});
    else if (amount.micros() > kMostUnits)
        problems.push_back(
            {field, "must be at most " + toText(MicroTokens::fromMicros(kMostUnits)) + " tokens"});
    else
        return true;
    return false;
}

bool checkRefill(Problems& problems, Rate refill)
{
    // Below this, not even one token can be counted in 1/den micro-tokens.
    constexpr std::int64_t kMostDen = kMostUnits / MicroTokens::kPerToken;
    if (refill.num < 0)
        problems.push_back({"refill", "must not be negative; 0 is no refill, or write 10/s"});
    else if (refill.den <= 0)
        problems.push_back({"refill", "is no rate, write it like 10/s or 5/min"});
    else if (refill.num > kMostUnits)
        problems.push_back({"refill", "must be at most " + toText(Rate{kMostUnits, 1})});
    else if (refill.den > kMostDen)
        problems.push_back({"refill", "is too fine a fraction to be counted exactly: " +
                                          toText(refill) + ", write it like 10/s or 1/day"});
    else
        return true;
    return false;
}

} // namespace

Problems validateBucket(const Limit& limit, MicroTokens cost)
{
    Problems problems;
    const MicroTokens capacity = capacityOf(limit);
    const Rate refill = refillOf(limit);
    const bool isCapacityGood = checkAmount(problems, "capacity", capacity);
    const bool isRefillGood = checkRefill(problems, refill);
    checkAmount(problems, "cost", cost);
    if (isCapacityGood && isRefillGood && capacity.micros() > kMostUnits / refill.den) {
        const auto most = MicroTokens::fromMicros(kMostUnits / refill.den);
        problems.push_back({"capacity", "must be at most " + toText(most) +
                                            " tokens to be exact with a refill of " +
                                            toText(refill)});
    }
    return problems;
}

std::optional<BucketShape> bucketOf(const Limit& limit)
{
    return BucketShape{capacityOf(limit), refillOf(limit)};
}

} // namespace penstock
