// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/main_window.h"

#include "ui/charts/chart_card.h"
#include "ui/controls/message_bar.h"
#include "ui/headline/headline_card.h"
#include "ui/log/log_panel.h"
#include "ui/main_window/export_files.h"
#include "ui/main_window/scenario_files.h"
#include "ui/main_window/shortcuts_overlay.h"
#include "ui/main_window/status_line.h"
#include "ui/main_window/store_badge.h"
#include "ui/main_window/tool_bar.h"
#include "ui/panels/scenario_panel.h"
#include "ui/panels/side_panel.h"
#include "ui/session/run_session.h"
#include "ui/session/store_message.h"
#include "ui/theme/icons.h"
#include "ui/workers/worker_row.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QKeyEvent>
#include <QSettings>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

namespace penstock {

namespace {

constexpr QSize kSmallest(900, 560);
constexpr QSize kFirst(1280, 800);
constexpr int kSmallBelowWidth = 1200;
constexpr int kSmallBelowHeight = 700;
constexpr int kSide = 318;
constexpr int kSmallSide = 306;
constexpr double kPresentationScale = 1.5;
constexpr int kPictureScale = 2; ///< of a picture that no other was chosen for

} // namespace

MainWindow::MainWindow(RunSession& session, ThemeController& theme, QSettings& settings)
    : m_session(session), m_theme(theme), m_settings(settings),
      m_kept(WindowSettings::read(settings)), m_actions(*this),
      m_toolBar(new ToolBar(m_actions, this)), m_message(new MessageBar(this)),
      m_side(new SidePanel(session, this)), m_sideLine(makeLine(true)),
      m_headline(new HeadlineCard(this)), m_charts(new ChartCard(this)),
      m_workers(new WorkerRow(this)), m_logLine(makeLine(false)), m_log(new LogPanel(this)),
      m_status(new StatusLine(this)), m_overlay(new ShortcutsOverlay(m_actions.all(), this)),
      m_files(new ScenarioFiles(session, *this)), m_exports(new ExportFiles(*m_charts, *this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Penstock"));
    setWindowIcon(windowIcon());
    setMinimumSize(kSmallest);
    setFocusPolicy(Qt::ClickFocus); // where the focus is when no control has it
    layOut();
    connectSession();
    connectActions();
    connectToolBar();
    m_theme.setChoice(m_kept.theme);
    m_toolBar->setThemeChoice(m_kept.theme);
    m_charts->setHiddenSeries(m_kept.hiddenSeries);
    m_charts->setThirdChart(m_kept.thirdChart);
    setSpan(m_kept.span);
    m_side->scenarioPanel().setRecentFiles(m_kept.recentFiles);
    if (!restoreGeometry(m_kept.geometry))
        resize(kFirst);
    applySize();
    setFocus();
}

MainWindow::~MainWindow() = default;

QWidget* MainWindow::makeLine(bool isUpright)
{
    auto* line = new QWidget(this);
    line->setBackgroundRole(QPalette::Mid); // the colour of borders
    line->setAutoFillBackground(true);
    if (isUpright)
        line->setFixedWidth(1);
    else
        line->setFixedHeight(1);
    return line;
}

QWidget* MainWindow::makeCentre()
{
    auto* centre = new QWidget(this);
    centre->setBackgroundRole(QPalette::AlternateBase); // the canvas
    centre->setAutoFillBackground(true);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(10);
    column->addWidget(m_headline);
    column->addWidget(m_charts, 1);
    column->addWidget(m_workers);
    return centre;
}

void MainWindow::layOut()
{
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_side);
    middle->addWidget(m_sideLine);
    middle->addWidget(makeCentre(), 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addWidget(m_toolBar);
    column->addWidget(m_message);
    column->addLayout(middle, 1);
    column->addWidget(m_logLine);
    column->addWidget(m_log);
    column->addWidget(m_status);
}

void MainWindow::connectSession()
{
    connect(&m_session, &RunSession::frameReady, this, &MainWindow::showFrame);
    connect(&m_session, &RunSession::messageRaised, m_message, &MessageBar::showMessage);
    connect(&m_session, &RunSession::messageSettled, m_message, &MessageBar::clear);
    connect(m_files, &ScenarioFiles::messageRaised, m_message, &MessageBar::showMessage);
    connect(m_files, &ScenarioFiles::messageSettled, m_message, &MessageBar::clear);
    connect(m_exports, &ExportFiles::messageRaised, m_message, &MessageBar::showMessage);
    connect(m_message, &MessageBar::acted, this, &MainWindow::act);
    connect(m_files, &ScenarioFiles::used, this, [this](const QString& path) {
        m_kept.addRecentFile(path);
        m_side->scenarioPanel().setRecentFiles(m_kept.recentFiles);
    });
    const ScenarioPanel* panel = &m_side->scenarioPanel();
    connect(panel, &ScenarioPanel::scenarioAsked, m_files, &ScenarioFiles::openNamed);
    connect(panel, &ScenarioPanel::fileAsked, m_files, &ScenarioFiles::askAndOpen);
    connect(m_charts, &ChartCard::liveChanged, m_toolBar, &ToolBar::setLive);
    connect(m_charts, &ChartCard::spanChanged, m_toolBar, &ToolBar::setSpan);
    connect(m_charts, &ChartCard::timeClicked, m_log, &LogPanel::selectNear);
    connect(m_log, &LogPanel::ringed, m_charts, &ChartCard::setRinged);
}

void MainWindow::connectActions()
{
    const auto on = [this](QAction* action, auto what) {
        connect(action, &QAction::triggered, this, what);
    };
    on(m_actions.togglePause, [this] { m_session.togglePause(); });
    on(m_actions.step, [this] { m_session.step(); });
    on(m_actions.reset, [this] { m_session.reset(); });
    on(m_actions.burst, [this] { m_session.burst(m_session.scenario().traffic.burst); });
    on(m_actions.live, [this] { m_charts->goLive(); });
    for (int i = 0; i < ChartCard::kChartCount; ++i)
        on(m_actions.focusChart[static_cast<std::size_t>(i)],
           [this, i] { m_charts->focusChart(i); });
    on(m_actions.filter, [this] { m_log->focusFilter(); });
    on(m_actions.open, [this] { m_files->askAndOpen(); });
    on(m_actions.save, [this] { m_files->save(); });
    on(m_actions.saveAs, [this] { m_files->askAndSave(); });
    on(m_actions.exportData, [this] { m_exports->askAndWriteData(); });
    on(m_actions.exportPicture, [this] { m_exports->askAndWritePicture(kPictureScale); });
    on(m_actions.copyCommand, [this] { m_files->copyCommandLine(); });
    on(m_actions.shortcuts, [this] { m_overlay->toggle(); });
    on(m_actions.presentation, [this](bool isOn) { setPresenting(isOn); });
    on(m_actions.quit, [this] { close(); });
}

void MainWindow::connectToolBar()
{
    connect(m_toolBar, &ToolBar::spanChosen, this, &MainWindow::setSpan);
    connect(m_toolBar, &ToolBar::pictureAsked, m_exports, &ExportFiles::askAndWritePicture);
    connect(m_toolBar, &ToolBar::themeChosen, this, [this](ThemeChoice choice) {
        m_theme.setChoice(choice);
        m_kept.theme = choice;
    });
    connect(m_toolBar, &ToolBar::burstSizeChosen, this, [this](std::uint32_t count) {
        std::ignore = m_session.setValue(QStringLiteral("traffic.burst"), QString::number(count));
        m_session.burst(count);
    });
    connect(&m_toolBar->badge(), &StoreBadge::clicked, this, [this] {
        auto* store = m_side->findChild<QComboBox*>(QStringLiteral("store"));
        m_side->ensureWidgetVisible(store);
        store->setFocus(Qt::ShortcutFocusReason);
    });
}

void MainWindow::showFrame()
{
    const Frame frame = m_session.frame();
    m_toolBar->setStatus(frame.status);
    m_toolBar->setBurst(m_session.scenario().traffic.burst);
    m_headline->setFrame(frame);
    m_charts->setFrame(frame);
    m_workers->setFrame(frame);
    if (m_log->isVisible())
        m_log->setFrame(frame);
    if (m_status->isVisible())
        m_status->setFrame(frame);
}

void MainWindow::act(const QString& messageId)
{
    if (messageId == kStoreMessage)
        m_session.chooseStore(StoreSpec{.kind = StoreSpec::Kind::Embedded});
    else
        m_files->act(messageId);
}

void MainWindow::setSpan(Nanos span)
{
    m_kept.span = span;
    m_charts->setSpan(span);
    m_toolBar->setSpan(span);
}

void MainWindow::setPresenting(bool isPresenting)
{
    m_theme.setTypeScale(isPresenting ? kPresentationScale : 1.0);
    for (QWidget* widget : {static_cast<QWidget*>(m_side), m_sideLine, m_logLine,
                            static_cast<QWidget*>(m_log), static_cast<QWidget*>(m_status)})
        widget->setVisible(!isPresenting);
    setWindowState(windowState().setFlag(Qt::WindowFullScreen, isPresenting));
    applySize();
}

void MainWindow::applySize()
{
    const bool isSmall = width() < kSmallBelowWidth || height() < kSmallBelowHeight;
    m_toolBar->setCompact(isSmall);
    m_side->setCompact(isSmall);
    m_side->setFixedWidth(isSmall ? kSmallSide : kSide);
    m_headline->setSmall(isSmall);
    m_log->setSmall(isSmall);
    // A tall window shows more of the log as well as taller charts.
    const int spare = std::max(0, height() - kFirst.height());
    m_log->setFixedHeight(isSmall ? LogPanel::kSmallHeight : LogPanel::kHeight + spare / 3);
    m_status->setCompact(isSmall);
}

bool MainWindow::event(QEvent* event)
{
    // Single keys belong to what has the focus where it knows them: a letter finds an entry of a
    // choice, Space presses a button. (Text fields say so themselves.)
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isPlain = !(key->modifiers() & ~Qt::ShiftModifier) && !key->text().isEmpty();
        const QWidget* focus = QApplication::focusWidget();
        const bool isButton = qobject_cast<const QAbstractButton*>(focus) != nullptr;
        const bool isChoice = qobject_cast<const QComboBox*>(focus) != nullptr;
        if ((isPlain && isChoice) || (isButton && key->key() == Qt::Key_Space)) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    applySize();
}

void MainWindow::keepSettings()
{
    if (!m_actions.presentation->isChecked())
        m_kept.geometry = saveGeometry();
    m_kept.hiddenSeries = m_charts->hiddenSeries();
    m_kept.thirdChart = m_charts->thirdChart();
    m_kept.write(m_settings);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    keepSettings();
    m_session.stop();
    QWidget::closeEvent(event);
}

} // namespace penstock
