// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace penstock {

/// A line to type a filter into; Escape empties it.
class SearchField : public QLineEdit
{
    Q_OBJECT

public:
    SearchField(const QString& hint, QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace penstock
