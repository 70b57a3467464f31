// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/series_id.h"

#include <QAbstractButton>

namespace penstock {

/// One legend entry: the sign of a series, its name and its value now. A click or Space shows or
/// hides the series. Its width never shrinks, so that live numbers do not move their neighbours.
class LegendChip : public QAbstractButton
{
    Q_OBJECT

public:
    LegendChip(SeriesId id, QWidget* parent);

    SeriesId series() const { return m_id; }
    /// NaN: there is none now. Shown only while the chip is checked.
    void setValue(double value);
    /// Without values: a stretch of the past is shown, and now would contradict it.
    void setValueShown(bool isShown);
    /// Without room for values: narrower.
    void setValueDropped(bool isDropped);
    int fullWidth() const; ///< with its value
    QString valueText() const { return m_valueText; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void describe();
    bool showsValue() const { return isChecked() && m_isValueShown && !m_isDropped; }

    SeriesId m_id;
    QString m_valueText;
    int m_valueRoom = 0; ///< widest value so far, px
    bool m_isValueShown = true;
    bool m_isDropped = false;
};

/// "14.2"; an en dash for NaN. Fixed decimals.
QString valueText(SeriesId id, double value);

} // namespace penstock
