// SPDX-License-Identifier: MIT
#include "tests/support/shared_data.h"

#include <QDir>

namespace penstock {

QString sharedDataFolder()
{
    const QString beside = QStringLiteral(PENSTOCK_SHARED_BESIDE);
    const QString folder =
        qEnvironmentVariable("PENSTOCK_SHARED", beside) % QStringLiteral("/data");
    return QDir(folder).exists() ? folder : QString();
}

} // namespace penstock
