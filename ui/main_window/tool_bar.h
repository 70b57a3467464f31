// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_status.h"
#include "ui/theme/theme_controller.h"

#include <QWidget>

#include <cstdint>

class QActionGroup;
class QMenu;

namespace penstock {

class Button;
class StoreBadge;
struct WindowActions;

/// The bar along the top. Its buttons trigger the window's actions. GUI thread.
class ToolBar final : public QWidget
{
    Q_OBJECT

public:
    explicit ToolBar(WindowActions& actions, QWidget* parent = nullptr);

    void setStatus(const RunStatus& status);
    void setBurst(std::uint32_t count);
    void setLive(bool isLive);
    void setSpan(Nanos span);
    void setThemeChoice(ThemeChoice choice);
    void setCompact(bool isCompact);
    StoreBadge& badge() const { return *m_badge; }

signals:
    void burstSizeChosen(std::uint32_t count);
    void pictureAsked(int scale);
    void spanChosen(Nanos span);
    void themeChosen(penstock::ThemeChoice choice);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeMenus();
    void layOut();
    void bind(Button& button, QAction& action);
    QWidget* makeSeparator();
    void applySizes();

    WindowActions& m_actions;
    Button* m_run;
    Button* m_step;
    Button* m_reset;
    Button* m_burst;
    Button* m_live;
    Button* m_span;
    Button* m_export;
    StoreBadge* m_badge;
    Button* m_menu;
    QActionGroup* m_themes;
    Nanos m_spanShown{0};
    bool m_isCompact = false;
};

/// "30 s", "5 min", "1 h".
QString spanText(Nanos span);

} // namespace penstock
