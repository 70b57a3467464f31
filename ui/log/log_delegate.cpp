// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/log_delegate.h"

#include "ui/charts/glyph.h"
#include "ui/log/log_model.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace penstock {

namespace {

constexpr int kPadding = 8;
constexpr int kFirstPadding = 16;
constexpr int kBar = 44;
constexpr int kMarker = 3; ///< accent bar of the selected row

Glyph glyphOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Allowed:
        return Glyph::Dot;
    case Outcome::FailOpenAllowed:
        return Glyph::Ring;
    case Outcome::FailClosedDenied:
        return Glyph::Square;
    default:
        return Glyph::Cross;
    }
}

QColor markOf(Outcome outcome, const Palette& colors)
{
    if (outcome == Outcome::Allowed)
        return colors.allow;
    return isStoreFailure(outcome) ? colors.text : colors.deny;
}

} // namespace

LogDelegate::LogDelegate(const LogModel& model, QObject* parent)
    : QStyledItemDelegate(parent), m_model(model)
{
}

void LogDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const
{
    if (option.widget == nullptr || index.row() >= m_model.rowCount())
        return;
    const Theme& theme = themeOf(*option.widget);
    const Palette& colors = theme.colors;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    if (isSelected)
        painter->fillRect(option.rect, colors.soft);
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(option.rect, colors.hover);
    if (isSelected && index.column() == 0)
        painter->fillRect(QRect(option.rect.topLeft(), QSize(kMarker, option.rect.height())),
                          colors.accent);
    painter->setFont(theme.font(TextRole::Body));
    const QRect box =
        option.rect.adjusted(index.column() == 0 ? kFirstPadding : kPadding, 0, -kPadding, 0);
    if (index.column() == LogModel::DecisionColumn) {
        paintDecision(*painter, box, index.row(), theme);
    } else if (index.column() == LogModel::TokensColumn) {
        paintTokens(*painter, box, index, theme);
    } else {
        const Outcome outcome = m_model.recordAt(index.row()).decision.outcome;
        const bool isTitle = index.column() == LogModel::TitleColumn;
        const bool isStrong =
            index.column() == LogModel::LatencyColumn || (isTitle && isAdmitted(outcome));
        painter->setPen(isStrong ? colors.text : colors.muted);
        const QString text = index.data().toString();
        painter->drawText(box, index.data(Qt::TextAlignmentRole).toInt(),
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, box.width()));
    }
    painter->restore();
}

void LogDelegate::paintDecision(QPainter& painter, const QRect& box, int row,
                                const Theme& theme) const
{
    const Decision& decision = m_model.recordAt(row).decision;
    const DecisionWords words = decisionWords(decision);
    paintGlyph(painter, glyphOf(decision.outcome), QPointF(box.left() + 5, box.center().y() + 1),
               markOf(decision.outcome, theme.colors));
    QRect text = box.adjusted(18, 0, 0, 0);
    const bool isDenied = !isAdmitted(decision.outcome);
    painter.setPen(isDenied ? theme.colors.denyText : theme.colors.text);
    painter.drawText(text, Qt::AlignVCenter, words.word);
    const QFontMetrics metrics(painter.font());
    text.setLeft(text.left() + metrics.horizontalAdvance(words.word) + 7);
    painter.setPen(theme.colors.muted);
    painter.drawText(text, Qt::AlignVCenter,
                     metrics.elidedText(words.more, Qt::ElideRight, text.width()));
}

void LogDelegate::paintTokens(QPainter& painter, const QRect& box, const QModelIndex& index,
                              const Theme& theme) const
{
    const Decision& decision = m_model.recordAt(index.row()).decision;
    const double capacity = m_model.capacityAt(index.row());
    painter.setPen(theme.colors.text);
    painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
    if (capacity <= 0 || decision.decidedBy != DecidedBy::Store)
        return;
    const double part = std::clamp(decision.tokensLeft.toDouble() / capacity, 0.0, 1.0);
    const QRectF bar(box.left(), box.center().y() - 1, kBar, 4);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.colors.groove);
    painter.drawRoundedRect(bar, 2, 2);
    if (decision.tokensLeft.micros() <= 0)
        return;
    painter.setBrush(theme.colors.accent);
    painter.drawRoundedRect(QRectF(bar.topLeft(), QSizeF(std::max(2.0, kBar * part), 4)), 2, 2);
}

} // namespace penstock
