// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/format.h"

#include <QLocale>

namespace penstock::format {

namespace {

/// The C locale's digits, with commas between thousands.
QLocale grouping()
{
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::DefaultNumberOptions);
    return locale;
}

QString twoDigits(std::int64_t value)
{
    return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0'));
}

} // namespace

QString count(std::uint64_t value)
{
    return grouping().toString(static_cast<qulonglong>(value));
}

QString fixed(double value, int decimals)
{
    return grouping().toString(value, 'f', decimals);
}

QString tokens(MicroTokens tokens)
{
    return QString::number(tokens.toDouble(), 'f', 2);
}

QString perSecond(double rate)
{
    return QString::number(rate, 'f', 1) % QStringLiteral("/s");
}

QString milliseconds(Nanos duration)
{
    return QString::number(std::chrono::duration<double, std::milli>(duration).count(), 'f', 2);
}

QString runTime(Nanos elapsed)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(elapsed).count();
    const QString tail = twoDigits(seconds / 60 % 60) % QLatin1Char(':') % twoDigits(seconds % 60);
    return seconds < 3600 ? tail : QString::number(seconds / 3600) % QLatin1Char(':') % tail;
}

QString logTime(Nanos elapsed)
{
    const auto millis = std::chrono::duration_cast<std::chrono::milliseconds>(elapsed).count();
    return runTime(elapsed) % QStringLiteral(".%1").arg(millis % 1000, 3, 10, QLatin1Char('0'));
}

} // namespace penstock::format
