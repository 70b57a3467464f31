// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_input.h"

#include "ui/charts/chart_scene.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace penstock {

namespace {

constexpr double kZoomStep = 0.8; // of the span, one notch of the wheel
constexpr double kPanStep = 0.1;  // of the window

double fractionAt(const QWidget& widget, double x)
{
    return TimeAxis::of(widget, TimeWindow()).fractionAt(x);
}

} // namespace

void TimeInput::watch(QWidget* widget)
{
    widget->installEventFilter(this);
    if (auto* area = qobject_cast<QAbstractScrollArea*>(widget)) {
        widget = area->viewport();
        widget->installEventFilter(this);
    }
    widget->setMouseTracking(true);
    widget->setCursor(Qt::CrossCursor);
}

bool TimeInput::eventFilter(QObject* watched, QEvent* event)
{
    auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr)
        return false;
    if (event->type() == QEvent::KeyPress)
        return key(static_cast<QKeyEvent&>(*event));
    if (qobject_cast<QAbstractScrollArea*>(widget) != nullptr)
        return false; // its viewport has the mouse
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return press(*widget, static_cast<QMouseEvent&>(*event));
    case QEvent::MouseMove:
        return move(*widget, static_cast<QMouseEvent&>(*event));
    case QEvent::MouseButtonRelease:
        return release(*widget, static_cast<QMouseEvent&>(*event));
    case QEvent::MouseButtonDblClick:
        return true;
    case QEvent::Wheel:
        return wheel(*widget, static_cast<QWheelEvent&>(*event));
    case QEvent::Leave:
        emit unpointed();
        return false;
    default:
        return false;
    }
}

bool TimeInput::press(const QWidget& widget, const QMouseEvent& event)
{
    if (event.button() != Qt::LeftButton)
        return true;
    if (QWidget* focus = widget.parentWidget();
        focus != nullptr && focus->focusPolicy() != Qt::NoFocus)
        focus->setFocus(Qt::MouseFocusReason);
    m_pressedX = event.position().x();
    m_pressedAt = fractionAt(widget, m_pressedX);
    m_isSelecting = false;
    return true;
}

bool TimeInput::move(const QWidget& widget, const QMouseEvent& event)
{
    const double fraction = fractionAt(widget, event.position().x());
    emit pointed(fraction);
    if (!m_pressedAt)
        return true;
    if (std::abs(event.position().x() - m_pressedX) >= QApplication::startDragDistance() / 2.0)
        m_isSelecting = true;
    if (m_isSelecting)
        emit selectionMoved(*m_pressedAt, fraction);
    return true;
}

bool TimeInput::release(const QWidget& widget, const QMouseEvent& event)
{
    if (event.button() != Qt::LeftButton || !m_pressedAt)
        return true;
    const double fraction = fractionAt(widget, event.position().x());
    if (m_isSelecting)
        emit selectionEnded(*m_pressedAt, fraction);
    else
        emit clicked(fraction);
    m_pressedAt.reset();
    m_isSelecting = false;
    return true;
}

bool TimeInput::wheel(const QWidget& widget, const QWheelEvent& event)
{
    const QPoint turned = event.angleDelta();
    const bool isSideways =
        std::abs(turned.x()) > std::abs(turned.y()) || event.modifiers() & Qt::ShiftModifier;
    const double notches = (turned.x() + turned.y()) / 120.0;
    if (notches == 0)
        return true;
    if (isSideways) {
        emit panned(-notches * kPanStep);
        return true;
    }
    m_wheelRest += notches;
    const double whole = std::trunc(m_wheelRest * 4) / 4;
    m_wheelRest -= whole;
    if (whole != 0)
        emit zoomed(std::pow(kZoomStep, whole), fractionAt(widget, event.position().x()));
    return true;
}

bool TimeInput::key(const QKeyEvent& event)
{
    const bool isShifted = event.modifiers() & Qt::ShiftModifier;
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int direction = event.key() == Qt::Key_Left ? -1 : 1;
        if (event.modifiers() & Qt::ControlModifier)
            emit panned(direction * kPanStep);
        else
            emit stepped(direction * (isShifted ? 10 : 1));
        return true;
    }
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        emit zoomed(kZoomStep, 0.5);
        return true;
    case Qt::Key_Minus:
        emit zoomed(1 / kZoomStep, 0.5);
        return true;
    case Qt::Key_Escape:
        if (m_pressedAt) {
            m_pressedAt.reset();
            m_isSelecting = false;
            emit selectionCancelled();
        } else {
            emit crosshairDismissed();
        }
        return true;
    default:
        return false;
    }
}

} // namespace penstock
