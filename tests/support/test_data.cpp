// SPDX-License-Identifier: MIT
#include "tests/support/test_data.h"

#include <QDir>

// Generated. Only this file knows where the sources are: a clone elsewhere recompiles just this
// one.
#include "test_paths.h"

namespace penstock {

QString testData(const QString& path)
{
    return QStringLiteral(PENSTOCK_SOURCE_DIR "/tests/") % path;
}

QString sharedDataFolder()
{
    const QString beside = QStringLiteral(PENSTOCK_SOURCE_DIR "/../shared");
    const QString folder =
        qEnvironmentVariable("PENSTOCK_SHARED", beside) % QStringLiteral("/data");
    return QDir(folder).exists() ? folder : QString();
}

} // namespace penstock
