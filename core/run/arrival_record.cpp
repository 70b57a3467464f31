// SPDX-License-Identifier: MIT
#include "core/run/arrival_record.h"

#include <algorithm>

namespace penstock {

void recordShed(std::span<const Request> requests, Recorder::Shard& shard, Nanos now,
                MicroTokens cost)
{
    for (const Request& request : requests) {
        DecisionRecord record;
        record.number = request.number;
        record.intended = request.intended;
        // It was turned away when it came, even if that is noticed a moment later.
        record.started = record.ended = std::min(request.intended, now);
        record.label = request.label;
        record.cost = cost;
        record.decision.outcome = Outcome::Shed;
        record.decision.decidedBy = DecidedBy::Client;
        shard.append(record);
    }
}

void recordArrivals(ArrivalBatch& batch, Recorder& recorder, Recorder::Shard& shard, Nanos now,
                    MicroTokens cost)
{
    for (const ArrivalBatch::Offered& offered : batch.offered)
        recorder.addOffered(offered.at, offered.count);
    recordShed(batch.shed, shard, now, cost);
    batch.clear();
}

} // namespace penstock
