// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/value_scale.h"

#include <QSlider>
#include <QString>

#include <functional>

namespace penstock {

/// A slider over exact values on a logarithmic scale. Arrow keys go to the next sensible value,
/// with Shift by the third digit, page keys along 1-2-5, Home and End to the ends. The wheel acts
/// only with the focus. Screen readers hear the value with its unit. GUI thread.
class LogSlider final : public QSlider
{
    Q_OBJECT

public:
    explicit LogSlider(QWidget* parent = nullptr);

    void setScale(const ValueScale& scale);
    const ValueScale& scale() const { return m_scale; }
    /// Shows @p value, which may lie outside the scale; emits nothing.
    void setAmount(const ParameterValue& value);
    const ParameterValue& amount() const { return m_amount; }
    /// Where the tick below the groove is.
    void setStandard(const ParameterValue& value);
    /// How the value is said to screen readers and in the tool tip.
    void setSpeech(std::function<QString(const ParameterValue&)> speech);
    QString spokenAmount() const;

signals:
    /// By the user's hand only.
    void amountPicked(const penstock::ParameterValue& value);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void pick(const ParameterValue& value);
    void pickAt(double x);
    void step(ValueScale::Stride stride, int direction);

    ValueScale m_scale;
    ParameterValue m_amount{1, 1};
    ParameterValue m_standard{1, 1};
    std::function<QString(const ParameterValue&)> m_speech;
    int m_wheelRest = 0; ///< eighths of a degree not yet a notch
};

} // namespace penstock
