// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/side_panel.h"

#include "ui/controls/control_grid.h"
#include "ui/panels/failure_panel.h"
#include "ui/panels/feed_panel.h"
#include "ui/panels/limiter_panel.h"
#include "ui/panels/scenario_panel.h"
#include "ui/panels/store_panel.h"
#include "ui/panels/traffic_panel.h"
#include "ui/session/run_session.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QScrollBar>
#include <QVBoxLayout>

namespace penstock {

SidePanel::SidePanel(RunSession& session, QWidget* parent)
    : QScrollArea(parent), m_session(session), m_scenario(new ScenarioPanel(session)),
      m_store(new StorePanel(session))
{
    setObjectName(QStringLiteral("sidePanel"));
    setAccessibleName(tr("Settings of the run"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    m_panels = {m_scenario,
                new FeedPanel(session),
                new LimiterPanel(session),
                new TrafficPanel(session),
                new FailurePanel(session),
                m_store};
    auto* content = new QWidget;
    m_column = new QVBoxLayout(content);
    m_column->setSpacing(0);
    for (RunPanel* panel : m_panels)
        m_column->addWidget(panel);
    m_column->addStretch(1);
    setWidget(content);
    applyMargins();
    connect(&session, &RunSession::scenarioOpened, this, &SidePanel::refresh);
    connect(&session, &RunSession::scenarioChanged, this, &SidePanel::refresh);
    connect(&session, &RunSession::frameReady, this, &SidePanel::follow);
    verticalScrollBar()->installEventFilter(this);
    refresh();
}

void SidePanel::refresh()
{
    m_shown = m_session.scenario();
    for (RunPanel* panel : m_panels)
        panel->refresh();
}

void SidePanel::follow()
{
    m_store->poll();
    if (m_session.scenario() != m_shown)
        refresh();
}

void SidePanel::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    for (RunPanel* panel : m_panels)
        panel->setCompact(isCompact);
    applyMargins();
}

void SidePanel::applyMargins()
{
    // The bar takes its room from the right margin: rows keep their width when it comes and goes.
    const Theme& theme = themeOf(*this);
    const bool hasBar = verticalScrollBar()->isVisible();
    const int margin = theme.px(grid::kMargin);
    m_column->setContentsMargins(margin, theme.px(m_isCompact ? 7 : 12),
                                 hasBar ? margin - verticalScrollBar()->width() : margin,
                                 theme.px(12));
}

bool SidePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == verticalScrollBar() &&
        (event->type() == QEvent::Show || event->type() == QEvent::Hide))
        applyMargins();
    return QScrollArea::eventFilter(watched, event);
}

void SidePanel::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    applyMargins();
}

} // namespace penstock
