// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/scenario_panel.h"

#include "core/scenario/library.h"
#include "ui/controls/choice_box.h"
#include "ui/controls/control_grid.h"
#include "ui/session/run_session.h"

#include <QFileInfo>

namespace penstock {

namespace {

/// The data of the entry that asks for a file.
const QString kOpenFile = QStringLiteral("\n");

} // namespace

ScenarioPanel::ScenarioPanel(RunSession& session, QWidget* parent)
    : RunPanel(session, parent), m_choice(new ChoiceBox(this))
{
    m_choice->setObjectName(QStringLiteral("scenario"));
    column().addWidget(new LabelledRow(tr("Scenario"), m_choice, this));
    connect(m_choice, &QComboBox::activated, this, &ScenarioPanel::take);
    fill();
}

void ScenarioPanel::setRecentFiles(const QStringList& paths)
{
    m_recent = paths;
    refresh();
}

void ScenarioPanel::fill()
{
    m_choice->clear();
    for (const Scenario& scenario : builtinScenarios()) {
        m_choice->addItem(QString::fromStdString(scenario.title),
                          QString::fromStdString(scenario.name));
        m_choice->setItemData(m_choice->count() - 1, QString::fromStdString(scenario.notes),
                              Qt::ToolTipRole);
    }
    m_choice->insertSeparator(m_choice->count());
    for (const QString& path : m_recent) {
        m_choice->addItem(QFileInfo(path).fileName(), path);
        m_choice->setItemData(m_choice->count() - 1, path, Qt::ToolTipRole);
    }
    m_choice->addItem(tr("Open a file ..."), kOpenFile);
}

void ScenarioPanel::take(int index)
{
    const QString chosen = m_choice->itemData(index).toString();
    refresh(); // until it is really taken
    if (chosen == kOpenFile)
        emit fileAsked();
    else if (chosen != session().source())
        emit scenarioAsked(chosen);
}

void ScenarioPanel::refresh()
{
    const QString& source = session().source();
    fill();
    if (m_choice->findData(source) < 0 && !source.isEmpty())
        m_choice->insertItem(m_choice->count() - 1, QFileInfo(source).fileName(), source);
    m_choice->select(source);
    const Scenario& base = session().base();
    m_choice->setToolTip(QString::fromStdString(base.notes));
    m_choice->setAccessibleDescription(QString::fromStdString(base.notes));
    if (session().isModified() && m_choice->currentIndex() >= 0) {
        const QString title = m_choice->currentText();
        m_choice->setItemText(m_choice->currentIndex(), tr("%1 (changed)").arg(title));
    }
}

} // namespace penstock
