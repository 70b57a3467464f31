// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/charts/gap_line.h"

#include <QChartView>

#include <map>

class QValueAxis;

namespace penstock {

/// One number at the crosshair: the sign and words of a series.
struct ReadoutItem
{
    SeriesId id = SeriesId::Tokens;
    QString text;
    double value = 0; ///< where its dot is; NaN for none
};

/// One plot: series drawn by Qt Charts; grid, labels, marks and crosshair painted here on whole
/// pixels. It shows what it is given and decides nothing; the mouse is the card's. GUI thread.
class PlotView : public QChartView
{
    Q_OBJECT

public:
    /// @p scene outlives the view. @p topMargin leaves a lane for flags above the plot.
    PlotView(const ChartScene& scene, int topMargin, QWidget* parent);

    GapLine& addLine(SeriesId id);
    /// A thinner line for what is computed and not measured.
    GapLine& addThinLine(SeriesId id);
    GapLine* line(SeriesId id);
    /// The x axis is [-span, 0] seconds; it changes only with the span.
    void setSpan(Nanos span);
    void setTop(double top);
    void setTicks(std::vector<double> ticks);
    void setReadout(std::vector<ReadoutItem> readout);
    QString readoutText() const;
    /// A dot at the right edge: the value now. NaN for none.
    void setLastValue(double value) { m_lastValue = value; }
    void setHasFlags(bool hasFlags) { m_hasFlags = hasFlags; }
    /// Shown instead of an empty plot.
    void setEmptyText(const QString& text) { m_emptyText = text; }
    QRectF plotRect() const;
    void applyTheme();

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    // QChartView's own handlers dereference null in Qt 6.4.2: the event filter of the card takes
    // the mouse, and nothing reaches them.
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    double yOf(double value, const QRectF& plot) const;
    void paintFills(QPainter& painter, const QRectF& plot) const;
    void paintLabels(QPainter& painter, const QRectF& plot) const;
    void paintFlags(QPainter& painter, const QRectF& plot) const;
    void paintLastValue(QPainter& painter, const QRectF& plot) const;
    void paintReadout(QPainter& painter, const QRectF& plot) const;

    const ChartScene& m_scene;
    int m_topMargin;
    QValueAxis* m_x;
    QValueAxis* m_y;
    std::map<SeriesId, GapLine> m_lines;
    std::map<SeriesId, GapLine> m_thinLines;
    std::vector<double> m_ticks;
    std::vector<ReadoutItem> m_readout;
    double m_lastValue;
    bool m_hasFlags = false;
    bool m_isKeyFocused = false; ///< then the ring shows
    QString m_emptyText;
};

} // namespace penstock
