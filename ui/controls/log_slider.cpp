// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/log_slider.h"

#include <QAccessibleWidget>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QWheelEvent>

#include <cmath>

namespace penstock {

namespace {

/// Finer than any track is long, so that a position is never coarser than a pixel.
constexpr int kPositions = 4000;

/// Says "20 tokens", not the position on the track.
class SliderAccess final : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    explicit SliderAccess(LogSlider* slider) : QAccessibleWidget(slider, QAccessible::Slider) {}

    QString text(QAccessible::Text which) const override
    {
        return which == QAccessible::Value ? slider().spokenAmount()
                                           : QAccessibleWidget::text(which);
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    QVariant currentValue() const override { return slider().spokenAmount(); }
    void setCurrentValue(const QVariant&) override {} // the field beside it takes typed values
    QVariant maximumValue() const override { return toDouble(slider().scale().most()); }
    QVariant minimumValue() const override { return toDouble(slider().scale().least()); }
    QVariant minimumStepSize() const override { return {}; }

private:
    LogSlider& slider() const { return *static_cast<LogSlider*>(widget()); }
    static double toDouble(const ParameterValue& value)
    {
        return static_cast<double>(value.num) / static_cast<double>(value.den);
    }
};

QAccessibleInterface* makeSliderAccess(const QString&, QObject* object)
{
    auto* slider = qobject_cast<LogSlider*>(object);
    return slider != nullptr ? new SliderAccess(slider) : nullptr; // Qt's cache owns it
}

} // namespace

LogSlider::LogSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent)
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(makeSliderAccess);
        return true;
    }();
    Q_UNUSED(isInstalled)
    setRange(0, kPositions);
    setFocusPolicy(Qt::StrongFocus); // not by the wheel
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void LogSlider::setScale(const ValueScale& scale)
{
    m_scale = scale;
    setAmount(m_amount);
    setStandard(m_standard);
}

void LogSlider::setAmount(const ParameterValue& value)
{
    const bool isNew = m_amount != value;
    m_amount = value;
    setValue(static_cast<int>(std::lround(m_scale.position(value) * kPositions)));
    if (isNew && QAccessible::isActive()) {
        QAccessibleValueChangeEvent event(this, spokenAmount());
        QAccessible::updateAccessibility(&event);
    }
}

void LogSlider::setStandard(const ParameterValue& value)
{
    m_standard = value;
    setProperty("defaultPosition",
                static_cast<int>(std::lround(m_scale.position(value) * kPositions)));
    update();
}

void LogSlider::setSpeech(std::function<QString(const ParameterValue&)> speech)
{
    m_speech = std::move(speech);
}

QString LogSlider::spokenAmount() const
{
    return m_speech ? m_speech(m_amount) : QString();
}

void LogSlider::pick(const ParameterValue& value)
{
    if (value == m_amount)
        return;
    setAmount(value);
    emit amountPicked(value);
}

void LogSlider::step(ValueScale::Stride stride, int direction)
{
    pick(m_scale.next(m_amount, stride, direction));
}

void LogSlider::pickAt(double x)
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    const double handle = style()->pixelMetric(QStyle::PM_SliderLength, &option, this);
    pick(m_scale.valueAt((x - handle / 2) / (width() - handle)));
}

void LogSlider::keyPressEvent(QKeyEvent* event)
{
    using Stride = ValueScale::Stride;
    const Stride arrows =
        event->modifiers().testFlag(Qt::ShiftModifier) ? Stride::Fine : Stride::Sensible;
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Up:
        return step(arrows, 1);
    case Qt::Key_Left:
    case Qt::Key_Down:
        return step(arrows, -1);
    case Qt::Key_PageUp:
        return step(Stride::Page, 1);
    case Qt::Key_PageDown:
        return step(Stride::Page, -1);
    case Qt::Key_Home:
        return pick(m_scale.least());
    case Qt::Key_End:
        return pick(m_scale.most());
    default:
        event->ignore();
    }
}

void LogSlider::wheelEvent(QWheelEvent* event)
{
    // Without the focus the wheel scrolls the panel.
    if (!hasFocus()) {
        event->ignore();
        return;
    }
    m_wheelRest += event->angleDelta().y();
    const int notches = m_wheelRest / QWheelEvent::DefaultDeltasPerStep;
    m_wheelRest -= notches * QWheelEvent::DefaultDeltasPerStep;
    for (int i = 0; i < std::abs(notches); ++i)
        step(ValueScale::Stride::Sensible, notches);
    event->accept();
}

void LogSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    setSliderDown(true);
    pickAt(event->position().x());
}

void LogSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (isSliderDown())
        pickAt(event->position().x());
}

void LogSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        setSliderDown(false);
}

} // namespace penstock
