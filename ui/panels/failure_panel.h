// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/run_panel.h"

namespace penstock {

class Caption;
class SegmentedBar;

/// What happens to a request that the store gives no answer to.
class FailurePanel final : public RunPanel
{
    Q_OBJECT

public:
    explicit FailurePanel(RunSession& session, QWidget* parent = nullptr);

    void refresh() override;

private:
    SegmentedBar* m_policy;
    Caption* m_meaning;
};

} // namespace penstock
