// SPDX-License-Identifier: MIT
#include "core/limit/decision.h"

namespace penstock {

std::string_view toText(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Allowed:
        return "allowed";
    case Outcome::Denied:
        return "denied";
    case Outcome::NeverFits:
        return "never_fits";
    case Outcome::FailOpenAllowed:
        return "fail_open_allowed";
    case Outcome::FailClosedDenied:
        return "fail_closed_denied";
    case Outcome::Shed:
        return "shed";
    }
    return "unknown";
}

std::string_view toText(StoreErrorClass errorClass)
{
    switch (errorClass) {
    case StoreErrorClass::None:
        return "none";
    case StoreErrorClass::Unreachable:
        return "unreachable";
    case StoreErrorClass::Timeout:
        return "timeout";
    case StoreErrorClass::ConnectionLost:
        return "connection_lost";
    case StoreErrorClass::Waiting:
        return "waiting";
    case StoreErrorClass::Stopped:
        return "stopped";
    case StoreErrorClass::Protocol:
        return "protocol";
    case StoreErrorClass::Loading:
        return "loading";
    case StoreErrorClass::Busy:
        return "busy";
    case StoreErrorClass::OutOfMemory:
        return "out_of_memory";
    case StoreErrorClass::Misconfigured:
        return "misconfigured";
    case StoreErrorClass::NoReplicas:
        return "no_replicas";
    case StoreErrorClass::NoPermission:
        return "no_permission";
    case StoreErrorClass::NoAuth:
        return "no_auth";
    case StoreErrorClass::WrongType:
        return "wrong_type";
    case StoreErrorClass::ReadOnly:
        return "read_only";
    case StoreErrorClass::Script:
        return "script";
    case StoreErrorClass::Other:
        return "other";
    }
    return "unknown";
}

std::string_view toText(FailPolicy policy)
{
    return policy == FailPolicy::FailOpen ? "fail_open" : "fail_closed";
}

std::string_view toText(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Allowed:
        return "allowed";
    case Verdict::Denied:
        return "denied";
    case Verdict::NeverFits:
        return "never_fits";
    }
    return "unknown";
}

} // namespace penstock
