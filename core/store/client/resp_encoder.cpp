// SPDX-License-Identifier: MIT
#include "core/store/client/resp_encoder.h"

#include "core/limit/script.h"

#include <charconv>

namespace penstock {

namespace {

void appendHeader(std::string& out, char type, std::size_t number)
{
    char text[24];
    char* end = text;
    *end++ = type;
    end = std::to_chars(end, text + sizeof text - 2, number).ptr;
    *end++ = '\r';
    *end++ = '\n';
    out.append(text, end);
}

void appendWord(std::string& out, std::string_view word)
{
    appendHeader(out, '$', word.size());
    out += word;
    out += "\r\n";
}

} // namespace

void appendCommand(std::string& out, const Command& command, ScriptForm form)
{
    constexpr std::size_t kScriptWords = 3; // EVALSHA, digest, number of keys
    const Script* script = command.script();
    appendHeader(out, '*', command.size() + (script ? kScriptWords : 0));
    if (script) {
        const bool isWhole = form == ScriptForm::Whole;
        appendWord(out, isWhole ? "EVAL" : "EVALSHA");
        appendWord(out, isWhole ? script->source : std::string_view(script->sha));
        char digits[24];
        const char* end = std::to_chars(digits, digits + sizeof digits, command.keyCount()).ptr;
        appendWord(out, std::string_view(digits, static_cast<std::size_t>(end - digits)));
    }
    for (std::size_t i = 0; i < command.size(); ++i)
        appendWord(out, command.word(i));
}

} // namespace penstock
