// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/control_grid.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>

namespace penstock {

LabelledRow::LabelledRow(const QString& label, QWidget* widget, QWidget* parent)
    : QWidget(parent), m_label(new QLabel(label, this))
{
    m_label->setBuddy(widget);
    if (widget->accessibleName().isEmpty())
        widget->setAccessibleName(label);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_label);
    layout->addWidget(widget, 1);
    applySizes();
}

void LabelledRow::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    applySizes();
}

void LabelledRow::applySizes()
{
    const Theme& theme = themeOf(*this);
    setFixedHeight(theme.px(m_isCompact ? grid::kCompactRow : grid::kRow));
    m_label->setFixedWidth(theme.px(grid::kLabel + grid::kGap + grid::kReset));
    layout()->setSpacing(theme.px(grid::kGap));
}

void LabelledRow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::StyleChange)
        applySizes();
    QWidget::changeEvent(event);
}

SectionHeading::SectionHeading(const QString& text, QWidget* parent) : QLabel(text, parent)
{
    setAlignment(Qt::AlignBottom | Qt::AlignLeft);
    applySizes();
}

void SectionHeading::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    applySizes();
}

void SectionHeading::applySizes()
{
    const Theme& theme = themeOf(*this);
    setFont(theme.font(TextRole::Section));
    setFixedHeight(theme.px(m_isCompact ? grid::kCompactHeading : grid::kHeading));
    setContentsMargins(0, 0, 0, theme.px(m_isCompact ? 3 : 5));
}

void SectionHeading::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::StyleChange)
        applySizes();
    QLabel::changeEvent(event);
}

Caption::Caption(const QString& text, QWidget* parent) : QLabel(text, parent)
{
    setWordWrap(true);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setAlignment(Qt::AlignTop | Qt::AlignLeft);
    applyTheme();
}

void Caption::setWarning(bool isWarning)
{
    if (m_isWarning == isWarning)
        return;
    m_isWarning = isWarning;
    applyTheme();
}

void Caption::applyTheme()
{
    // Setting the palette sends another change.
    if (m_isApplying)
        return;
    m_isApplying = true;
    const Theme& theme = themeOf(*this);
    QPalette palette;
    palette.setColor(QPalette::WindowText,
                     m_isWarning ? theme.colors.denyText : theme.colors.muted);
    setPalette(palette);
    setFont(theme.font(TextRole::Caption));
    m_isApplying = false;
}

void Caption::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange)
        applyTheme();
    QLabel::changeEvent(event);
}

} // namespace penstock
