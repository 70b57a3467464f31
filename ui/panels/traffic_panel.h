// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/run_panel.h"

namespace penstock {

/// Who asks, how often and with how many workers.
class TrafficPanel final : public RunPanel
{
    Q_OBJECT

public:
    explicit TrafficPanel(RunSession& session, QWidget* parent = nullptr);

    void refresh() override;
};

} // namespace penstock
