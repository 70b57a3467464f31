// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/tool_bar.h"

#include "ui/charts/time_window.h"
#include "ui/controls/button.h"
#include "ui/format.h"
#include "ui/main_window/store_badge.h"
#include "ui/main_window/window_actions.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>

namespace penstock {

namespace {

constexpr int kHeight = 47; ///< with the line below
constexpr std::array<std::uint32_t, 8> kBursts{1, 5, 10, 30, 100, 300, 1000, 10'000};

/// A thin upright line between groups of buttons.
class Separator final : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(QRect(width() / 2, (height() - 20) / 2, 1, 20),
                         themeOf(*this).colors.border);
    }
};

} // namespace

QString spanText(Nanos span)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(span).count();
    if (seconds < 60)
        return QObject::tr("%1 s").arg(seconds);
    return seconds < 3600 ? QObject::tr("%1 min").arg(seconds / 60)
                          : QObject::tr("%1 h").arg(seconds / 3600);
}

ToolBar::ToolBar(WindowActions& actions, QWidget* parent)
    : QWidget(parent), m_actions(actions),
      m_run(new Button(ButtonKind::Primary, Icon::Pause, tr("Pause"), this)),
      m_step(new Button(ButtonKind::Flat, Icon::Step, tr("Step"), this)),
      m_reset(new Button(ButtonKind::Flat, Icon::Reset, tr("Reset"), this)),
      m_burst(new Button(ButtonKind::Outlined, Icon::Bolt, tr("Burst"), this)),
      m_live(new Button(ButtonKind::Outlined, Icon::Dot, tr("Live"), this)),
      m_span(new Button(ButtonKind::Outlined, Icon::Clock, {}, this)),
      m_export(new Button(ButtonKind::Flat, Icon::Export, tr("Export"), this)),
      m_badge(new StoreBadge(this)),
      m_menu(new Button(ButtonKind::Flat, Icon::Menu, tr("Menu"), this)),
      m_themes(new QActionGroup(this))
{
    m_run->setObjectName(QStringLiteral("runButton"));
    m_step->setObjectName(QStringLiteral("stepButton"));
    m_reset->setObjectName(QStringLiteral("resetButton"));
    m_burst->setObjectName(QStringLiteral("burstButton"));
    m_live->setObjectName(QStringLiteral("liveButton"));
    m_span->setObjectName(QStringLiteral("spanButton"));
    m_export->setObjectName(QStringLiteral("exportButton"));
    m_menu->setObjectName(QStringLiteral("menuButton"));
    m_live->setCheckable(true);
    m_live->setChecked(true);
    m_menu->setIconOnly(true);
    bind(*m_run, *actions.togglePause);
    bind(*m_step, *actions.step);
    bind(*m_reset, *actions.reset);
    bind(*m_burst, *actions.burst);
    bind(*m_live, *actions.live);
    makeMenus();
    setSpan(kWindowSpans[1]);
    layOut();
    applySizes();
}

void ToolBar::bind(Button& button, QAction& action)
{
    connect(&button, &Button::clicked, &action, &QAction::trigger);
    button.setHint(
        tr("%1 (%2)").arg(action.text(), action.shortcut().toString(QKeySequence::NativeText)));
}

void ToolBar::makeMenus()
{
    auto* bursts = new QMenu(m_burst);
    for (const std::uint32_t count : kBursts) {
        QAction* action = bursts->addAction(tr("%1 requests at once").arg(format::count(count)));
        connect(action, &QAction::triggered, this, [this, count] { emit burstSizeChosen(count); });
    }
    m_burst->setMenu(bursts, false);

    auto* spans = new QMenu(m_span);
    for (const Nanos span : kWindowSpans) {
        QAction* action = spans->addAction(tr("Window %1").arg(spanText(span)));
        connect(action, &QAction::triggered, this, [this, span] { emit spanChosen(span); });
    }
    m_span->setMenu(spans, true);

    auto* exports = new QMenu(m_export);
    exports->addActions({m_actions.exportData, m_actions.exportPicture});
    exports->addSeparator();
    for (const int scale : {1, 2, 4}) {
        QAction* action = exports->addAction(tr("PNG at %1 times the size").arg(scale));
        connect(action, &QAction::triggered, this, [this, scale] { emit pictureAsked(scale); });
    }
    m_export->setMenu(exports, true);

    auto* menu = new QMenu(m_menu);
    menu->addActions({m_actions.open, m_actions.save, m_actions.saveAs, m_actions.copyCommand});
    menu->addSeparator();
    QMenu* themes = menu->addMenu(tr("Theme"));
    const std::array<std::pair<ThemeChoice, QString>, 4> choices{
        {{ThemeChoice::System, tr("As the system")},
         {ThemeChoice::Light, tr("Light")},
         {ThemeChoice::Dark, tr("Dark")},
         {ThemeChoice::HighContrast, tr("High contrast")}}};
    for (const auto& [choice, text] : choices) {
        QAction* action = themes->addAction(text);
        action->setCheckable(true);
        action->setData(static_cast<int>(choice));
        action->setObjectName(QStringLiteral("theme.") % toText(choice));
        m_themes->addAction(action);
    }
    connect(m_themes, &QActionGroup::triggered, this, [this](QAction* action) {
        emit themeChosen(static_cast<ThemeChoice>(action->data().toInt()));
    });
    menu->addActions({m_actions.presentation, m_actions.shortcuts});
    menu->addSeparator();
    menu->addAction(m_actions.quit);
    m_menu->setMenu(menu, true);
}

