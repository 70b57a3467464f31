// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/error.h"

namespace penstock {

/// What penstock-cli tells the shell. Documented: never renumber.
enum class ExitCode
{
    Ok = 0,
    Internal = 1,
    Usage = 2,
    InvalidScenario = 3,
    InputOutput = 4,
    StoreUnreachable = 5,
    StoppedEarly = 6,
    ThresholdFailed = 99,
    Interrupted = 130,
};

constexpr ExitCode exitCodeOf(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Usage:
        return ExitCode::Usage;
    case ErrorKind::InvalidScenario:
        return ExitCode::InvalidScenario;
    case ErrorKind::InputOutput:
        return ExitCode::InputOutput;
    case ErrorKind::StoreUnreachable:
        return ExitCode::StoreUnreachable;
    case ErrorKind::Internal:
        break;
    }
    return ExitCode::Internal;
}

} // namespace penstock
