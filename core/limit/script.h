// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace penstock {

/// One Lua script of resources/lua, with the SHA-1 by which Redis calls it.
struct Script
{
    std::string_view name;
    std::string_view source;
    std::string sha;
};

/// The built-in scripts, in the order of their file names. Safe from any thread.
std::span<const Script> builtinScripts();

/// The built-in script called @p name, or nullptr. Safe from any thread.
const Script* findScript(std::string_view name);

namespace detail {

struct EmbeddedScript
{
    std::string_view name;
    std::string_view source;
};

extern const EmbeddedScript kEmbeddedScripts[];
extern const std::size_t kEmbeddedScriptCount;

} // namespace detail

} // namespace penstock
