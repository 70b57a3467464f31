// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/run_panel.h"

class QLineEdit;

namespace penstock {

class Button;
class Caption;

/// Where the requests come from: address or file, whether it could be read, what was wrong in it.
class FeedPanel final : public RunPanel
{
    Q_OBJECT

public:
    explicit FeedPanel(RunSession& session, QWidget* parent = nullptr);

    void refresh() override;

private:
    QString stateText(bool& isWarning) const;

    QLineEdit* m_url;
    Button* m_reload;
    Caption* m_state;
    Caption* m_problem;
};

} // namespace penstock
