// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/embedded/interpreter.h"

namespace penstock::embedded {

/// What the interpreter is doing while a script runs.
struct Interpreter::Run
{
    const LoadedScript& script;
    const ScriptCall& call;
    Reply& reply;
};

} // namespace penstock::embedded
