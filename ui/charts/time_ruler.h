// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_scene.h"

#include <QWidget>

namespace penstock {

/// The labels of the time axis, and the time at the crosshair.
class TimeRuler : public QWidget
{
    Q_OBJECT

public:
    TimeRuler(const ChartScene& scene, QWidget* parent);

    /// "-11.4 s, 25:48.6": where the crosshair is; empty without one.
    QString crosshairText() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const ChartScene& m_scene;
};

} // namespace penstock
