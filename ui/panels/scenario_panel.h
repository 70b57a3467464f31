// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/run_panel.h"

#include <QStringList>

namespace penstock {

/// Which scenario runs: the built-in ones, the files used lately, another file.
class ScenarioPanel final : public RunPanel
{
    Q_OBJECT

public:
    explicit ScenarioPanel(RunSession& session, QWidget* parent = nullptr);

    void refresh() override;
    void setRecentFiles(const QStringList& paths);

signals:
    void scenarioAsked(const QString& nameOrPath);
    void fileAsked();

private:
    void fill();
    void take(int index);

    ChoiceBox* m_choice;
    QStringList m_recent;
};

} // namespace penstock
