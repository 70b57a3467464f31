// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/algorithm.h"
#include "core/measure/decision_record.h"

#include <memory>

namespace penstock::test {

/// A row of a catalogue for tests of what only needs to know a limit's bucket: values[0] is the
/// capacity and values[1] the refill.
inline const Algorithm& bucketRow()
{
    static const Algorithm row = [] {
        Algorithm made;
        made.id = "test_bucket";
        made.bucket = [](const Limit& limit) -> std::optional<BucketShape> {
            return BucketShape{limit.values[0].tokens(), limit.values[1].rate()};
        };
        return made;
    }();
    return row;
}

inline std::shared_ptr<const Limit> makeLimit(MicroTokens capacity, Rate refill)
{
    auto limit = std::make_shared<Limit>();
    limit->algorithm = &bucketRow();
    limit->values[0] = ParameterValue::of(capacity);
    limit->values[1] = ParameterValue::of(refill);
    return limit;
}

/// An answer of the store with a cost of one token, asked and answered at @p at.
inline DecisionRecord makeRecord(Nanos at, Outcome outcome)
{
    DecisionRecord record;
    record.intended = record.started = record.ended = at;
    record.cost = MicroTokens::fromTokens(1);
    record.decision.outcome = outcome;
    record.decision.decidedBy = outcome == Outcome::Shed  ? DecidedBy::Client
                                : isStoreFailure(outcome) ? DecidedBy::Policy
                                                          : DecidedBy::Store;
    if (isStoreFailure(outcome))
        record.decision.errorClass = StoreErrorClass::Timeout;
    return record;
}

} // namespace penstock::test
