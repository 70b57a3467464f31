// SPDX-License-Identifier: MIT
#include "core/store/embedded/number_text.h"

#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace penstock::embedded {

namespace {

/// strtod and friends skip leading space and stop early; Redis allows neither.
template <class Number>
std::optional<Number> parseReal(std::string_view text, Number (*convert)(const char*, char**))
{
    if (text.empty() || text.size() > 255 || std::isspace(static_cast<unsigned char>(text[0])))
        return std::nullopt;
    const std::string terminated(text);
    char* end = nullptr;
    errno = 0;
    const Number number = convert(terminated.c_str(), &end);
    const bool isWhole = end == terminated.c_str() + terminated.size();
    const bool isOutOfRange =
        errno == ERANGE && (std::isinf(number) || std::fpclassify(number) == FP_ZERO);
    if (!isWhole || isOutOfRange || std::isnan(number))
        return std::nullopt;
    return number;
}

/// The common case without the checks for overflow: about a third of the time of from_chars.
std::optional<std::int64_t> parseDigits(std::string_view digits, bool isNegative)
{
    std::int64_t number = 0;
    for (const char c : digits) {
        if (c < '0' || c > '9')
            return std::nullopt;
        number = number * 10 + (c - '0');
    }
    return isNegative ? -number : number;
}

} // namespace

std::optional<std::int64_t> parseInteger(std::string_view text)
{
    if (text.empty() || text.size() > 20)
        return std::nullopt;
    const std::size_t firstDigit = text[0] == '-' ? 1 : 0;
    if (text.size() == firstDigit || (text[firstDigit] == '0' && text.size() > 1))
        return std::nullopt;
    constexpr std::size_t kSafeDigits = 18; // cannot overflow
    if (text.size() <= firstDigit + kSafeDigits)
        return parseDigits(text.substr(firstDigit), firstDigit == 1);
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, number);
    if (problem != std::errc() || stop != end)
        return std::nullopt;
    return number;
}

std::optional<double> parseDouble(std::string_view text)
{
    return parseReal<double>(text, std::strtod);
}

std::optional<long double> parseLongDouble(std::string_view text)
{
    return parseReal<long double>(text, std::strtold);
}

std::string_view formatInteger(NumberText& room, std::int64_t number)
{
    const auto end = std::to_chars(room.data(), room.data() + room.size(), number).ptr;
    return {room.data(), static_cast<std::size_t>(end - room.data())};
}

std::string_view formatDouble(NumberText& room, double number)
{
    // Integers below 10^17 print without exponent; the common case, and much faster this way.
    constexpr double kPlainLimit = 1e17;
    if (number > -kPlainLimit && number < kPlainLimit) {
        const auto whole = static_cast<std::int64_t>(number);
        if (static_cast<double>(whole) == number && (whole != 0 || !std::signbit(number)))
            return formatInteger(room, whole);
    }
    const int length = std::snprintf(room.data(), room.size(), "%.17g", number);
    return {room.data(), static_cast<std::size_t>(length)};
}

std::string_view formatScore(NumberText& room, double score)
{
    if (std::isinf(score))
        return score > 0 ? "inf" : "-inf";
    return formatDouble(room, score);
}

std::string formatLongDouble(long double number)
{
    std::array<char, 5120> room{}; // LDBL_MAX has 4933 digits before the point
    const int length = std::snprintf(room.data(), room.size(), "%.17Lf", number);
    std::string text(room.data(), static_cast<std::size_t>(length));
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.')
            text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

} // namespace penstock::embedded
