// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_options.h"
#include "core/store/client/stop_signal.h"
#include "ui/main_window/main_window.h"
#include "ui/session/live_backend.h"
#include "ui/session/run_session.h"
#include "ui/theme/theme_controller.h"

#include <QApplication>
#include <QImage>
#include <QSaveFile>
#include <QSettings>
#include <QSocketNotifier>
#include <QTemporaryDir>
#include <QTimer>

#include <csignal>
#include <iostream>
#include <memory>

namespace {

using namespace penstock;

constexpr int kInputOutput = 4;
constexpr int kUsage = 2;

/// Requested by SIGINT and SIGTERM; made before the handlers are set.
StopSignal* g_stop = nullptr;

void requestStop(int)
{
    g_stop->request();
}

void watchSignals(StopSignal& stop)
{
    g_stop = &stop;
    std::signal(SIGPIPE, SIG_IGN); // writing to a killed server is an error, not an end
    std::signal(SIGINT, requestStop);
    std::signal(SIGTERM, requestStop);
}

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

int fail(const Error& error)
{
    std::cerr << "penstock: " << error.message << '\n';
    if (!error.hint.empty())
        std::cerr << error.hint << '\n';
    switch (error.kind) {
    case ErrorKind::Usage:
        return kUsage;
    case ErrorKind::InvalidScenario:
        return 3;
    case ErrorKind::InputOutput:
        return kInputOutput;
    case ErrorKind::StoreUnreachable:
        return 5;
    case ErrorKind::Internal:
        break;
    }
    return 1;
}

/// Written beside and renamed.
bool savePicture(QWidget& window, const QString& path)
{
    const QImage image = window.grab().toImage().convertToFormat(QImage::Format_RGB888);
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && image.save(&file, "PNG") && file.commit())
        return true;
    std::cerr << "penstock: cannot write " << path.toStdString() << ": "
              << file.errorString().toStdString() << '\n';
    return false;
}

Result<void> open(RunSession& session, const WindowOptions& options)
{
    if (options.store)
        session.chooseStore(options.store);
    const QString name =
        options.scenario.isEmpty() ? QStringLiteral("first-look") : options.scenario;
    return session.openNamed(name, options.sets);
}

int run(QApplication& application, const WindowOptions& options, StopSignal& stop)
{
    const bool isPicture = !options.screenshot.isEmpty();
    // A picture shows what it is told to, not what the last user liked, and changes nothing.
    const QTemporaryDir scratch;
    const auto settings =
        isPicture ? std::make_unique<QSettings>(scratch.filePath(QStringLiteral("settings.ini")),
                                                QSettings::IniFormat)
                  : std::make_unique<QSettings>();
    ThemeController theme(application);
    RunSession session(std::make_unique<LiveBackend>());
    if (const Result<void> opened = open(session, options); !opened)
        return fail(opened.error());
    MainWindow window(session, theme, *settings);
    if (options.theme)
        theme.setChoice(*options.theme);
    if (options.size.isValid())
        window.resize(options.size);
    window.show();

    QSocketNotifier stopped(stop.fd(), QSocketNotifier::Read);
    QObject::connect(&stopped, &QSocketNotifier::activated, &window, [&] {
        stopped.setEnabled(false);
        window.close();
    });
    int code = 0;
    if (isPicture) {
        const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(options.after);
        QTimer::singleShot(wait, Qt::PreciseTimer, &window, [&] {
            code = savePicture(window, options.screenshot) ? 0 : kInputOutput;
            window.close();
        });
    }
    const int result = QApplication::exec();
    return code != 0 ? code : result;
}

} // namespace

int main(int argc, char** argv)
{
    const auto options = penstock::readWindowOptions(argc, argv);
    if (!options)
        return options.error();
    if (!hasDisplay()) {
        if (options->screenshot.isEmpty()) {
            std::cerr << "penstock: there is no display to show a window on; penstock-cli runs "
                         "without one\n";
            return kUsage;
        }
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    StopSignal stop;
    watchSignals(stop);
    // The options are read: Qt gets the program's name alone.
    int one = 1;
    QApplication application(one, argv);
    QApplication::setApplicationName(QStringLiteral("penstock"));
    QApplication::setApplicationDisplayName(QStringLiteral("Penstock"));
    QApplication::setOrganizationName(QStringLiteral("Penstock"));
    QApplication::setApplicationVersion(QStringLiteral(PENSTOCK_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("io.github.penstock.Penstock"));
    return run(application, *options, stop);
}
