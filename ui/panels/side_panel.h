// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <QScrollArea>

#include <vector>

class QVBoxLayout;

namespace penstock {

class RunPanel;
class RunSession;
class ScenarioPanel;
class StorePanel;

/// The left side of the window: all panels below one another, scrolled where there is no room.
class SidePanel final : public QScrollArea
{
    Q_OBJECT

public:
    explicit SidePanel(RunSession& session, QWidget* parent = nullptr);

    ScenarioPanel& scenarioPanel() const { return *m_scenario; }
    void setCompact(bool isCompact);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void follow(); ///< thirty times a second: the timeline changes values too
    void applyMargins();

    RunSession& m_session;
    QVBoxLayout* m_column;
    ScenarioPanel* m_scenario;
    StorePanel* m_store;
    std::vector<RunPanel*> m_panels;
    Scenario m_shown;
    bool m_isCompact = false;
};

} // namespace penstock
