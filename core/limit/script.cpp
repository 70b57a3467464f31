// SPDX-License-Identifier: MIT
#include "core/limit/script.h"

#include "core/util/sha1.h"

#include <vector>

namespace penstock {

std::span<const Script> builtinScripts()
{
    static const std::vector<Script> scripts = [] {
        std::vector<Script> all;
        for (std::size_t i = 0; i < detail::kEmbeddedScriptCount; ++i) {
            const auto& [name, source] = detail::kEmbeddedScripts[i];
            all.push_back({name, source, sha1Hex(source)});
        }
        return all;
    }();
    return scripts;
}

const Script* findScript(std::string_view name)
{
    for (const Script& script : builtinScripts()) {
        if (script.name == name)
            return &script;
    }
    return nullptr;
}

} // namespace penstock
