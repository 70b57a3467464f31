// SPDX-License-Identifier: MIT
#include "core/run/json_writer.h"

#include <charconv>
#include <cmath>

namespace penstock {

namespace {

template <class Number>
void appendNumber(std::string& out, Number number)
{
    char text[32];
    out.append(text, std::to_chars(text, text + sizeof text, number).ptr);
}

void appendEscaped(std::string& out, char c)
{
    switch (c) {
    case '"':
        out += "\\\"";
        return;
    case '\\':
        out += "\\\\";
        return;
    case '\n':
        out += "\\n";
        return;
    case '\r':
        out += "\\r";
        return;
    case '\t':
        out += "\\t";
        return;
    default:
        break;
    }
    constexpr char kHex[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20) {
        out += c;
        return;
    }
    out += "\\u00";
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
}

} // namespace

void appendDecimal(std::string& out, MicroTokens tokens)
{
    std::int64_t micros = tokens.micros();
    if (micros < 0) {
        out += '-';
        micros = -micros;
    }
    appendNumber(out, micros / MicroTokens::kPerToken);
    std::int64_t fraction = micros % MicroTokens::kPerToken;
    if (fraction == 0)
        return;
    out += '.';
    for (std::int64_t unit = MicroTokens::kPerToken / 10; fraction != 0; unit /= 10) {
        out += static_cast<char>('0' + fraction / unit);
        fraction %= unit;
    }
}

void JsonWriter::newLine()
{
    if (!m_isIndented)
        return;
    m_out += '\n';
    m_out.append(static_cast<std::size_t>(m_depth) * 2, ' ');
}

void JsonWriter::separate()
{
    if (m_isAfterKey) {
        m_isAfterKey = false;
        return;
    }
    if (!m_isFirst)
        m_out += ',';
    if (m_depth > 0)
        newLine();
    m_isFirst = false;
}

JsonWriter& JsonWriter::open(char bracket)
{
    separate();
    m_out += bracket;
    ++m_depth;
    m_isFirst = true;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket)
{
    --m_depth;
    if (!m_isFirst)
        newLine();
    m_out += bracket;
    m_isFirst = false;
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name)
{
    value(name);
    m_out += m_isIndented ? ": " : ":";
    m_isAfterKey = true;
    return *this;
}

JsonWriter& JsonWriter::raw(std::string_view text)
{
    separate();
    m_out += text;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text)
{
    separate();
    m_out += '"';
    for (const char c : text)
        appendEscaped(m_out, c);
    m_out += '"';
    return *this;
}

JsonWriter& JsonWriter::value(double number)
{
    if (!std::isfinite(number))
        return null();
    separate();
    appendNumber(m_out, number);
    return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number)
{
    separate();
    appendNumber(m_out, number);
    return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number)
{
    separate();
    appendNumber(m_out, number);
    return *this;
}

JsonWriter& JsonWriter::value(MicroTokens tokens)
{
    separate();
    appendDecimal(m_out, tokens);
    return *this;
}

} // namespace penstock
