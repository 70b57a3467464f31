// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace penstock {

/// The absolute path of a file below tests/, such as "feed/data/rss20.xml".
QString testData(const QString& path);

/// The folder of published test data, which is not part of this repository: $PENSTOCK_SHARED or
/// ../shared beside the sources, then /data. Empty when it is absent: the test then skips, visibly.
QString sharedDataFolder();

} // namespace penstock
