// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_view.h"

#include "ui/charts/glyph.h"
#include "ui/charts/y_scale.h"
#include "ui/theme/control_painter.h"
#include "ui/theme/theme.h"

#include <QChart>
#include <QEvent>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QMouseEvent>
#include <QValueAxis>

#include <cmath>

namespace penstock {

namespace {

constexpr int kBottomMargin = 4;
constexpr int kLabelGap = 8;
constexpr int kFlagHeight = 17;
constexpr int kFlagPadding = 6;
constexpr int kReadoutHeight = 18;
constexpr double kDotRadius = 3.6;
constexpr double kHaloRadius = 6.5;

void makeBare(QChart& chart)
{
    chart.setMargins(QMargins());
    chart.layout()->setContentsMargins(0, 0, 0, 0);
    chart.setBackgroundRoundness(0);
    chart.setBackgroundVisible(false);
    chart.setPlotAreaBackgroundVisible(false);
    chart.legend()->hide();
}

} // namespace

PlotView::PlotView(const ChartScene& scene, int topMargin, QWidget* parent)
    : QChartView(parent), m_scene(scene), m_topMargin(topMargin), m_x(new QValueAxis(chart())),
      m_y(new QValueAxis(chart())), m_lastValue(std::numeric_limits<double>::quiet_NaN())
{
    makeBare(*chart());
    for (QValueAxis* axis : {m_x, m_y})
        axis->setVisible(false);
    chart()->addAxis(m_x, Qt::AlignBottom);
    chart()->addAxis(m_y, Qt::AlignLeft);
    setSpan(scene.window.span());
    setTop(1);
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setInteractive(false);
    setBackgroundBrush(Qt::NoBrush);
    // Every frame paints all of the view, the surface below it included: no bookkeeping of parts,
    // and nothing behind it is painted.
    viewport()->setAutoFillBackground(false);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    setOptimizationFlags(QGraphicsView::DontSavePainterState |
                         QGraphicsView::DontAdjustForAntialiasing);
    this->scene()->setItemIndexMethod(QGraphicsScene::NoIndex);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(0, topMargin + 24 + kBottomMargin);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
}

GapLine& PlotView::addLine(SeriesId id)
{
    return m_lines.try_emplace(id, *chart()).first->second;
}

GapLine& PlotView::addThinLine(SeriesId id)
{
    return m_thinLines.try_emplace(id, *chart()).first->second;
}

GapLine* PlotView::line(SeriesId id)
{
    const auto found = m_lines.find(id);
    return found == m_lines.end() ? nullptr : &found->second;
}

void PlotView::setSpan(Nanos span)
{
    m_x->setRange(-std::chrono::duration<double>(span).count(), 0);
}

void PlotView::setTop(double top)
{
    m_y->setRange(0, top);
}

void PlotView::setTicks(std::vector<double> ticks)
{
    m_ticks = std::move(ticks);
}

void PlotView::setReadout(std::vector<ReadoutItem> readout)
{
    m_readout = std::move(readout);
}

QString PlotView::readoutText() const
{
    QStringList parts;
    for (const ReadoutItem& item : m_readout)
        parts << item.text;
    return parts.join(QStringLiteral("  "));
}

QRectF PlotView::plotRect() const
{
    const QRect view = viewport()->rect();
    return QRectF(view).adjusted(TimeAxis::kLeft, m_topMargin, -TimeAxis::kRight, -kBottomMargin);
}

void PlotView::applyTheme()
{
    const Theme& theme = themeOf(*this);
    for (auto& [id, line] : m_lines)
        line.setPen(seriesPen(id, theme));
    for (auto& [id, line] : m_thinLines) {
        QPen pen = seriesPen(id, theme);
        pen.setWidthF(pen.widthF() * 0.55);
        line.setPen(pen);
    }
}

double PlotView::yOf(double value, const QRectF& plot) const
{
    return plot.bottom() - plot.height() * value / m_y->max();
}

void PlotView::drawBackground(QPainter* painter, const QRectF&)
{
    const Theme& theme = themeOf(*this);
    const QRectF plot = plotRect();
    const QRect area = plot.toRect();
    const TimeAxis axis = TimeAxis::of(*this, m_scene.window);
    painter->fillRect(viewport()->rect(), theme.colors.surface);
    paintIntervals(*painter, plot, m_scene, axis, theme);
    paintVerticals(*painter, plot, m_scene, axis, theme);
    for (const double tick : m_ticks) {
        const int y = static_cast<int>(std::lround(yOf(tick, plot)));
        painter->fillRect(QRect(area.left(), y, area.width(), 1),
                          tick == 0 ? theme.colors.border : theme.colors.grid);
    }
    paintFills(*painter, plot);
    paintLabels(*painter, plot);
}

void PlotView::paintFills(QPainter& painter, const QRectF& plot) const
{
    const Palette& colors = themeOf(*this).colors;
    const double perSecond = plot.width() / -m_x->min();
    const auto fill = [&](const GapLine& line, const QColor& color) {
        for (const QList<QPointF>& stretch : line.points()) {
            if (stretch.size() < 2)
                continue;
            QPolygonF area;
            area.reserve(stretch.size() + 2);
            for (const QPointF& point : stretch)
                area << QPointF(plot.right() + point.x() * perSecond, yOf(point.y(), plot));
            area << QPointF(area.last().x(), plot.bottom());
            area << QPointF(area.first().x(), plot.bottom());
            painter.setBrush(color);
            painter.drawPolygon(area);
        }
    };
    painter.save();
    painter.setClipRect(plot);
    painter.setPen(Qt::NoPen);
    const QColor tokens = withAlpha(colors.allow, colors.tokensFillAlpha);
    for (const auto& [id, line] : m_thinLines)
        fill(line, tokens);
    for (const auto& [id, line] : m_lines) {
        if (id == SeriesId::Tokens)
            fill(line, tokens);
        else if (id == SeriesId::Denied)
            fill(line, withAlpha(colors.deny, colors.deniedFillAlpha));
    }
    painter.restore();
}

void PlotView::paintLabels(QPainter& painter, const QRectF& plot) const
{
    if (m_ticks.size() < 2)
        return;
    const Theme& theme = themeOf(*this);
    painter.setFont(theme.font(TextRole::Caption));
    painter.setPen(theme.colors.muted);
    const int height = theme.px(14);
    for (const double tick : m_ticks) {
        const int y = static_cast<int>(std::lround(yOf(tick, plot)));
        painter.drawText(QRect(0, y - height / 2, TimeAxis::kLeft - kLabelGap, height),
                         Qt::AlignRight | Qt::AlignVCenter, tickText(tick, m_ticks[1]));
    }
}

void PlotView::drawForeground(QPainter* painter, const QRectF&)
{
    const Theme& theme = themeOf(*this);
    const QRectF plot = plotRect();
    const TimeAxis axis = TimeAxis::of(*this, m_scene.window);
    const QRectF lines = m_hasFlags ? plot.adjusted(0, 2 - m_topMargin, 0, 0) : plot;
    paintMarkLines(*painter, lines, m_scene, axis, theme);
    paintLastValue(*painter, plot);
    paintCrosshair(*painter, plot, m_scene, axis, theme);
    if (m_hasFlags)
        paintFlags(*painter, plot);
    paintReadout(*painter, plot);
    if (!m_emptyText.isEmpty()) {
        painter->setFont(theme.font(TextRole::Body));
        painter->setPen(theme.colors.muted);
        painter->drawText(plot, Qt::AlignCenter, m_emptyText);
    }
    if (m_isKeyFocused)
        paintFocus(*painter, plot.adjusted(-3, -3, 3, 3), 4, theme);
}

void PlotView::paintFlags(QPainter& painter, const QRectF& plot) const
{
    const Theme& theme = themeOf(*this);
    const TimeAxis axis = TimeAxis::of(*this, m_scene.window);
    painter.setFont(theme.font(TextRole::Caption));
    const QFontMetrics metrics(painter.font());
    double freeUntil = plot.right() + TimeAxis::kRight - 4;
    // From the newest: where flags would overlap the older label is dropped, its line stays.
    for (auto mark = m_scene.marks.rbegin(); mark != m_scene.marks.rend(); ++mark) {
        const double width = metrics.horizontalAdvance(mark->text) + 2 * kFlagPadding + 1;
        const int x = static_cast<int>(std::lround(axis.xOf(mark->at)));
        const bool isAtEdge = x + width > plot.right() + TimeAxis::kRight - 4;
        const double left = isAtEdge ? x - width + 1 : x;
        if (left + width > freeUntil || x < plot.left() || mark->text.isEmpty())
            continue;
        freeUntil = left - 4;
        const QRectF box(left, plot.top() - m_topMargin, width, theme.px(kFlagHeight));
        painter.setPen(QPen(theme.colors.strongBorder, 1));
        painter.setBrush(theme.colors.surface);
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        painter.setPen(theme.colors.text);
        painter.drawText(box, Qt::AlignCenter, mark->text);
    }
}

void PlotView::paintLastValue(QPainter& painter, const QRectF& plot) const
{
    if (std::isnan(m_lastValue))
        return;
    const Theme& theme = themeOf(*this);
    const QPointF center(plot.right(), yOf(m_lastValue, plot));
    painter.setPen(Qt::NoPen);
    painter.setBrush(withAlpha(theme.colors.accent, 0.25));
    painter.drawEllipse(center, kHaloRadius, kHaloRadius);
    painter.setBrush(theme.colors.accent);
    painter.setPen(QPen(theme.colors.surface, 1));
    painter.drawEllipse(center, kDotRadius, kDotRadius);
}

void PlotView::paintReadout(QPainter& painter, const QRectF& plot) const
{
    if (!m_scene.crosshair || m_readout.empty())
        return;
    const Theme& theme = themeOf(*this);
    const TimeAxis axis = TimeAxis::of(*this, m_scene.window);
    const double x = axis.xOf(*m_scene.crosshair);
    painter.setFont(theme.font(TextRole::Caption));
    const QFontMetrics metrics(painter.font());
    double width = 8;
    for (const ReadoutItem& item : m_readout) {
        width += 20 + metrics.horizontalAdvance(item.text) + 8;
        if (std::isnan(item.value))
            continue;
        painter.setPen(QPen(theme.colors.surface, 1));
        painter.setBrush(seriesColor(item.id, theme.colors));
        if (item.value <= m_y->max())
            painter.drawEllipse(QPointF(x + 0.5, yOf(item.value, plot)), 3, 3);
    }
    const bool isRoomRight = x + 10 + width < plot.right();
    const double left = isRoomRight ? x + 8 : std::max(plot.left(), x - 8 - width);
    const QRectF box(std::round(left), plot.top() + 2, std::round(width), theme.px(kReadoutHeight));
    painter.setPen(QPen(theme.colors.fieldBorder, 1));
    painter.setBrush(withAlpha(theme.colors.surface, 0.94));
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    double at = box.left() + 8;
    for (const ReadoutItem& item : m_readout) {
        paintGlyph(painter, traitsOf(item.id).glyph, QPointF(at + 7, box.center().y()),
                   seriesColor(item.id, theme.colors));
        painter.setPen(theme.colors.text);
        const int text = metrics.horizontalAdvance(item.text);
        painter.drawText(QRectF(at + 20, box.top(), text + 2, box.height()),
                         Qt::AlignVCenter | Qt::AlignLeft, item.text);
        at += 20 + text + 8;
    }
}

void PlotView::resizeEvent(QResizeEvent* event)
{
    // Before the base class: set after it, grid and labels keep the old place until the next
    // layout pass.
    chart()->setPlotArea(plotRect());
    QChartView::resizeEvent(event);
}

void PlotView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        applyTheme();
    QChartView::changeEvent(event);
}

void PlotView::focusInEvent(QFocusEvent* event)
{
    m_isKeyFocused = event->reason() == Qt::TabFocusReason ||
                     event->reason() == Qt::BacktabFocusReason ||
                     event->reason() == Qt::ShortcutFocusReason;
    QChartView::focusInEvent(event);
    viewport()->update();
}

void PlotView::focusOutEvent(QFocusEvent* event)
{
    m_isKeyFocused = false;
    QChartView::focusOutEvent(event);
    viewport()->update();
}

void PlotView::mousePressEvent(QMouseEvent* event)
{
    event->ignore();
}

void PlotView::mouseMoveEvent(QMouseEvent* event)
{
    event->ignore();
}

void PlotView::mouseReleaseEvent(QMouseEvent* event)
{
    event->ignore();
}

void PlotView::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

} // namespace penstock
