// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/store.h"
#include "core/util/error.h"
#include "ui/theme/theme_controller.h"

#include <QSize>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace penstock {

/// What penstock was started with.
struct WindowOptions
{
    QString scenario; ///< empty: first-look
    std::optional<StoreSpec> store;
    std::vector<std::pair<QString, QString>> sets; ///< path and value of each --set
    QString screenshot;                            ///< a file to write; empty: none
    Nanos after = std::chrono::seconds(5);         ///< until the screenshot
    QSize size;                                    ///< of the window; empty: as last time
    std::optional<ThemeChoice> theme;
};

/// Reads the command line. Either options, or the program is to end with this exit code: help and
/// version were printed (0), or what is wrong was (2).
tl::expected<WindowOptions, int> readWindowOptions(int argc, char** argv);

} // namespace penstock
