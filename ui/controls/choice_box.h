// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace penstock {

/// A combo box that the wheel changes only while it has the focus, and that never sets the least
/// width of its parent. GUI thread.
class ChoiceBox final : public QComboBox
{
    Q_OBJECT

public:
    explicit ChoiceBox(QWidget* parent = nullptr);

    /// Takes the entry whose data is @p word; emits nothing.
    void select(const QString& word);

protected:
    void wheelEvent(QWheelEvent* event) override;
};

} // namespace penstock
