// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/search_field.h"

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>

namespace penstock {

SearchField::SearchField(const QString& hint, QWidget* parent) : QLineEdit(parent)
{
    setPlaceholderText(hint);
    setAccessibleName(hint);
    setTextMargins(22, 0, 0, 0);
    setFixedHeight(26);
}

void SearchField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintIcon(painter, Icon::Search, QRectF(7, 0, 16, height()), themeOf(*this).colors.muted);
}

void SearchField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace penstock
