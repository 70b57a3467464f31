// SPDX-License-Identifier: MIT
#include "core/store/client/store_error.h"

#include <array>
#include <utility>

namespace penstock {

namespace {

constexpr std::array<std::pair<std::string_view, StoreErrorClass>, 13> kFirstWords = {{
    {"LOADING", StoreErrorClass::Loading},
    {"BUSY", StoreErrorClass::Busy},
    {"OOM", StoreErrorClass::OutOfMemory},
    {"MISCONF", StoreErrorClass::Misconfigured},
    {"NOREPLICAS", StoreErrorClass::NoReplicas},
    {"NOPERM", StoreErrorClass::NoPermission},
    {"DENIED", StoreErrorClass::NoPermission}, // protected mode
    {"NOAUTH", StoreErrorClass::NoAuth},
    {"WRONGPASS", StoreErrorClass::NoAuth},
    {"WRONGTYPE", StoreErrorClass::WrongType},
    {"READONLY", StoreErrorClass::ReadOnly},
    {"NOSCRIPT", StoreErrorClass::Script},
    {"UNKILLABLE", StoreErrorClass::Busy},
}};

} // namespace

StoreErrorClass classifyErrorReply(std::string_view text)
{
    const std::string_view word = text.substr(0, text.find(' '));
    for (const auto& [firstWord, errorClass] : kFirstWords) {
        if (word == firstWord)
            return errorClass;
    }
    // Redis tells an error raised in a script by its text only: "ERR user_script:1: ... script:
    // <sha>" since 7.0, "ERR Error running script ..." before, "ERR Error compiling script ...".
    if (text.find("script") != std::string_view::npos)
        return StoreErrorClass::Script;
    return StoreErrorClass::Other;
}

} // namespace penstock
