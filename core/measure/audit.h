// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/decision_record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace penstock {

/// One life of the store's data: from a start (or the loss of a key) to the next.
struct AuditEpoch
{
    std::string reason;   ///< "start", "new server", "key lost"
    Nanos since{0};       ///< run time
    MicroTokens gaveAway; ///< what the new full bucket held beyond the exact one it replaced

    friend bool operator==(const AuditEpoch&, const AuditEpoch&) = default;
};

/// What the audit has proved so far.
struct AuditReport
{
    std::optional<MicroTokens> overAdmission; ///< none: it cannot be known, see reason
    MicroTokens low;                          ///< if no ambiguous call ran at the store
    MicroTokens high;                         ///< if all of them ran
    std::string whyUnknown;
    std::vector<AuditEpoch> epochs; ///< the last 100
    std::uint64_t epochCount = 0;
    std::uint64_t audited = 0;     ///< admissions checked
    std::uint64_t unprotected = 0; ///< fail-open grants: admitted without the store

    friend bool operator==(const AuditReport&, const AuditReport&) = default;
};

} // namespace penstock