QWidget* ToolBar::makeSeparator()
{
    auto* separator = new Separator(this);
    separator->setFixedSize(10, kHeight - 2);
    return separator;
}

void ToolBar::layOut()
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 0, 10, 1);
    layout->setSpacing(6);
    layout->addWidget(m_run);
    layout->addSpacing(2);
    for (QWidget* widget : {static_cast<QWidget*>(m_step), static_cast<QWidget*>(m_reset),
                            makeSeparator(), static_cast<QWidget*>(m_burst)})
        layout->addWidget(widget);
    layout->addStretch(1);
    for (QWidget* widget : {static_cast<QWidget*>(m_live), static_cast<QWidget*>(m_span),
                            static_cast<QWidget*>(m_export), makeSeparator(),
                            static_cast<QWidget*>(m_badge), static_cast<QWidget*>(m_menu)})
        layout->addWidget(widget);
}

void ToolBar::setStatus(const RunStatus& status)
{
    const bool isOver = status.state == RunState::Finished || status.state == RunState::Stopping;
    const bool isPaused = status.state == RunState::Paused;
    const QString text = isOver ? tr("Run again") : isPaused ? tr("Run") : tr("Pause");
    if (m_run->text() != text) {
        m_run->setText(text);
        m_run->setAccessibleName(text);
        m_run->setGlyph(isOver || isPaused ? Icon::Play : Icon::Pause);
        m_run->updateGeometry();
    }
    m_step->setEnabled(isPaused);
    m_actions.step->setEnabled(isPaused);
    m_burst->setEnabled(!isOver);
    m_actions.burst->setEnabled(!isOver);
    m_badge->setStatus(status.store);
}

void ToolBar::setBurst(std::uint32_t count)
{
    const QString text = tr("Burst %1").arg(format::count(count));
    if (m_burst->text() == text)
        return;
    m_burst->setText(text);
    m_burst->setAccessibleName(tr("Burst of %1 requests").arg(format::count(count)));
    m_burst->updateGeometry();
}

void ToolBar::setLive(bool isLive)
{
    m_live->setChecked(isLive);
}

void ToolBar::setSpan(Nanos span)
{
    m_spanShown = span;
    m_span->setText(m_isCompact ? spanText(span) : tr("Window %1").arg(spanText(span)));
    m_span->setAccessibleName(tr("Time shown: %1").arg(spanText(span)));
    m_span->updateGeometry();
}

void ToolBar::setThemeChoice(ThemeChoice choice)
{
    for (QAction* action : m_themes->actions())
        action->setChecked(action->data().toInt() == static_cast<int>(choice));
}

void ToolBar::setCompact(bool isCompact)
{
    if (m_isCompact == isCompact)
        return;
    m_isCompact = isCompact;
    for (Button* button : {m_step, m_reset, m_export})
        button->setIconOnly(isCompact);
    setSpan(m_spanShown);
}

void ToolBar::applySizes()
{
    setFixedHeight(themeOf(*this).px(kHeight));
}

void ToolBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::StyleChange)
        applySizes();
    QWidget::changeEvent(event);
}

void ToolBar::paintEvent(QPaintEvent*)
{
    const Palette& colors = themeOf(*this).colors;
    QPainter painter(this);
    painter.fillRect(rect(), colors.surface);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colors.border);
}

} // namespace penstock
