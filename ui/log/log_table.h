// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace penstock {

/// A table view with rows of 22, no grid, and words where there are no rows. GUI thread.
class LogTable : public QTableView
{
    Q_OBJECT

public:
    explicit LogTable(QWidget* parent);

    void setEmptyText(const QString& text);
    void setRowHeight(int height);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_emptyText;
};

} // namespace penstock
