// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_code.h"

#include <string>
#include <string_view>

/// stdout carries the result and nothing else; stderr everything a person is told on the way.
/// Main thread.
namespace penstock::console {

/// Fills the numbers of standard streams that were closed by the caller (`>&-`). Without it the
/// next socket or file of ours becomes "stdout", and the result is written into it. Before all
/// else.
void reserveOutputs();

/// To stdout, at once. False when nobody reads it any more or it cannot be written: see
/// outputProblem().
bool write(std::string_view text);
/// Why the last write failed, in the system's words; empty while all is well.
const std::string& outputProblem();

/// To stderr: "penstock-cli: <text>". Control characters but line ends are left out: the text may
/// quote a file or a server.
void note(std::string_view text);
/// To stderr as it is.
void writeError(std::string_view text);
/// What happened and what to do next, to stderr. Gives the exit code of its kind.
ExitCode fail(const Error& error);

/// Is a person looking at stderr? Progress is shown to people only.
bool isErrorTerminal();

/// @p text without control characters: what came from a feed must not drive a terminal.
std::string printable(std::string_view text);

} // namespace penstock::console
