// SPDX-License-Identifier: MIT
#include "core/scenario/json.h"

#include <algorithm>
#include <cstdint>

namespace penstock {

namespace {

constexpr int kMaxDepth = 64;

/// The number of bytes of the UTF-8 character at the front of @p text; 0 when it is none.
std::size_t characterLength(std::string_view text)
{
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return 1;
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length)
        return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80)
            return 0;
    }
    // Longer than needed, a surrogate, or above U+10FFFF.
    const bool isBad = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) > 0x9f) ||
                       (lead == 0xf0 && byte(1) < 0x90) || (lead == 0xf4 && byte(1) > 0x8f);
    return isBad ? 0 : length;
}

void appendUtf8(std::string& out, std::uint32_t code)
{
    if (code < 0x80) {
        out += static_cast<char>(code);
        return;
    }
    if (code >= 0x10000) {
        out += static_cast<char>(0xf0 | (code >> 18));
        out += static_cast<char>(0x80 | (code >> 12 & 0x3f));
    } else if (code >= 0x800) {
        out += static_cast<char>(0xe0 | (code >> 12));
    }
    if (code >= 0x800)
        out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    else
        out += static_cast<char>(0xc0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3f));
}

/// Recursive descent over the text; the first mistake ends it.
class JsonParser
{
public:
    explicit JsonParser(std::string_view text) : m_text(text) {}

    tl::expected<JsonValue, Problem> parse()
    {
        JsonValue root;
        skipSpace();
        if (readValue(root, 0)) {
            skipSpace();
            if (m_at < m_text.size())
                fail("unexpected text after the document");
        }
        if (!m_message.empty())
            return tl::unexpected(problem());
        return root;
    }

private:
    bool fail(std::string message)
    {
        if (m_message.empty())
            m_message = std::move(message);
        return false;
    }

    Problem problem() const
    {
        const std::string_view before = m_text.substr(0, m_at);
        const auto line = std::count(before.begin(), before.end(), '\n') + 1;
        const std::size_t column = m_at - (before.rfind('\n') + 1) + 1;
        return {"line " + std::to_string(line) + ", column " + std::to_string(column), m_message};
    }

    bool isAt(char c) const { return m_at < m_text.size() && m_text[m_at] == c; }
    bool take(char c)
    {
        if (!isAt(c))
            return false;
        ++m_at;
        return true;
    }
    bool isDigit() const
    {
        return m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9';
    }

    void skipSpace()
    {
        while (m_at < m_text.size() && (isAt(' ') || isAt('\t') || isAt('\n') || isAt('\r'))) {
            if (isAt('\n')) {
                ++m_line;
                m_lineStart = m_at + 1;
            }
            ++m_at;
        }
    }

    void markPlace(JsonValue& value) const
    {
        value.line = m_line;
        value.column = static_cast<int>(m_at - m_lineStart) + 1;
    }

    bool readValue(JsonValue& value, int depth)
    {
        if (depth > kMaxDepth)
            return fail("nested too deeply");
        if (m_at == m_text.size())
            return fail("the document ends too early");
        markPlace(value);
        switch (m_text[m_at]) {
        case '{':
            return readObject(value, depth);
        case '[':
            return readArray(value, depth);
        case '"':
            value.type = JsonValue::Type::String;
            return readString(value.text);
        case 't':
            return readLiteral(value, "true", JsonValue::Type::Bool);
        case 'f':
            return readLiteral(value, "false", JsonValue::Type::Bool);
        case 'n':
            return readLiteral(value, "null", JsonValue::Type::Null);
        default:
            return readNumber(value);
        }
    }

    bool readLiteral(JsonValue& value, std::string_view word, JsonValue::Type type)
    {
        if (m_text.substr(m_at, word.size()) != word)
            return fail("expected a value");
        m_at += word.size();
        value.type = type;
        value.text = word;
        return true;
    }

    bool readNumber(JsonValue& value)
    {
        const std::size_t begin = m_at;
        take('-');
        if (!isDigit())
            return fail("expected a value");
        if (take('0') && isDigit())
            return fail("a number must not begin with 0");
        skipDigits();
        if (take('.') && !skipDigits())
            return fail("expected a digit after the decimal point");
        if (take('e') || take('E')) {
            if (!take('+'))
                take('-');
            if (!skipDigits())
                return fail("expected a digit in the exponent");
        }
        value.type = JsonValue::Type::Number;
        value.text = m_text.substr(begin, m_at - begin);
        return true;
    }

    bool skipDigits()
    {
        const std::size_t begin = m_at;
        while (isDigit())
            ++m_at;
        return m_at > begin;
    }

