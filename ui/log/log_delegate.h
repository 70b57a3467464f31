// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace penstock {

class LogModel;
struct Theme;

/// Paints a cell of the log: signs and words for decisions, a level for tokens, muted titles for
/// what was refused.
class LogDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    LogDelegate(const LogModel& model, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    void paintDecision(QPainter& painter, const QRect& box, int row, const Theme& theme) const;
    void paintTokens(QPainter& painter, const QRect& box, const QModelIndex& index,
                     const Theme& theme) const;

    const LogModel& m_model;
};

} // namespace penstock
