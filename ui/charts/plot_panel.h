// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/limit_track.h"
#include "ui/charts/plot_view.h"
#include "ui/charts/y_scale.h"

#include <QWidget>

#include <array>
#include <bitset>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace penstock {

class LegendChip;

using SeriesValues = std::array<double, kSeriesCount>;
using SeriesSet = std::bitset<kSeriesCount>;

/// What a panel shows in one frame. References are good for the call.
struct PlotData
{
    const SeriesGrid& grid;
    const LimitTrack& limits;
    const ChartScene& scene;
    const SeriesValues& live;     ///< now; NaN for none
    bool isLiveContinued = false; ///< the live tokens are computed
    SeriesSet seen;               ///< rare series that the run has had
    Nanos now{0};
    bool isNewView = false; ///< another window than in the last frame: scales fit it at once
    bool isCompact = false;
};

/// One chart: a header with title and legend above its plot. GUI thread.
class PlotPanel : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kHeaderHeight = 24;

    struct Spec
    {
        QString name; ///< objectName
        QString title;
        QString unit;
        std::vector<SeriesId> series; ///< in drawing order
        int topMargin = 4;
        int ticks = 3;
        double leastTop = 1;
    };

    PlotPanel(const Spec& spec, const ChartScene& scene, QWidget* parent);

    void setData(const PlotData& shown);
    /// Shows these of the series only, with @p unit: a chart with several modes.
    void setActive(std::vector<SeriesId> active, const QString& unit, double leastStep);
    /// Instead of the title.
    void setTitleWidget(QWidget* widget);
    PlotView& plot() { return *m_plot; }
    LegendChip* chip(SeriesId id) const;
    bool isShown(SeriesId id) const; ///< active, seen and switched on
    const std::vector<SeriesId>& series() const { return m_series; }

signals:
    void seriesToggled();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void feedLine(SeriesId id, const PlotData& shown);
    void feedTokens(const PlotData& shown);
    void feedReference(SeriesId id, const PlotData& shown);
    void setScale(const PlotData& shown);
    void setReadout(const PlotData& shown);
    double mostInView(const PlotData& shown) const;
    void applyTheme();
    void fitHeader();

    std::vector<SeriesId> m_series;
    std::vector<SeriesId> m_active;
    SeriesSet m_seen;
    QHBoxLayout* m_header;
    QWidget* m_title; ///< the text, or what stands for it
    QLabel* m_unit;
    std::vector<LegendChip*> m_chips;
    PlotView* m_plot;
    YScale m_scale;
    int m_ticks;
    double m_leastStep = 0;
};

} // namespace penstock
