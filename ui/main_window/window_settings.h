// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/time.h"
#include "ui/theme/theme_controller.h"

#include <QByteArray>
#include <QStringList>

class QSettings;

namespace penstock {

/// What the window keeps from one run of the program to the next. Never an address of a store: it
/// may hold a password. A plain value.
struct WindowSettings
{
    static constexpr int kMostRecentFiles = 6;

    QByteArray geometry;
    ThemeChoice theme = ThemeChoice::System;
    Nanos span = std::chrono::seconds(30);
    QStringList recentFiles; ///< the newest first
    QStringList hiddenSeries;
    int thirdChart = 0;

    static WindowSettings read(const QSettings& settings);
    void write(QSettings& settings) const;
    /// @p path was opened or saved.
    void addRecentFile(const QString& path);

    friend bool operator==(const WindowSettings&, const WindowSettings&) = default;
};

} // namespace penstock
