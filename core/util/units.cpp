// SPDX-License-Identifier: MIT
#include "core/util/units.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>
#include <span>

namespace penstock {

namespace {

__extension__ using Wide = __int128;

constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();

constexpr std::string_view kTokensExample = "tokens are written like 20 or 1.5";
constexpr std::string_view kRateExample = "a rate is written like 10/s, 0.5/s or 5/min";
constexpr std::string_view kDurationExample = "a duration is written like 100ms, 1.5s or 2min";
constexpr std::string_view kCountExample = "a count is a whole number like 10";

/// One unit of time in nanoseconds.
struct Unit
{
    std::string_view name;
    std::int64_t nanos;
};

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::array<Unit, 8> kUnits{{{"d", 86'400 * kSecond},
                                      {"day", 86'400 * kSecond},
                                      {"h", 3'600 * kSecond},
                                      {"min", 60 * kSecond},
                                      {"s", kSecond},
                                      {"ms", 1'000'000},
                                      {"us", 1'000},
                                      {"ns", 1}}};

const Unit* findUnit(std::string_view name)
{
    const auto unit =
        std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& u) { return u.name == name; });
    return unit == kUnits.end() ? nullptr : &*unit;
}

constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

void skipBlanks(std::string_view& text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
}

std::string_view trimmed(std::string_view text)
{
    skipBlanks(text);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

/// The text in quotes, cut where it is long and with anything unprintable left out.
std::string quoted(std::string_view text)
{
    constexpr std::size_t kLongest = 40;
    std::string result = "\"";
    for (const char c : text.substr(0, kLongest))
        result += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    return result + (text.size() > kLongest ? "...\"" : "\"");
}

tl::unexpected<std::string> problem(std::string_view text, std::string_view what,
                                    std::string_view example)
{
    std::string message = quoted(text);
    message.append(" ").append(what).append("; ").append(example);
    return tl::unexpected<std::string>(std::move(message));
}

/// A decimal number as mantissa / scale; scale is a power of ten without need of trailing zeros.
struct Decimal
{
    Wide mantissa = 0;
    Wide scale = 1;
};

/// Takes a decimal from the front of @p rest. Errors say what is wrong with it.
tl::expected<Decimal, std::string_view> takeDecimal(std::string_view& rest)
{
    constexpr int kMostPlaces = 18;
    if (rest.empty())
        return tl::unexpected<std::string_view>("is empty");
    if (rest.front() == '-')
        return tl::unexpected<std::string_view>("is negative");
    if (!isDigit(rest.front()))
        return tl::unexpected<std::string_view>("is no number");
    Decimal value;
    for (; !rest.empty() && isDigit(rest.front()); rest.remove_prefix(1)) {
        value.mantissa = value.mantissa * 10 + (rest.front() - '0');
        if (value.mantissa > kMost)
            return tl::unexpected<std::string_view>("is too large");
    }
    if (rest.empty() || rest.front() != '.')
        return value;
    rest.remove_prefix(1);
    const auto places = static_cast<std::size_t>(
        std::find_if_not(rest.begin(), rest.end(), isDigit) - rest.begin());
    if (places == 0)
        return tl::unexpected<std::string_view>("has no digit after the point");
    std::string_view fraction = rest.substr(0, places);
    rest.remove_prefix(places);
    while (!fraction.empty() && fraction.back() == '0')
        fraction.remove_suffix(1);
    if (fraction.size() > kMostPlaces)
        return tl::unexpected<std::string_view>("has too many decimals");
    for (const char digit : fraction) { // at most 10^19 * 10^18: fits
        value.mantissa = value.mantissa * 10 + (digit - '0');
        value.scale *= 10;
    }
    return value;
}

Wide gcd(Wide a, Wide b)
{
    while (b != 0)
        a = std::exchange(b, a % b);
    return a;
}

/// @p whole units and @p thousandths as "12", "12.5" or "12.005".
std::string decimalText(Wide thousandths)
{
    std::string text = std::to_string(static_cast<std::int64_t>(thousandths / 1000));
    if (const int rest = static_cast<int>(thousandths % 1000); rest != 0) {
        text += '.' + std::to_string(1000 + rest).substr(1);
        text.erase(text.find_last_not_of('0') + 1);
    }
    return text;
}

/// The unit of time below a rate, with its count ("10s"); none when it cannot be read.
std::optional<Wide> periodNanos(std::string_view text)
{
    Wide count = 1;
    if (!text.empty() && isDigit(text.front())) {
        count = 0;
        for (; !text.empty() && isDigit(text.front()); text.remove_prefix(1)) {
            count = count * 10 + (text.front() - '0');
            if (count > kMost)
                return std::nullopt;
        }
    }
    skipBlanks(text);
    const Unit* unit = findUnit(text);
    if (unit == nullptr || count == 0)
        return std::nullopt;
    return count * unit->nanos; // at most 10^19 * 10^14: fits
}

} // namespace

Parsed<MicroTokens> parseTokens(std::string_view text)
{
    text = trimmed(text);
    std::string_view rest = text;
    const auto value = takeDecimal(rest);
    if (!value)
        return problem(text, value.error(), kTokensExample);
    if (!rest.empty())
        return problem(text, "is not only a number", kTokensExample);
    if (value->scale > MicroTokens::kPerToken)
        return problem(text, "has more than six decimals", kTokensExample);
    const Wide micros = value->mantissa * (MicroTokens::kPerToken / value->scale);
    if (micros > kMost)
        return problem(text, "is too large", kTokensExample);
    return MicroTokens::fromMicros(static_cast<std::int64_t>(micros));
}

Parsed<Rate> parseRate(std::string_view text)
{
    text = trimmed(text);
    std::string_view rest = text;
    const auto value = takeDecimal(rest);
    if (!value)
        return problem(text, value.error(), kRateExample);
    skipBlanks(rest);
    if (rest.empty()) {
        if (value->mantissa == 0)
            return Rate{};
        return problem(text, "needs a unit of time", kRateExample);
    }
    if (rest.front() != '/')
        return problem(text, "has no / after the number", kRateExample);
    rest.remove_prefix(1);
    skipBlanks(rest);
    const auto period = periodNanos(rest);
    if (!period)
        return problem(text, "has no unit of time after the / (ms, s, min, h, day)", kRateExample);
    // mantissa / scale tokens in a period, per second. Reduced in two steps so that nothing grows
    // beyond 128 bits: 10^19 below the line of the first fraction, 10^33 below that of the second.
    const Wide first = gcd(value->mantissa, value->scale);
    const Wide second = gcd(Wide{kSecond}, *period);
    const Wide third = gcd(value->mantissa / first, *period / second);
    const Wide fourth = gcd(kSecond / second, value->scale / first);
    const Wide num = value->mantissa / first / third * (kSecond / second / fourth);
    Wide den = 0;
    if (__builtin_mul_overflow(value->scale / first / fourth, *period / second / third, &den) ||
        den > kMost)
        return num == 0 ? Parsed<Rate>(Rate{}) : problem(text, "is too small", kRateExample);
    if (num > kMost)
        return problem(text, "is too large", kRateExample);
    return Rate::reduced(static_cast<std::int64_t>(num), static_cast<std::int64_t>(den));
}

Parsed<Nanos> parseDuration(std::string_view text)
{
    text = trimmed(text);
    std::string_view rest = text;
    const auto value = takeDecimal(rest);
    if (!value)
        return problem(text, value.error(), kDurationExample);
    skipBlanks(rest);
    if (rest.empty()) {
        if (value->mantissa == 0)
            return Nanos(0);
        return problem(text, "needs a unit of time", kDurationExample);
    }
    const Unit* unit = findUnit(rest);
    if (unit == nullptr)
        return problem(text, "has no known unit of time (us, ms, s, min, h, d)", kDurationExample);
    const Wide shared = gcd(Wide{unit->nanos}, value->scale);
    const Wide scale = value->scale / shared;
    if (value->mantissa % scale != 0)
        return problem(text, "is finer than a nanosecond", kDurationExample);
    Wide nanos = 0;
    if (__builtin_mul_overflow(value->mantissa / scale, unit->nanos / shared, &nanos) ||
        nanos > kMost)
        return problem(text, "is too long", kDurationExample);
    return Nanos(static_cast<std::int64_t>(nanos));
}

Parsed<std::int64_t> parseCount(std::string_view text, std::int64_t least, std::int64_t most)
{
    text = trimmed(text);
    std::string_view rest = text;
    const auto value = takeDecimal(rest);
    if (!value && value.error() != "is too large")
        return problem(text, value.error(), kCountExample);
    if (value && (!rest.empty() || value->scale != 1))
        return problem(text, "is no whole number", kCountExample);
    if (!value || value->mantissa < least || value->mantissa > most)
        return problem(text, "is out of range",
                       "it goes from " + std::to_string(least) + " to " + std::to_string(most));
    return static_cast<std::int64_t>(value->mantissa);
}

std::string toText(MicroTokens tokens)
{
    const std::int64_t micros = tokens.micros();
    const auto size =
        micros < 0 ? 0 - static_cast<std::uint64_t>(micros) : static_cast<std::uint64_t>(micros);
    std::string text = micros < 0 ? "-" : "";
    text += std::to_string(size / MicroTokens::kPerToken);
    if (const auto rest = size % MicroTokens::kPerToken; rest != 0) {
        text += '.' + std::to_string(MicroTokens::kPerToken + rest).substr(1);
        text.erase(text.find_last_not_of('0') + 1);
    }
    return text;
}

std::string toText(Rate rate)
{
    constexpr std::array<Unit, 4> kPeriods{{{"s", 1}, {"min", 60}, {"h", 3'600}, {"day", 86'400}}};
    for (const Unit& period : kPeriods) {
        const Wide thousandths = Wide{rate.num} * period.nanos * 1000;
        if (thousandths % rate.den == 0 && thousandths / rate.den / 1000 <= kMost)
            return decimalText(thousandths / rate.den).append("/").append(period.name);
    }
    return std::to_string(rate.num) + '/' + std::to_string(rate.den) + 's';
}

std::string toText(Nanos duration)
{
    struct Candidate
    {
        Unit unit;
        bool isWhole;
    };
    // Minutes and more only when whole ("90s", not "1.5min"); below, three decimals.
    constexpr std::array<Candidate, 7> kCandidates{{{{"d", 86'400 * kSecond}, true},
                                                    {{"h", 3'600 * kSecond}, true},
                                                    {{"min", 60 * kSecond}, true},
                                                    {{"s", kSecond}, false},
                                                    {{"ms", 1'000'000}, false},
                                                    {{"us", 1'000}, false},
                                                    {{"ns", 1}, true}}};
    if (duration == Nanos(0))
        return "0s";
    const std::string sign = duration < Nanos(0) ? "-" : "";
    const Wide nanos = duration < Nanos(0) ? -Wide{duration.count()} : Wide{duration.count()};
    for (const auto& [unit, isWhole] : kCandidates) {
        const bool fits = isWhole ? nanos % unit.nanos == 0 : nanos * 1000 % unit.nanos == 0;
        if (fits && nanos >= unit.nanos)
            return (sign + decimalText(nanos * 1000 / unit.nanos)).append(unit.name);
    }
    return sign + std::to_string(duration.count()) + "ns"; // not reached: every value fits in ns
}

} // namespace penstock
