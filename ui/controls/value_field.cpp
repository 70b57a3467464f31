// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/value_field.h"

#include "ui/controls/value_text.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStyle>
#include <QWheelEvent>

#include <cstdlib>

namespace penstock {

namespace {

constexpr int kEditMargins = 4; ///< that QLineEdit keeps beside its text, left and right together

} // namespace

ValueField::ValueField(QWidget* parent) : QAbstractSpinBox(parent)
{
    setFocusPolicy(Qt::StrongFocus); // not by the wheel
    setAlignment(Qt::AlignRight);
    setFrame(true);
    setKeyboardTracking(false);
    lineEdit()->setFrame(false);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] { m_isTyping = true; });
    connect(this, &QAbstractSpinBox::editingFinished, this, &ValueField::commit);
}

void ValueField::setScale(const ValueScale& scale, const QString& noun)
{
    m_scale = scale;
    m_noun = noun;
    showAmount();
}

void ValueField::setAmount(const ParameterValue& value)
{
    m_amount = value;
    if (!m_isTyping)
        showAmount();
}

void ValueField::setInvalid(bool isInvalid)
{
    if (property("invalid").toBool() == isInvalid)
        return;
    setProperty("invalid", isInvalid);
    update();
}

void ValueField::showAmount()
{
    const QString text = toDisplay(m_scale.unit(), m_amount, m_noun);
    const bool fits =
        lineEdit()->fontMetrics().horizontalAdvance(text) + kEditMargins <= lineEdit()->width();
    const QString shown = fits ? text : toShortDisplay(m_scale.unit(), m_amount);
    if (lineEdit()->text() != shown)
        lineEdit()->setText(shown);
    setToolTip(fits ? QString() : text);
}

void ValueField::commit()
{
    if (!m_isTyping)
        return;
    const Parsed<ParameterValue> typed =
        parseTyped(m_scale.unit(), lineEdit()->text(), m_amount, m_noun);
    if (!typed) {
        setInvalid(true);
        emit problemFound(QString::fromStdString(typed.error()));
        return;
    }
    m_isTyping = false;
    setInvalid(false);
    emit problemFound({});
    const bool isNew = *typed != m_amount;
    m_amount = *typed;
    showAmount();
    if (isNew)
        emit amountTyped(*typed);
}

QValidator::State ValueField::validate(QString&, int&) const
{
    return QValidator::Acceptable; // judged whole, in commit()
}

QAbstractSpinBox::StepEnabled ValueField::stepEnabled() const
{
    StepEnabled enabled = StepNone;
    if (m_scale.next(m_amount, ValueScale::Stride::Sensible, 1) != m_amount)
        enabled |= StepUpEnabled;
    if (m_scale.next(m_amount, ValueScale::Stride::Sensible, -1) != m_amount)
        enabled |= StepDownEnabled;
    return enabled;
}

void ValueField::stepBy(int steps)
{
    commit();
    if (m_isTyping)
        return;
    // The base class steps by 10 for the page keys.
    const auto stride =
        std::abs(steps) >= 10 ? ValueScale::Stride::Page : ValueScale::Stride::Sensible;
    const ParameterValue value = m_scale.next(m_amount, stride, steps);
    if (value == m_amount)
        return;
    m_amount = value;
    showAmount();
    emit amountTyped(value);
}

void ValueField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_isTyping) {
        m_isTyping = false;
        setInvalid(false);
        emit problemFound({});
        showAmount();
        lineEdit()->selectAll();
        return;
    }
    QAbstractSpinBox::keyPressEvent(event);
}

void ValueField::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QAbstractSpinBox::wheelEvent(event);
    else
        event->ignore();
}

void ValueField::focusInEvent(QFocusEvent* event)
{
    QAbstractSpinBox::focusInEvent(event);
    if (event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason)
        selectAll();
}

void ValueField::resizeEvent(QResizeEvent* event)
{
    QAbstractSpinBox::resizeEvent(event);
    if (!m_isTyping)
        showAmount();
}

} // namespace penstock
