// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/micro_tokens.h"
#include "core/util/rate.h"
#include "core/util/time.h"

#include <QString>

#include <cstdint>
#include <string_view>

namespace penstock {

/// UTF-8 of core at the edge to Qt.
inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace penstock

/// The one place where numbers become text for people. Decimals are fixed per quantity, so that
/// live numbers do not jiggle. GUI thread.
namespace penstock::format {

QString count(std::uint64_t value);        ///< "12,480"
QString fixed(double value, int decimals); ///< "1,234.5"
QString tokens(MicroTokens tokens);        ///< two decimals: "14.20"
QString perSecond(double rate);            ///< one decimal and the unit: "8.0/s"
QString milliseconds(Nanos duration);      ///< two decimals: "0.20"
QString runTime(Nanos elapsed);            ///< "26:00", "1:02:03"
QString logTime(Nanos elapsed);            ///< "25:48.061"

} // namespace penstock::format
