// SPDX-License-Identifier: MIT
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace penstock::embedded {

/// What the optional first line "#!lua flags=no-writes,allow-stale" of a script says.
struct ScriptHeader
{
    std::size_t size = 0; ///< bytes before the code; the line break belongs to the code
    bool mayWrite = true;
};

/// The error is the reply's text. Pure.
tl::expected<ScriptHeader, std::string> readScriptHeader(std::string_view source);

} // namespace penstock::embedded
