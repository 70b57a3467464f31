// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/segmented_bar.h"

#include "ui/theme/control_painter.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>

namespace penstock {

namespace {

constexpr int kRadius = 5;

class Segment : public QAbstractButton
{
public:
    Segment(Icon icon, SegmentedBar::Tint tint, int height, QWidget* parent)
        : QAbstractButton(parent), m_icon(icon), m_tint(std::move(tint)), m_height(height)
    {
        setCheckable(true);
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }

    void setBarHeight(int height)
    {
        m_height = height;
        updateGeometry();
    }

    QSize sizeHint() const override
    {
        const Theme& theme = themeOf(*this);
        const int text = QFontMetrics(font(theme)).horizontalAdvance(this->text());
        return {text + iconRoom() + 2 * theme.px(padding()), theme.px(m_height)};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(*this);
        const Palette& colors = theme.colors;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF box(rect());
        if (isChecked()) {
            painter.setPen(QPen(colors.softOutline, 1));
            painter.setBrush(colors.soft);
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
        } else if (underMouse()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(colors.hover);
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), kRadius - 1, kRadius - 1);
        }
        if (hasFocus())
            paintFocus(painter, box, kRadius, theme);
        QRectF content = box.adjusted(theme.px(padding()), 0, -theme.px(padding()), 0);
        if (m_icon != Icon::None) {
            const QColor tint = m_tint ? m_tint(colors) : colors.muted;
            paintIcon(painter, m_icon, QRectF(content.left() - 2, 0, 14, height()), tint);
            content.setLeft(content.left() + iconRoom());
        }
        painter.setFont(font(theme));
        painter.setPen(isChecked() ? colors.accentText : colors.muted);
        painter.drawText(content, Qt::AlignCenter, text());
    }

private:
    static const QFont& font(const Theme& theme, int height)
    {
        return theme.font(height > 22 ? TextRole::Body : TextRole::Caption);
    }
    const QFont& font(const Theme& theme) const { return font(theme, m_height); }
    int iconRoom() const { return m_icon == Icon::None ? 0 : 16; }
    int padding() const { return m_height > 22 ? 9 : 7; }

    Icon m_icon;
    SegmentedBar::Tint m_tint;
    int m_height;
};

} // namespace

SegmentedBar::SegmentedBar(QWidget* parent)
    : QWidget(parent), m_layout(new QHBoxLayout(this)), m_group(new QButtonGroup(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(m_group, &QButtonGroup::idToggled, this, [this](int id, bool isChecked) {
        if (isChecked)
            emit currentChanged(id);
    });
}

void SegmentedBar::addSegment(const QString& name, const QString& text, Icon icon, Tint tint)
{
    auto* segment = new Segment(icon, std::move(tint), m_height, this);
    segment->setObjectName(name);
    segment->setText(text);
    segment->setAccessibleName(text);
    m_layout->addWidget(segment);
    m_group->addButton(segment, static_cast<int>(m_group->buttons().size()));
    if (m_group->buttons().size() == 1)
        segment->setChecked(true);
}

void SegmentedBar::setCurrent(int index)
{
    if (QAbstractButton* button = m_group->button(index))
        button->setChecked(true);
}

int SegmentedBar::current() const
{
    return m_group->checkedId();
}

void SegmentedBar::setBarHeight(int height)
{
    m_height = height;
    for (QAbstractButton* button : m_group->buttons())
        static_cast<Segment*>(button)->setBarHeight(height);
}

void SegmentedBar::setStretched(bool isStretched)
{
    const auto policy = isStretched ? QSizePolicy::Ignored : QSizePolicy::Fixed;
    setSizePolicy(policy, QSizePolicy::Fixed);
    for (QAbstractButton* button : m_group->buttons())
        button->setSizePolicy(policy, QSizePolicy::Fixed);
}

void SegmentedBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.colors.fieldBorder, 1));
    painter.setBrush(theme.colors.canvas);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    const auto buttons = m_group->buttons();
    for (qsizetype i = 1; i < buttons.size(); ++i) { // separators, not beside the checked one
        if (buttons[i]->isChecked() || buttons[i - 1]->isChecked())
            continue;
        painter.fillRect(QRect(buttons[i]->x(), 5, 1, height() - 10), theme.colors.border);
    }
}

} // namespace penstock
