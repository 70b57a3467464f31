// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/parameter_row.h"

#include "ui/controls/control_grid.h"
#include "ui/controls/log_slider.h"
#include "ui/controls/value_field.h"
#include "ui/controls/value_text.h"
#include "ui/theme/control_painter.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace penstock {

namespace {

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// The small arrow that sets a value back. Its room is kept while it is hidden.
class ResetButton final : public QAbstractButton
{
public:
    explicit ResetButton(QWidget* parent) : QAbstractButton(parent)
    {
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::TabFocus);
        QSizePolicy policy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        policy.setRetainSizeWhenHidden(true);
        setSizePolicy(policy);
    }

    QSize sizeHint() const override { return {grid::kReset, grid::kReset}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(*this);
        QPainter painter(this);
        if (hasFocus())
            paintFocus(painter, rect(), 4, theme);
        const double inset = hasFocus() ? 3 : 1;
        paintIcon(painter, Icon::Undo, QRectF(rect()).adjusted(inset, inset, -inset, -inset),
                  underMouse() ? theme.colors.text : theme.colors.accent);
    }
};

} // namespace

RowSpec makeRowSpec(const QString& path, const ParameterSpec& spec, const QString& noun)
{
    return {path, fromView(spec.label), fromView(spec.help), noun, ValueScale(spec), spec.standard};
}

ParameterRow::ParameterRow(RowSpec spec, QWidget* parent)
    : QWidget(parent), m_spec(std::move(spec)), m_label(new QLabel(m_spec.label, this)),
      m_reset(new ResetButton(this)), m_slider(new LogSlider(this)), m_field(new ValueField(this)),
      m_problem(new Caption({}, this))
{
    setObjectName(m_spec.path);
    m_label->setToolTip(m_spec.help);
    m_label->setBuddy(m_field);
    m_reset->setObjectName(m_spec.path % QStringLiteral(".reset"));
    m_slider->setObjectName(m_spec.path % QStringLiteral(".slider"));
    m_field->setObjectName(m_spec.path % QStringLiteral(".field"));
    m_problem->setObjectName(m_spec.path % QStringLiteral(".problem"));
    for (QWidget* control : {static_cast<QWidget*>(m_slider), static_cast<QWidget*>(m_field)}) {
        control->setAccessibleName(m_spec.label);
        control->setAccessibleDescription(m_spec.help);
    }
    m_slider->setSpeech([unit = unit(), noun = m_spec.noun](const ParameterValue& value) {
        return toDisplay(unit, value, noun);
    });
    m_slider->setScale(m_spec.scale);
    m_field->setScale(m_spec.scale, m_spec.noun);
    m_problem->setWarning(true);
    m_problem->hide();
    layOut();
    setStandard(m_spec.standard);
    setAmount(m_spec.standard);
    connect(m_slider, &LogSlider::amountPicked, this, &ParameterRow::take);
    connect(m_field, &ValueField::amountTyped, this, &ParameterRow::take);
    connect(m_field, &ValueField::problemFound, this, &ParameterRow::showProblem);
    connect(m_reset, &QAbstractButton::clicked, this, [this] { take(m_spec.standard); });
}

void ParameterRow::layOut()
{
    auto* line = new QHBoxLayout;
    line->addWidget(m_label);
    line->addWidget(m_reset);
    line->addWidget(m_slider, 1);
    line->addWidget(m_field);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    column->addLayout(line);
    column->addWidget(m_problem);
    m_line = line;
    applySizes();
}

ParameterValue ParameterRow::amount() const
{
    return m_field->amount();
}

void ParameterRow::setAmount(const ParameterValue& value)
{
    m_slider->setAmount(value);
    m_field->setAmount(value);
    showReset();
}

void ParameterRow::setStandard(const ParameterValue& value)
{
    m_spec.standard = value;
    m_slider->setStandard(value);
    m_reset->setAccessibleName(
        tr("Set %1 back to %2").arg(m_spec.label.toLower(), toDisplay(unit(), value, m_spec.noun)));
    m_reset->setToolTip(m_reset->accessibleName());
    showReset();
}

void ParameterRow::setProblem(const QString& problem)
{
    m_field->setInvalid(!problem.isEmpty());
    showProblem(problem);
}

void ParameterRow::showProblem(const QString& problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void ParameterRow::take(const ParameterValue& value)
{
    setProblem({});
    setAmount(value);
    emit picked(m_spec.path, value);
}

void ParameterRow::showReset()
{
    m_reset->setVisible(amount() != m_spec.standard);
}

void ParameterRow::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    applySizes();
}

void ParameterRow::applySizes()
{
    const Theme& theme = themeOf(*this);
    m_line->setSpacing(theme.px(grid::kGap));
    m_label->setFixedSize(theme.px(grid::kLabel),
                          theme.px(m_isCompact ? grid::kCompactRow : grid::kRow));
    m_reset->setFixedSize(theme.px(grid::kReset), theme.px(grid::kReset));
    m_field->setFixedWidth(theme.px(grid::kField));
    m_problem->setContentsMargins(theme.px(grid::kLabel + grid::kReset + 2 * grid::kGap), 0, 0,
                                  theme.px(4));
}

void ParameterRow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::StyleChange)
        applySizes();
    QWidget::changeEvent(event);
}

} // namespace penstock
