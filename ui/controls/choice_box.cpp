// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/choice_box.h"

#include <QSignalBlocker>
#include <QWheelEvent>

namespace penstock {

ChoiceBox::ChoiceBox(QWidget* parent) : QComboBox(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setMaxVisibleItems(16);
}

void ChoiceBox::select(const QString& word)
{
    const QSignalBlocker blocker(this);
    setCurrentIndex(findData(word));
}

void ChoiceBox::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

} // namespace penstock
