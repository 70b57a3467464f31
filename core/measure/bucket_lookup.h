// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/algorithm.h"
#include "core/limit/limit.h"

#include <memory>
#include <optional>

namespace penstock {

/// The bucket that a limit is equal to, looked up once a limit instead of once a decision:
/// decisions share their limit, which changes a few times a run. One owner.
class BucketLookup
{
public:
    const std::optional<BucketShape>& of(const std::shared_ptr<const Limit>& limit)
    {
        // Held, so that the address cannot come back as another limit.
        if (limit.get() != m_limit.get()) {
            m_limit = limit;
            m_shape = limit && limit->algorithm && limit->algorithm->bucket
                          ? limit->algorithm->bucket(*limit)
                          : std::nullopt;
        }
        return m_shape;
    }

private:
    std::shared_ptr<const Limit> m_limit;
    std::optional<BucketShape> m_shape;
};

} // namespace penstock
