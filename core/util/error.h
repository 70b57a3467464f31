// SPDX-License-Identifier: MIT
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace penstock {

/// What kind of thing went wrong; the command line maps each to an exit code.
enum class ErrorKind
{
    Usage,            ///< an option, key or value that cannot be
    InvalidScenario,  ///< a scenario document that breaks a rule
    InputOutput,      ///< a file or feed that cannot be read or written
    StoreUnreachable, ///< the store does not answer
    Internal,         ///< a fault of ours
};

/// One failure: what happened (with the place it happened), and what to do next.
struct Error
{
    ErrorKind kind = ErrorKind::Internal;
    std::string message;
    std::string hint; ///< empty when there is no sensible next step

    friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Result = tl::expected<T, Error>;

/// One thing wrong with a value that a user gave. @p field is its path, such as "limiter.capacity".
struct Problem
{
    std::string field;
    std::string message;

    friend bool operator==(const Problem&, const Problem&) = default;
};

using Problems = std::vector<Problem>;

/// "limiter.capacity: must be at least 1 token", one line a problem.
std::string toText(const Problems& problems);

} // namespace penstock
