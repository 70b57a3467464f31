// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/value_scale.h"

#include <QString>
#include <QWidget>

class QAbstractButton;
class QHBoxLayout;
class QLabel;

namespace penstock {

class Caption;
class LogSlider;
class ValueField;

/// What a row is about. Made from a ParameterSpec, so that a new algorithm needs no new widget.
struct RowSpec
{
    QString path; ///< "limiter.capacity"; the row's object name
    QString label;
    QString help;
    QString noun; ///< after a count: "at once"
    ValueScale scale;
    ParameterValue standard;
};

RowSpec makeRowSpec(const QString& path, const ParameterSpec& spec, const QString& noun = {});

/// Label, reset icon (when the value differs from the standard), slider, field; below them what is
/// wrong, when something is. GUI thread.
class ParameterRow final : public QWidget
{
    Q_OBJECT

public:
    explicit ParameterRow(RowSpec spec, QWidget* parent = nullptr);

    const QString& path() const { return m_spec.path; }
    ParameterUnit unit() const { return m_spec.scale.unit(); }
    ParameterValue amount() const;
    void setAmount(const ParameterValue& value); ///< emits nothing
    /// What the reset icon goes back to: the scenario's own value.
    void setStandard(const ParameterValue& value);
    /// Says that the last value was not taken, and why; empty: all is well.
    void setProblem(const QString& problem);
    void setCompact(bool isCompact);

signals:
    void picked(const QString& path, const penstock::ParameterValue& value);

protected:
    void changeEvent(QEvent* event) override;

private:
    void take(const ParameterValue& value);
    void layOut();
    void showProblem(const QString& problem);
    void showReset();
    void applySizes();

    RowSpec m_spec;
    QLabel* m_label;
    QAbstractButton* m_reset;
    LogSlider* m_slider;
    ValueField* m_field;
    Caption* m_problem;
    QHBoxLayout* m_line = nullptr;
    bool m_isCompact = false;
};

} // namespace penstock
