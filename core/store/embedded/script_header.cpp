// SPDX-License-Identifier: MIT
#include "core/store/embedded/script_header.h"

#include <algorithm>
#include <array>

namespace penstock::embedded {

namespace {

/// Cuts the text before the first @p separator off @p rest.
std::string_view cut(std::string_view& rest, char separator)
{
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

tl::unexpected<std::string> problem(std::string_view what, std::string_view shown)
{
    std::string text("ERR ");
    text.append(what).append(": ").append(shown);
    return tl::unexpected(text);
}

} // namespace

tl::expected<ScriptHeader, std::string> readScriptHeader(std::string_view source)
{
    ScriptHeader header;
    if (!source.starts_with("#!"))
        return header;
    header.size = source.find('\n');
    if (header.size == std::string_view::npos)
        return tl::unexpected(std::string("ERR Invalid script shebang"));

    std::string_view words = source.substr(0, header.size);
    const std::string_view engine = cut(words, ' ');
    if (engine != "#!lua")
        return problem("Unexpected engine in script shebang", engine);
    // The flags that Redis knows; only no-writes means anything to a store without replicas.
    static constexpr std::array<std::string_view, 5> kFlags = {
        "no-writes", "allow-oom", "allow-stale", "no-cluster", "allow-cross-slot-keys"};
    while (!words.empty()) {
        std::string_view word = cut(words, ' ');
        if (word.empty())
            continue;
        if (!word.starts_with("flags="))
            return problem("Unknown lua shebang option", word);
        word.remove_prefix(std::string_view("flags=").size());
        while (!word.empty()) {
            const std::string_view flag = cut(word, ',');
            if (std::find(kFlags.begin(), kFlags.end(), flag) == kFlags.end())
                return problem("Unexpected flag in script shebang", flag);
            header.mayWrite = header.mayWrite && flag != "no-writes";
        }
    }
    return header;
}

} // namespace penstock::embedded
