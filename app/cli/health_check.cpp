// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/health_check.h"

#include "core/store/private_store.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#include <CLI/Version.hpp>
#include <lua.h>

namespace penstock {

namespace {

using State = HealthCheck::State;

HealthCheck checkRedisServer()
{
    const QString program = PrivateStore::findServer();
    if (program.isEmpty())
        return {State::Note, "redis-server", "not installed: the embedded store is the default",
                "apt-get install redis-server, for runs on a real Redis"};
    QProcess process;
    process.start(program, {QStringLiteral("--version")});
    const bool isDone = process.waitForFinished(5000);
    const std::string line = process.readAllStandardOutput().trimmed().toStdString();
    const std::size_t version = line.find("v=");
    if (!isDone || version == std::string::npos)
        return {State::Note, "redis-server", program.toStdString() + " does not tell its version",
                "run redis-server --version yourself; --store embedded needs none"};
    const std::string number = line.substr(version + 2, line.find(' ', version) - version - 2);
    return {State::Good, "redis-server", number + " at " + program.toStdString(), {}};
}

HealthCheck checkFonts()
{
    int count = 0;
    for (const QString& folder : QStandardPaths::standardLocations(QStandardPaths::FontsLocation) +
                                     QStringList{QStringLiteral("/usr/share/fonts")}) {
        QDirIterator files(folder, {QStringLiteral("*.ttf"), QStringLiteral("*.otf")}, QDir::Files,
                           QDirIterator::Subdirectories);
        for (; files.hasNext(); files.next())
            ++count;
    }
    if (count == 0)
        return {State::Note, "fonts", "none found: the window would show boxes for letters",
                "apt-get install fonts-dejavu-core"};
    return {State::Good, "fonts", std::to_string(count) + " font files", {}};
}

/// The socket of an X display such as ":0"; a display of another machine has none.
bool isDisplayMissing(const QString& display)
{
    if (!display.startsWith(QLatin1Char(':')))
        return false;
    const QString number = display.mid(1).section(QLatin1Char('.'), 0, 0);
    return !QFileInfo::exists(QStringLiteral("/tmp/.X11-unix/X") + number);
}

HealthCheck checkDisplay()
{
    const QString wayland = qEnvironmentVariable("WAYLAND_DISPLAY");
    if (!wayland.isEmpty())
        return {State::Good, "display", "Wayland " + wayland.toStdString(), {}};
    const QString display = qEnvironmentVariable("DISPLAY");
    if (display.isEmpty())
        return {State::Note, "display", "none",
                "penstock-cli needs none; penstock --screenshot works without one"};
    if (isDisplayMissing(display))
        return {State::Note, "display", display.toStdString() + " is set, but nothing is there",
                "start an X server (Xvfb " + display.toStdString() + "), or unset DISPLAY"};
    return {State::Good, "display", "X11 " + display.toStdString(), {}};
}

} // namespace

std::vector<HealthCheck> checkVersions()
{
    return {{State::Good, "penstock", PENSTOCK_VERSION, {}},
            {State::Good, "Qt", std::string(qVersion()) + " (built with " QT_VERSION_STR ")", {}},
            {State::Good, "hiredis", PENSTOCK_HIREDIS_VERSION, {}},
            {State::Good, "Lua", LUA_RELEASE, {}},
            {State::Good, "CLI11", CLI11_VERSION, {}},
            checkRedisServer()};
}

std::vector<HealthCheck> checkDesktop()
{
    return {checkFonts(), checkDisplay()};
}

} // namespace penstock
