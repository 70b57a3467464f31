// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"

#include <tl/expected.hpp>

namespace penstock {

/// Reads the command line. Either what to do, or (after --help, --version or a mistake, which have
/// been answered) the code to exit with.
tl::expected<Action, ExitCode> readCommandLine(int argc, char** argv);

} // namespace penstock
