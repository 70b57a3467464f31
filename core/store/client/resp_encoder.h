// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/command.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace penstock {

/// How a script is named on the wire: by its SHA-1, or by its whole text, which loads it too.
enum class ScriptForm : std::uint8_t
{
    BySha,
    Whole
};

/// Appends @p command to @p out as one RESP2 array of bulk strings: what redisAppendCommandArgv
/// would put into a context's buffer, without the arrays of pointers and lengths that it wants. Any
/// bytes are safe in a word. Pure.
void appendCommand(std::string& out, const Command& command, ScriptForm form = ScriptForm::BySha);

} // namespace penstock
