// SPDX-License-Identifier: MIT
#include "core/store/store_advice.h"

namespace penstock {

std::string_view adviceFor(StoreErrorClass errorClass)
{
    switch (errorClass) {
    case StoreErrorClass::None:
    case StoreErrorClass::Stopped:
        return "";
    case StoreErrorClass::Unreachable:
        return "start the server, or check the address";
    case StoreErrorClass::Timeout:
        return "the server is frozen, busy or far away: look at it, or allow it more time";
    case StoreErrorClass::ConnectionLost:
        return "see the server's log for why it closes connections";
    case StoreErrorClass::Waiting:
        return "the next attempt follows by itself";
    case StoreErrorClass::Protocol:
        return "check that a Redis server listens there";
    case StoreErrorClass::Loading:
        return "it answers once it has read its data";
    case StoreErrorClass::Busy:
        return "a script there does not end: SCRIPT KILL ends it";
    case StoreErrorClass::OutOfMemory:
        return "raise the server's maxmemory";
    case StoreErrorClass::Misconfigured:
        return "the server cannot save its data: see its log";
    case StoreErrorClass::NoReplicas:
        return "start its replicas, or lower min-replicas-to-write";
    case StoreErrorClass::NoPermission:
        return "allow the user EVAL, EVALSHA and the keys, or use another user";
    case StoreErrorClass::NoAuth:
        return "give the right user and password: redis://user:password@host";
    case StoreErrorClass::WrongType:
        return "another program uses that key: choose another one";
    case StoreErrorClass::ReadOnly:
        return "this is a replica: give the address of its primary";
    case StoreErrorClass::Script:
        return "the script itself failed: see its text";
    case StoreErrorClass::Other:
        return "see the server's log";
    }
    return "";
}

} // namespace penstock
