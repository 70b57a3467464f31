// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/limit.h"
#include "core/limit/store_answer.h"
#include "core/util/micro_tokens.h"
#include "core/util/time.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace penstock {

/// How a request ended. requests = allowed + denied + never fits + errors + shed, and
/// errors = fail-open allowed + fail-closed denied: every request has exactly one outcome.
enum class Outcome : std::uint8_t
{
    Allowed,
    Denied,
    NeverFits,
    FailOpenAllowed,  ///< the store failed and the policy let it through, unprotected
    FailClosedDenied, ///< the store failed and the policy refused it
    Shed,             ///< never asked: the queue was full, or the run stopped
};
inline constexpr std::size_t kOutcomeCount = 6;

constexpr bool isStoreFailure(Outcome outcome)
{
    return outcome == Outcome::FailOpenAllowed || outcome == Outcome::FailClosedDenied;
}
/// May the caller go on and do its work?
constexpr bool isAdmitted(Outcome outcome)
{
    return outcome == Outcome::Allowed || outcome == Outcome::FailOpenAllowed;
}

/// Why the store gave no decision. The words of toText are part of the summary's JSON.
enum class StoreErrorClass : std::uint8_t
{
    None,
    Unreachable,    ///< no connection: refused, no such socket, name unknown
    Timeout,        ///< the deadline passed
    ConnectionLost, ///< closed or reset in mid-call
    Waiting,        ///< back-off: another caller probes the store, this one did not send
    Stopped,        ///< the run was stopped in mid-call
    Protocol,       ///< bytes that are no RESP2, or a reply of the wrong shape
    Loading,
    Busy,
    OutOfMemory,
    Misconfigured, ///< MISCONF
    NoReplicas,
    NoPermission,
    NoAuth, ///< NOAUTH or WRONGPASS
    WrongType,
    ReadOnly,
    Script, ///< an error raised in the script
    Other,
};
inline constexpr std::size_t kStoreErrorClassCount = 18;

/// Where a decision was made.
enum class DecidedBy : std::uint8_t
{
    Store,
    Policy,
    Client
};

enum class FailPolicy : std::uint8_t
{
    FailOpen,
    FailClosed
};

/// The answer to one request. A plain value.
struct Decision
{
    Outcome outcome = Outcome::Shed;
    StoreErrorClass errorClass = StoreErrorClass::None;
    DecidedBy decidedBy = DecidedBy::Client;
    bool ambiguous = false; ///< sent, answer unknown: the store may have spent the tokens
    bool fresh = false;     ///< the store found no state for the key
    MicroTokens
        tokensLeft; ///< on a store failure: what the policy reports (full when failing open)
    Micros retryAfter{0};
    Micros resetAfter{0};
    Micros delay{0};         ///< start no earlier than this from now (queueing limiters)
    std::uint64_t lease = 0; ///< to be released (limiters with slots); 0 is none
    std::optional<StoreTime> storeTime;
    std::uint64_t storeLife =
        0;            ///< changes when the server's data may be new (its run id); 0 unknown
    Nanos latency{0}; ///< from the call of acquire to its answer
    std::shared_ptr<const Limit> limit; ///< the limit in force for this decision

    friend bool operator==(const Decision&, const Decision&) = default;
};

/// The stable words used in files, on the command line and in test output.
std::string_view toText(Outcome outcome);            // "allowed", "never_fits", "fail_open_allowed"
std::string_view toText(StoreErrorClass errorClass); // "timeout", "connection_lost"
std::string_view toText(FailPolicy policy);          // "fail_open", "fail_closed"
std::string_view toText(Verdict verdict);            // "allowed", "denied", "never_fits"

} // namespace penstock
