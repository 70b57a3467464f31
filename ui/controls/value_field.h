// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/value_scale.h"

#include <QAbstractSpinBox>
#include <QString>

namespace penstock {

/// A field for one exact value with its unit. What is typed is taken as it is, beyond the scale
/// too, at Enter or when the field is left; what cannot be read stays, is framed and said by
/// problemFound(). Up, Down and the chevrons go to the next sensible value. GUI thread.
class ValueField final : public QAbstractSpinBox
{
    Q_OBJECT

public:
    explicit ValueField(QWidget* parent = nullptr);

    /// @p noun follows counts: "at once".
    void setScale(const ValueScale& scale, const QString& noun);
    /// Shows @p value; emits nothing. While the user types, what is typed is left alone.
    void setAmount(const ParameterValue& value);
    const ParameterValue& amount() const { return m_amount; }
    /// Framed as wrong, for reasons that the owner tells.
    void setInvalid(bool isInvalid);

    QValidator::State validate(QString& text, int& position) const override;
    void stepBy(int steps) override;

signals:
    /// By the user's hand only.
    void amountTyped(const penstock::ParameterValue& value);
    /// Empty: what was typed can be read again.
    void problemFound(const QString& problem);

protected:
    StepEnabled stepEnabled() const override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void commit();
    void showAmount();

    ValueScale m_scale;
    ParameterValue m_amount{1, 1};
    QString m_noun;
    bool m_isTyping = false;
};

} // namespace penstock
