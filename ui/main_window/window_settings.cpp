// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/window_settings.h"

#include "ui/charts/time_window.h"

#include <QSettings>

#include <algorithm>

namespace penstock {

namespace {

const QString kGeometry = QStringLiteral("window/geometry");
const QString kTheme = QStringLiteral("window/theme");
const QString kSpan = QStringLiteral("charts/spanSeconds");
const QString kHidden = QStringLiteral("charts/hiddenSeries");
const QString kThird = QStringLiteral("charts/third");
const QString kRecent = QStringLiteral("scenario/recentFiles");

} // namespace

WindowSettings WindowSettings::read(const QSettings& settings)
{
    // Anyone may have edited the file: what makes no sense is left at its standard.
    WindowSettings read;
    read.geometry = settings.value(kGeometry).toByteArray();
    read.theme = parseThemeChoice(settings.value(kTheme).toString()).value_or(read.theme);
    const Nanos span = std::chrono::seconds(settings.value(kSpan).toLongLong());
    if (std::find(kWindowSpans.begin(), kWindowSpans.end(), span) != kWindowSpans.end())
        read.span = span;
    read.recentFiles = settings.value(kRecent).toStringList().mid(0, kMostRecentFiles);
    read.hiddenSeries = settings.value(kHidden).toStringList();
    read.thirdChart = std::clamp(settings.value(kThird).toInt(), 0, 2);
    return read;
}

void WindowSettings::write(QSettings& settings) const
{
    settings.setValue(kGeometry, geometry);
    settings.setValue(kTheme, toText(theme));
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(span).count();
    settings.setValue(kSpan, static_cast<qlonglong>(seconds));
    settings.setValue(kRecent, recentFiles);
    settings.setValue(kHidden, hiddenSeries);
    settings.setValue(kThird, thirdChart);
}

void WindowSettings::addRecentFile(const QString& path)
{
    recentFiles.removeAll(path);
    recentFiles.prepend(path);
    recentFiles = recentFiles.mid(0, kMostRecentFiles);
}

} // namespace penstock
