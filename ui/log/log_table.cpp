// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/log_table.h"

#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPainter>

namespace penstock {

LogTable::LogTable(QWidget* parent) : QTableView(parent)
{
    setObjectName(QStringLiteral("logTable"));
    setAccessibleName(QStringLiteral("Event log"));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setMouseTracking(true);
    setCornerButtonEnabled(false);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setStretchLastSection(true);
}

void LogTable::setEmptyText(const QString& text)
{
    if (text == m_emptyText)
        return;
    m_emptyText = text;
    viewport()->update();
}

void LogTable::setRowHeight(int height)
{
    // The minimum before the default: else rows stay at the style's 30.
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
}

void LogTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (m_emptyText.isEmpty() || (model() != nullptr && model()->rowCount() > 0))
        return;
    const Theme& theme = themeOf(*this);
    QPainter painter(viewport());
    painter.setFont(theme.font(TextRole::Body));
    painter.setPen(theme.colors.muted);
    painter.drawText(viewport()->rect(), Qt::AlignCenter, m_emptyText);
}

} // namespace penstock
