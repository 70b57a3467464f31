// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_card.h"

#include "ui/charts/glyph.h"
#include "ui/charts/legend_chip.h"
#include "ui/charts/time_input.h"
#include "ui/charts/time_ruler.h"
#include "ui/live_numbers.h"
#include "ui/theme/control_painter.h"
#include "ui/theme/theme.h"
#include "ui/widgets/segmented_bar.h"

#include <QAccessible>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace penstock {

namespace {

constexpr int kFlagLane = 21;
constexpr int kCompactBelow = 380; // px of height
/// How the charts share what headers leave.
constexpr std::array<int, ChartCard::kChartCount> kShares{12, 9, 8};

/// In drawing order: what lies on top comes last.
PlotPanel::Spec specOf(int chart)
{
    using enum SeriesId;
    switch (chart) {
    case 0:
        return {QStringLiteral("tokensPanel"),
                QStringLiteral("Tokens left"),
                {},
                {Capacity, Tokens},
                kFlagLane,
                4,
                1};
    case 1:
        return {QStringLiteral("requestsPanel"),
                QStringLiteral("Requests"),
                QStringLiteral("per second"),
                {Refill, Offered, Allowed, Shed, NeverFits, Denied, Unprotected, FailedClosed},
                4,
                3,
                5};
    default:
        return {QStringLiteral("latencyPanel"),
                QStringLiteral("Latency"),
                QStringLiteral("milliseconds"),
                {P99, P50, InFlight, Queued},
                4,
                3,
                1};
    }
}

QString withArrow(const std::string& text)
{
    return QString::fromStdString(text).replace(QStringLiteral("->"), QStringLiteral("\u2192"));
}

} // namespace

ChartCard::ChartCard(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("chartCard"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    m_live.fill(std::numeric_limits<double>::quiet_NaN());
    build();
    connectInput();
    setThirdActive();
}

void ChartCard::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 6, 1, 5);
    column->setSpacing(0);
    for (int i = 0; i < kChartCount; ++i) {
        auto* panel = new PlotPanel(specOf(i), m_scene, this);
        connect(panel, &PlotPanel::seriesToggled, this, &ChartCard::refresh);
        m_panels[static_cast<std::size_t>(i)] = panel;
        column->addWidget(panel, 1);
    }
    m_panels[0]->plot().setHasFlags(true);
    m_modes = new SegmentedBar(this);
    m_modes->setObjectName(QStringLiteral("thirdChart"));
    m_modes->addSegment(QStringLiteral("modeLatency"), QStringLiteral("Latency"));
    m_modes->addSegment(QStringLiteral("modeInFlight"), QStringLiteral("In flight"));
    m_modes->addSegment(QStringLiteral("modeQueue"), QStringLiteral("Queue"));
    m_panels[2]->setTitleWidget(m_modes);
    connect(m_modes, &SegmentedBar::currentChanged, this, [this] {
        setThirdActive();
        refresh();
    });
    m_strip = new RequestStrip(m_scene, this);
    m_ruler = new TimeRuler(m_scene, this);
    column->addWidget(m_strip);
    column->addWidget(m_ruler);
}

void ChartCard::connectInput()
{
    m_input = new TimeInput(this);
    for (PlotPanel* panel : m_panels)
        m_input->watch(&panel->plot());
    m_input->watch(m_strip);
    m_input->watch(m_ruler);
    connect(m_input, &TimeInput::pointed, this,
            [this](double fraction) { setCrosshair(timeAt(fraction) - m_scene.window.end()); });
    connect(m_input, &TimeInput::unpointed, this, [this] { setCrosshair(std::nullopt); });
    connect(m_input, &TimeInput::crosshairDismissed, this, [this] { setCrosshair(std::nullopt); });
    connect(m_input, &TimeInput::stepped, this, [this](int steps) {
        const Nanos step = m_grid.step.count() > 0 ? m_grid.step : Nanos(std::chrono::seconds(1));
        const Nanos from = m_crosshairFromEnd.value_or(Nanos(0));
        setCrosshair(std::clamp(from + step * steps, -m_scene.window.span(), Nanos(0)));
        describeCrosshair();
    });
    connect(m_input, &TimeInput::zoomed, this, [this](double factor, double fraction) {
        TimeWindow window = m_scene.window;
        window.zoom(factor, fraction);
        changeWindow(window);
    });
    connect(m_input, &TimeInput::panned, this, [this](double windows) {
        TimeWindow window = m_scene.window;
        window.pan(windows);
        changeWindow(window);
    });
    connect(m_input, &TimeInput::selectionMoved, this, [this](double from, double to) {
        m_scene.selection = {timeAt(from), timeAt(to)};
        refresh();
    });
    connect(m_input, &TimeInput::selectionCancelled, this, [this] {
        m_scene.selection.reset();
        refresh();
    });
    connect(m_input, &TimeInput::selectionEnded, this, [this](double from, double to) {
        m_scene.selection.reset();
        TimeWindow window = m_scene.window;
        window.select(timeAt(from), timeAt(to));
        changeWindow(window);
    });
    connect(m_input, &TimeInput::clicked, this,
            [this](double fraction) { emit timeClicked(timeAt(fraction)); });
}

