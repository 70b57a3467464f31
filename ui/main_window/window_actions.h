// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <array>
#include <vector>

class QAction;

namespace penstock {

/// Everything the window can be asked to do, with its keys: buttons, menus and the overlay of
/// shortcuts all take it from here. GUI thread; the actions belong to the window.
struct WindowActions
{
    explicit WindowActions(QWidget& window);

    QAction* togglePause;
    QAction* step;
    QAction* reset;
    QAction* burst;
    QAction* live;
    std::array<QAction*, 3> focusChart;
    QAction* filter;
    QAction* open;
    QAction* save;
    QAction* saveAs;
    QAction* exportData;
    QAction* exportPicture;
    QAction* copyCommand;
    QAction* shortcuts;
    QAction* presentation;
    QAction* quit;

    /// In the order of the overlay.
    std::vector<QAction*> all() const;
};

} // namespace penstock
