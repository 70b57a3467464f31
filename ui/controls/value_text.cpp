// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/value_text.h"

#include "ui/format.h"

#include <limits>

namespace penstock {

namespace {

/// "1.5s" as "1.5 s", "5/min" as "5 /min": a thin gap before the unit.
QString spaced(const std::string& text)
{
    const auto end = text.find_first_not_of("0123456789.");
    const QString all = QString::fromStdString(text);
    if (end == std::string::npos)
        return all;
    return all.left(static_cast<qsizetype>(end)) % QLatin1Char(' ') %
           all.mid(static_cast<qsizetype>(end));
}

QString grouped(const std::string& digits)
{
    const auto point = digits.find('.');
    const QString whole = format::count(std::stoull(digits.substr(0, point)));
    return point == std::string::npos ? whole
                                      : whole % QString::fromStdString(digits.substr(point));
}

QString rateText(const Rate& rate)
{
    const Rate tenfold = Rate::reduced(rate.num * 10, rate.den);
    if (tenfold.den == 1)
        return format::fixed(rate.toDouble(), 1) % QStringLiteral(" /s");
    return spaced(toText(rate));
}

bool isBare(const QString& text)
{
    for (const QChar c : text) {
        if (!c.isDigit() && c != QLatin1Char('.'))
            return false;
    }
    return !text.isEmpty();
}

/// The unit that @p current is shown in, as the grammar writes it: "ms", "/s".
QString unitOf(ParameterUnit unit, const ParameterValue& current)
{
    const QString text = toShortDisplay(unit, current);
    const qsizetype gap = text.indexOf(QLatin1Char(' '));
    return gap < 0 ? QString() : text.mid(gap + 1);
}

template <class T>
Parsed<ParameterValue> wrap(const Parsed<T>& parsed)
{
    if (!parsed)
        return tl::unexpected(parsed.error());
    return ParameterValue::of(*parsed);
}

} // namespace

QString toShortDisplay(ParameterUnit unit, const ParameterValue& value)
{
    switch (unit) {
    case ParameterUnit::Tokens:
        return grouped(toText(value.tokens()));
    case ParameterUnit::Rate:
        return rateText(value.rate());
    case ParameterUnit::Duration:
        return value.num == 0 ? QStringLiteral("0 ms")
                              : spaced(toText(std::chrono::nanoseconds(value.duration())));
    case ParameterUnit::Count:
        break;
    }
    return format::count(static_cast<std::uint64_t>(value.num));
}

QString toDisplay(ParameterUnit unit, const ParameterValue& value, const QString& noun)
{
    const QString text = toShortDisplay(unit, value);
    if (unit == ParameterUnit::Tokens)
        return text % (value.tokens() == MicroTokens::fromTokens(1) ? QStringLiteral(" token")
                                                                    : QStringLiteral(" tokens"));
    return unit == ParameterUnit::Count && !noun.isEmpty() ? text % QLatin1Char(' ') % noun : text;
}

Parsed<ParameterValue> parseTyped(ParameterUnit unit, const QString& text,
                                  const ParameterValue& current, const QString& noun)
{
    QString words = text.trimmed();
    for (const QString& tail : {QStringLiteral("tokens"), QStringLiteral("token"), noun}) {
        const bool isNoun = unit == ParameterUnit::Tokens || unit == ParameterUnit::Count;
        if (isNoun && !tail.isEmpty() && words.endsWith(tail, Qt::CaseInsensitive)) {
            words.chop(tail.size());
            break;
        }
    }
    words.remove(QLatin1Char(' ')).remove(QLatin1Char(','));
    if (isBare(words) && (unit == ParameterUnit::Rate || unit == ParameterUnit::Duration))
        words += unitOf(unit, current);
    return fromScenarioText(unit, words.toStdString());
}

std::string toScenarioText(ParameterUnit unit, const ParameterValue& value)
{
    switch (unit) {
    case ParameterUnit::Tokens:
        return toText(value.tokens());
    case ParameterUnit::Rate:
        return toText(value.rate());
    case ParameterUnit::Duration:
        return toText(std::chrono::nanoseconds(value.duration()));
    case ParameterUnit::Count:
        break;
    }
    return std::to_string(value.num);
}

Parsed<ParameterValue> fromScenarioText(ParameterUnit unit, const std::string& text)
{
    switch (unit) {
    case ParameterUnit::Tokens:
        return wrap(parseTokens(text));
    case ParameterUnit::Rate:
        return wrap(parseRate(text));
    case ParameterUnit::Duration: {
        const Parsed<Nanos> duration = parseDuration(text);
        if (!duration)
            return tl::unexpected(duration.error());
        if (*duration % std::chrono::microseconds(1) != Nanos(0))
            return tl::unexpected(std::string("is finer than a microsecond"));
        return ParameterValue::of(std::chrono::duration_cast<Micros>(*duration));
    }
    case ParameterUnit::Count:
        break;
    }
    const Parsed<std::int64_t> count =
        parseCount(text, 0, std::numeric_limits<std::uint32_t>::max());
    if (!count)
        return tl::unexpected(count.error());
    return ParameterValue::ofCount(*count);
}

} // namespace penstock
