// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/run_panel.h"

namespace penstock {

struct Algorithm;

/// Algorithm, its parameters and the cost. The rows come from the catalogue: a new algorithm needs
/// no new code here.
class LimiterPanel final : public RunPanel
{
    Q_OBJECT

public:
    explicit LimiterPanel(RunSession& session, QWidget* parent = nullptr);

    void refresh() override;

private:
    void makeRows(const Algorithm& algorithm);

    const Algorithm* m_algorithm = nullptr;
    ChoiceBox* m_choice;
};

} // namespace penstock