void ChartCard::setThirdActive()
{
    switch (m_modes->current()) {
    case 1:
        return m_panels[2]->setActive({SeriesId::InFlight}, QStringLiteral("calls to the limiter"),
                                      1);
    case 2:
        return m_panels[2]->setActive({SeriesId::Queued}, QStringLiteral("requests waiting"), 1);
    default:
        m_panels[2]->setActive({SeriesId::P99, SeriesId::P50}, QStringLiteral("milliseconds"), 0);
    }
}

void ChartCard::goLive()
{
    TimeWindow window = m_scene.window;
    window.goLive();
    changeWindow(window);
}

void ChartCard::setSpan(Nanos span)
{
    TimeWindow window = m_scene.window;
    window.setLiveSpan(span);
    changeWindow(window);
}

void ChartCard::changeWindow(const TimeWindow& window)
{
    const TimeWindow before = m_scene.window;
    m_scene.window = window;
    if (before.isLive() != window.isLive())
        emit liveChanged(window.isLive());
    if (before.liveSpan() != window.liveSpan())
        emit spanChanged(window.liveSpan());
    // The views are fed by the next frame; lines and axis change together.
}

void ChartCard::focusChart(int index)
{
    if (index >= 0 && index < kChartCount)
        m_panels[static_cast<std::size_t>(index)]->plot().setFocus(Qt::ShortcutFocusReason);
}

QStringList ChartCard::hiddenSeries() const
{
    QStringList hidden;
    for (const PlotPanel* panel : m_panels) {
        for (const SeriesId id : panel->series()) {
            if (!panel->chip(id)->isChecked())
                hidden << seriesColumn(id);
        }
    }
    return hidden;
}

void ChartCard::setHiddenSeries(const QStringList& columns)
{
    for (const PlotPanel* panel : m_panels) {
        for (const SeriesId id : panel->series())
            panel->chip(id)->setChecked(!columns.contains(seriesColumn(id)));
    }
}

int ChartCard::thirdChart() const
{
    return m_modes->current();
}

void ChartCard::setThirdChart(int mode)
{
    m_modes->setCurrent(mode);
}

std::vector<SeriesId> ChartCard::shownSeries() const
{
    std::vector<SeriesId> shown;
    for (std::size_t i = 0; i < kSeriesCount; ++i) {
        const auto id = static_cast<SeriesId>(i);
        for (const PlotPanel* panel : m_panels) {
            if (panel->isShown(id))
                shown.push_back(id);
        }
    }
    return shown;
}

Nanos ChartCard::timeAt(double fraction) const
{
    const auto span = static_cast<double>(m_scene.window.span().count());
    return m_scene.window.start() + Nanos(std::llround(span * fraction));
}

void ChartCard::setCrosshair(std::optional<Nanos> fromEnd)
{
    m_crosshairFromEnd = fromEnd;
    if (m_hasFrame)
        refresh();
}

void ChartCard::setFrame(const Frame& frame)
{
    if (!m_hasFrame || frame.run != m_run) {
        m_limits = {};
        m_seen = {};
        m_scaledFor.reset();
        m_run = frame.run;
        if (m_hasFrame && !isLive())
            goLive(); // what was zoomed into is gone
    }
    m_hasFrame = true;
    takeFrame(frame);
    refresh();
}

void ChartCard::takeFrame(const Frame& frame)
{
    m_now = frame.now;
    const auto& marks = frame.history.marks;
    const bool isMarked = !marks.empty() && marks.back().kind == RunMark::Kind::Change &&
                          frame.now - marks.back().at < std::chrono::seconds(1);
    const LiveNumbers numbers = liveNumbers(frame);
    m_limits.observe(numbers.bucket, isMarked ? marks.back().at : frame.now);
    m_scene.window.follow(frame.now);
    m_grid = makeGrid(frame.history, m_limits, m_scene.window, frame.now);
    setMarks(frame.history, frame.now);
    setLive(numbers, frame);
}

