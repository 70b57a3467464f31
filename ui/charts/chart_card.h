// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/charts/limit_track.h"
#include "ui/charts/plot_panel.h"
#include "ui/charts/request_strip.h"
#include "ui/frame.h"

#include <QStringList>
#include <QWidget>

#include <array>
#include <optional>

namespace penstock {

class SegmentedBar;
class TimeInput;
class TimeRuler;
struct LiveNumbers;

/// The card with all charts: tokens left; requests per second; latency, calls in flight or queue;
/// every request as a mark; one time axis and one crosshair over all of them. What is switched off
/// and what is zoomed survives new data. GUI thread.
class ChartCard : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kChartCount = 3;

    explicit ChartCard(QWidget* parent = nullptr);

    /// Thirty times a second.
    void setFrame(const Frame& frame);

    const TimeWindow& window() const { return m_scene.window; }
    bool isLive() const { return m_scene.window.isLive(); }
    void goLive();
    /// The span that Live shows: one of kWindowSpans.
    void setSpan(Nanos span);
    void focusChart(int index); ///< 0, 1, 2
    void setRinged(std::optional<RingedRequest> ringed) { m_strip->setRinged(ringed); }

    // What settings keep.
    QStringList hiddenSeries() const; ///< column names
    void setHiddenSeries(const QStringList& columns);
    int thirdChart() const; ///< 0 latency, 1 in flight, 2 queue
    void setThirdChart(int mode);

    /// What is on the charts now, for exports: the grid and which of its series are shown.
    const SeriesGrid& grid() const { return m_grid; }
    std::vector<SeriesId> shownSeries() const;

signals:
    void liveChanged(bool isLive);
    void spanChanged(Nanos span);
    /// A place on the time axis was clicked: run time.
    void timeClicked(Nanos at);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void connectInput();
    void setThirdActive();
    void changeWindow(const TimeWindow& window);
    void setCrosshair(std::optional<Nanos> fromEnd);
    Nanos timeAt(double fraction) const;
    void takeFrame(const Frame& frame);
    void setMarks(const RunHistory& history, Nanos now);
    void setLive(const LiveNumbers& numbers, const Frame& frame);
    void refresh(); ///< views from m_grid, m_live and the scene
    void describeCrosshair();

    ChartScene m_scene; ///< before the views, which refer to it
    SeriesGrid m_grid;
    LimitTrack m_limits;
    SeriesValues m_live{};
    bool m_isLiveContinued = false;
    SeriesSet m_seen;
    std::uint64_t m_run = 0;
    bool m_hasFrame = false;
    Nanos m_now{0};
    std::optional<TimeWindow> m_scaledFor; ///< the window that the scales were made for
    /// The crosshair keeps its place on the screen while the data move below it.
    std::optional<Nanos> m_crosshairFromEnd;

    std::array<PlotPanel*, kChartCount> m_panels{};
    SegmentedBar* m_modes = nullptr;
    RequestStrip* m_strip = nullptr;
    TimeRuler* m_ruler = nullptr;
    TimeInput* m_input = nullptr;
    bool m_isCompact = false;
};

} // namespace penstock
