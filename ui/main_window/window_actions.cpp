// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/window_actions.h"

#include <QAction>
#include <QKeySequence>
#include <QWidget>

namespace penstock {

namespace {

QAction* add(QWidget& window, const char* name, const QString& text, const QKeySequence& keys)
{
    auto* action = new QAction(text, &window);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(keys);
    action->setAutoRepeat(false);
    window.addAction(action);
    return action;
}

QString tr(const char* text)
{
    return QObject::tr(text);
}

} // namespace

WindowActions::WindowActions(QWidget& window)
    : togglePause(add(window, "togglePause", tr("Run or pause"), Qt::Key_Space)),
      step(add(window, "step", tr("Step: one request, while paused"), Qt::Key_Period)),
      reset(add(window, "reset", tr("Reset: a new run"), Qt::Key_R)),
      burst(add(window, "burst", tr("Burst"), Qt::Key_B)),
      live(add(window, "live", tr("Live: back to now"), Qt::Key_L)),
      focusChart{add(window, "focusChart1", tr("Chart: tokens left"), Qt::Key_1),
                 add(window, "focusChart2", tr("Chart: requests"), Qt::Key_2),
                 add(window, "focusChart3", tr("Chart: latency, in flight or queue"), Qt::Key_3)},
      filter(add(window, "filter", tr("Filter the event log"), QKeySequence::Find)),
      open(add(window, "open", tr("Open a scenario ..."), QKeySequence::Open)),
      save(add(window, "save", tr("Save the scenario"), QKeySequence::Save)),
      saveAs(add(window, "saveAs", tr("Save the scenario as ..."),
                 QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S))),
      exportData(add(window, "exportData", tr("Export the data as CSV ..."),
                     QKeySequence(Qt::CTRL | Qt::Key_E))),
      exportPicture(add(window, "exportPicture", tr("Export the charts as PNG ..."),
                        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E))),
      copyCommand(add(window, "copyCommand", tr("Copy as command line"),
                      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C))),
      shortcuts(add(window, "shortcuts", tr("Keyboard shortcuts"), Qt::Key_F1)),
      presentation(add(window, "presentation", tr("Presentation"), Qt::Key_F11)),
      quit(add(window, "quit", tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q)))
{
    presentation->setCheckable(true);
}

std::vector<QAction*> WindowActions::all() const
{
    return {togglePause,   step,          reset,       burst,     live,         focusChart[0],
            focusChart[1], focusChart[2], filter,      open,      save,         saveAs,
            exportData,    exportPicture, copyCommand, shortcuts, presentation, quit};
}

} // namespace penstock
