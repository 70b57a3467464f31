// SPDX-License-Identifier: MIT
#include "core/measure/lenient_order.h"

#include <algorithm>

namespace penstock {

namespace {

using Order = std::vector<const Admission*>;

struct Trial
{
    MicroTokens beyond; ///< granted beyond the bucket
    MicroTokens left;

    bool isBetterThan(const Trial& other) const
    {
        return beyond != other.beyond ? beyond < other.beyond : left > other.left;
    }
};

Trial tryOrder(ExactBucket bucket, const Order& order)
{
    Trial trial;
    for (const Admission* next : order)
        trial.beyond += bucket.admit(next->shape, next->time, next->cost);
    trial.left = bucket.tokensAt(order.back()->shape, order.back()->time);
    return trial;
}

void moveToFront(Order& order, std::size_t position)
{
    const auto at = order.begin() + static_cast<std::ptrdiff_t>(position);
    std::rotate(order.begin(), at, at + 1);
}

/// All that fit into the old bucket, then the first after the loss, then the rest.
void putLossBetween(ExactBucket bucket, const Admission* fresh, Order& order)
{
    Order before;
    Order after{fresh};
    for (const Admission* next : order) {
        const bool fits = next != fresh && bucket.tokensAt(next->shape, next->time) >= next->cost;
        if (fits)
            bucket.admit(next->shape, next->time, next->cost);
        if (next != fresh)
            (fits ? before : after).push_back(next);
    }
    order = std::move(before);
    order.insert(order.end(), after.begin(), after.end());
}

void tryEachLimitFirst(const ExactBucket& bucket, Order& order)
{
    Order best = order;
    Trial bestTrial = tryOrder(bucket, order);
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (order[i]->shape == order[i - 1]->shape)
            continue;
        Order other = order;
        moveToFront(other, i);
        const Trial trial = tryOrder(bucket, other);
        if (trial.isBetterThan(bestTrial)) {
            best = std::move(other);
            bestTrial = trial;
        }
    }
    order = std::move(best);
}

} // namespace

const Admission* lenientOrder(const ExactBucket& bucket, std::span<const Admission> group,
                              std::vector<const Admission*>& order)
{
    order.clear();
    for (const Admission& next : group)
        order.push_back(&next);
    const auto fresh =
        std::find_if(order.begin(), order.end(), [](const Admission* next) { return next->fresh; });
    const Admission* firstFresh = fresh == order.end() ? nullptr : *fresh;
    if (order.size() == 1)
        return firstFresh;
    if (firstFresh && bucket.isFullAt(firstFresh->time))
        moveToFront(order, static_cast<std::size_t>(fresh - order.begin()));
    else if (firstFresh)
        putLossBetween(bucket, firstFresh, order);
    else if (group.front().shape != group.back().shape)
        tryEachLimitFirst(bucket, order);
    return firstFresh;
}

} // namespace penstock