    bool readString(std::string& out)
    {
        ++m_at;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '"') {
                ++m_at;
                return true;
            }
            if (static_cast<unsigned char>(c) < 0x20)
                return fail("text must not hold a line break or control character");
            if (c == '\\') {
                if (!readEscape(out))
                    return false;
                continue;
            }
            const std::size_t length = characterLength(m_text.substr(m_at));
            if (length == 0)
                return fail("the bytes are not UTF-8");
            out += m_text.substr(m_at, length);
            m_at += length;
        }
        return fail("the closing quote is missing");
    }

    bool readEscape(std::string& out)
    {
        static constexpr std::string_view kNames = "\"\\/bfnrt";
        static constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
        if (m_at + 1 == m_text.size())
            return fail("the closing quote is missing");
        const char name = m_text[m_at + 1];
        if (name == 'u')
            return readUnicodeEscape(out);
        const std::size_t i = kNames.find(name);
        if (i == std::string_view::npos)
            return fail("unknown escape in text");
        out += kValues[i];
        m_at += 2;
        return true;
    }

    bool readUnicodeEscape(std::string& out)
    {
        std::uint32_t code = 0;
        if (!readHex(code))
            return false;
        if (code >= 0xd800 && code < 0xdc00) {
            std::uint32_t low = 0;
            if (m_text.substr(m_at, 2) != "\\u" || !readHex(low) || low < 0xdc00 || low > 0xdfff)
                return fail("half of a surrogate pair is missing");
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        } else if (code >= 0xdc00 && code <= 0xdfff) {
            return fail("half of a surrogate pair is missing");
        }
        appendUtf8(out, code);
        return true;
    }

    bool readHex(std::uint32_t& code)
    {
        const std::string_view digits = m_text.substr(std::min(m_at + 2, m_text.size()), 4);
        if (digits.size() < 4)
            return fail("expected four hexadecimal digits after \\u");
        for (const char c : digits) {
            const bool isLetter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
            if (!isLetter && (c < '0' || c > '9'))
                return fail("expected four hexadecimal digits after \\u");
            code =
                code * 16 + static_cast<std::uint32_t>(isLetter ? (c | 0x20) - 'a' + 10 : c - '0');
        }
        m_at += 6;
        return true;
    }

    bool readArray(JsonValue& value, int depth)
    {
        value.type = JsonValue::Type::Array;
        ++m_at;
        skipSpace();
        if (take(']'))
            return true;
        do {
            skipSpace();
            if (!readValue(value.items.emplace_back(), depth + 1))
                return false;
            skipSpace();
        } while (take(','));
        return take(']') || fail("expected , or ]");
    }

    bool readObject(JsonValue& value, int depth)
    {
        value.type = JsonValue::Type::Object;
        ++m_at;
        skipSpace();
        if (take('}'))
            return true;
        do {
            skipSpace();
            JsonValue place;
            markPlace(place);
            if (!isAt('"'))
                return fail("expected a key in quotes");
            if (!readString(value.keys.emplace_back()))
                return false;
            skipSpace();
            if (!take(':'))
                return fail("expected : after the key");
            skipSpace();
            JsonValue& member = value.items.emplace_back();
            if (!readValue(member, depth + 1))
                return false;
            member.line = place.line;
            member.column = place.column;
            skipSpace();
        } while (take(','));
        return take('}') || fail("expected , or }");
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    std::size_t m_lineStart = 0;
    std::string m_message;
};

} // namespace

std::string_view nameOf(JsonValue::Type type)
{
    switch (type) {
    case JsonValue::Type::Null:
        return "null";
    case JsonValue::Type::Bool:
        return "true or false";
    case JsonValue::Type::Number:
        return "a number";
    case JsonValue::Type::String:
        return "text";
    case JsonValue::Type::Array:
        return "a list";
    case JsonValue::Type::Object:
        return "an object";
    }
    return "";
}

tl::expected<JsonValue, Problem> parseJson(std::string_view text)
{
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark)
        text.remove_prefix(kByteOrderMark.size());
    return JsonParser(text).parse();
}

std::string quoteJson(std::string_view text)
{
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out = "\"";
    while (!text.empty()) {
        const char c = text.front();
        const std::size_t length = characterLength(text);
        if (length == 0)
            out += "\xef\xbf\xbd";
        else if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (c == '\n')
            out += "\\n";
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            ((out += "\\u00") += kHex[c >> 4]) += kHex[c & 15];
        else
            out += text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out + '"';
}

} // namespace penstock
