// SPDX-License-Identifier: MIT
#include "core/store/client/policy_answer.h"

#include "core/limit/algorithm.h"

namespace penstock {

void answerByPolicy(FailPolicy policy, StoreErrorClass errorClass, Decision& decision)
{
    decision.decidedBy = DecidedBy::Policy;
    decision.errorClass = errorClass;
    decision.outcome = Outcome::FailClosedDenied;
    decision.tokensLeft = MicroTokens();
    if (policy != FailPolicy::FailOpen)
        return;
    decision.outcome = Outcome::FailOpenAllowed;
    const Limit& limit = *decision.limit;
    if (limit.algorithm->bucket) {
        if (const auto bucket = limit.algorithm->bucket(limit))
            decision.tokensLeft = bucket->capacity;
    }
}

} // namespace penstock