void ChartCard::setMarks(const RunHistory& history, Nanos now)
{
    m_scene.intervals = intervalsOf(history.marks, now);
    m_scene.marks.clear();
    for (const RunMark& mark : history.marks) {
        if (mark.at >= m_scene.window.start() && mark.at <= m_scene.window.end())
            m_scene.marks.push_back({mark.at, withArrow(mark.text)});
    }
}

void ChartCard::setLive(const LiveNumbers& numbers, const Frame& frame)
{
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const auto set = [this](SeriesId id, double value) { m_live[indexOf(id)] = value; };
    const auto millis = [](const std::optional<Nanos>& duration) {
        return duration ? std::chrono::duration<double, std::milli>(*duration).count() : kNone;
    };
    set(SeriesId::Tokens, numbers.tokens.value_or(kNone));
    set(SeriesId::Capacity, numbers.bucket ? numbers.bucket->capacity.toDouble() : kNone);
    set(SeriesId::Refill, numbers.bucket ? numbers.bucket->refill.toDouble() : kNone);
    set(SeriesId::Offered, numbers.offered);
    set(SeriesId::Allowed, numbers.of(Outcome::Allowed));
    set(SeriesId::Denied, numbers.of(Outcome::Denied));
    set(SeriesId::Unprotected, numbers.of(Outcome::FailOpenAllowed));
    set(SeriesId::FailedClosed, numbers.of(Outcome::FailClosedDenied));
    set(SeriesId::NeverFits, numbers.of(Outcome::NeverFits));
    set(SeriesId::Shed, numbers.of(Outcome::Shed));
    set(SeriesId::P50, millis(numbers.p50));
    set(SeriesId::P99, millis(numbers.p99));
    set(SeriesId::InFlight, numbers.inFlight);
    set(SeriesId::Queued, numbers.queued);
    m_isLiveContinued = numbers.isContinued;
    const auto see = [&](SeriesId id, Outcome outcome) {
        m_seen.set(indexOf(id), frame.history.totals.of(outcome) > 0);
    };
    see(SeriesId::Unprotected, Outcome::FailOpenAllowed);
    see(SeriesId::FailedClosed, Outcome::FailClosedDenied);
    see(SeriesId::NeverFits, Outcome::NeverFits);
    see(SeriesId::Shed, Outcome::Shed);
}

void ChartCard::refresh()
{
    const TimeWindow& window = m_scene.window;
    m_scene.crosshair.reset();
    if (m_crosshairFromEnd)
        m_scene.crosshair = window.end() + std::max(*m_crosshairFromEnd, -window.span());
    const bool isNewView = !m_scaledFor || m_scaledFor->span() != window.span() ||
                           m_scaledFor->isLive() != window.isLive() ||
                           (!window.isLive() && m_scaledFor->end() != window.end());
    m_scaledFor = window;
    const PlotData shown{m_grid, m_limits, m_scene,   m_live,     m_isLiveContinued,
                         m_seen, m_now,    isNewView, m_isCompact};
    for (PlotPanel* panel : m_panels) {
        panel->setData(shown);
        panel->plot().viewport()->update();
    }
    m_strip->setGrid(m_grid, m_now);
    m_ruler->update();
}

void ChartCard::describeCrosshair()
{
    QStringList parts{m_ruler->crosshairText()};
    for (PlotPanel* panel : m_panels)
        parts << panel->plot().readoutText();
    for (PlotPanel* panel : m_panels) {
        PlotView& plot = panel->plot();
        plot.setAccessibleDescription(parts.join(QStringLiteral(". ")));
        if (plot.hasFocus()) {
            QAccessibleEvent event(&plot, QAccessible::DescriptionChanged);
            QAccessible::updateAccessibility(&event);
        }
    }
}

void ChartCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintCard(painter, rect(), themeOf(*this));
}

void ChartCard::resizeEvent(QResizeEvent* event)
{
    m_isCompact = height() < themeOf(*this).px(kCompactBelow);
    m_strip->setCompact(m_isCompact);
    const QMargins margins = layout()->contentsMargins();
    const int rest = height() - margins.top() - margins.bottom() - m_strip->height() -
                     m_ruler->height() - kChartCount * PlotPanel::kHeaderHeight;
    const int parts = std::accumulate(kShares.begin(), kShares.end(), 0);
    for (int i = 0; i < kChartCount; ++i) {
        const int share = kShares[static_cast<std::size_t>(i)];
        static_cast<QVBoxLayout*>(layout())->setStretch(i, PlotPanel::kHeaderHeight +
                                                               std::max(1, rest * share / parts));
    }
    QWidget::resizeEvent(event);
}

} // namespace penstock
