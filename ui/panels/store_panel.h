// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/run_panel.h"

#include <memory>

class QLineEdit;

namespace penstock {

class Button;
class Caption;
class ConnectionTest;

/// Which store decides, and a test of the connection to it.
class StorePanel final : public RunPanel
{
    Q_OBJECT

public:
    explicit StorePanel(RunSession& session, QWidget* parent = nullptr);
    ~StorePanel() override;

    void refresh() override;
    /// Thirty times a second: looks whether a test has ended.
    void poll();

private:
    void take();
    void test();
    std::string chosenText() const;

    ChoiceBox* m_choice;
    QLineEdit* m_address;
    QWidget* m_addressRow;
    Button* m_testButton;
    Caption* m_result;
    std::unique_ptr<ConnectionTest> m_test;
};

} // namespace penstock
