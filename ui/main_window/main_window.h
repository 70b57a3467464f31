// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/main_window/window_actions.h"
#include "ui/main_window/window_settings.h"

#include <QWidget>

class QSettings;

namespace penstock {

class ChartCard;
class ExportFiles;
class HeadlineCard;
class LogPanel;
class MessageBar;
class RunSession;
class ScenarioFiles;
class ShortcutsOverlay;
class SidePanel;
class StatusLine;
class ThemeController;
class ToolBar;
class WorkerRow;

/// The window: where its parts are, and who hears whom. The one place that wires them. GUI thread.
class MainWindow final : public QWidget
{
    Q_OBJECT

public:
    /// All three outlive the window.
    MainWindow(RunSession& session, ThemeController& theme, QSettings& settings);
    ~MainWindow() override;

    ScenarioFiles& files() const { return *m_files; }

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void layOut();
    QWidget* makeLine(bool isUpright);
    QWidget* makeCentre();
    void connectSession();
    void connectActions();
    void connectToolBar();
    void showFrame();
    void act(const QString& messageId);
    void setSpan(Nanos span);
    void setPresenting(bool isPresenting);
    void applySize();
    void keepSettings();

    RunSession& m_session;
    ThemeController& m_theme;
    QSettings& m_settings;
    WindowSettings m_kept;
    WindowActions m_actions;
    ToolBar* m_toolBar;
    MessageBar* m_message;
    SidePanel* m_side;
    QWidget* m_sideLine;
    HeadlineCard* m_headline;
    ChartCard* m_charts;
    WorkerRow* m_workers;
    QWidget* m_logLine;
    LogPanel* m_log;
    StatusLine* m_status;
    ShortcutsOverlay* m_overlay;
    ScenarioFiles* m_files;
    ExportFiles* m_exports;
};

} // namespace penstock
