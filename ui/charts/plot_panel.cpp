// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_panel.h"

#include "ui/charts/glyph.h"
#include "ui/charts/legend_chip.h"
#include "ui/format.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace penstock {

namespace {

constexpr int kTextLeft = 16;
constexpr double kCapacityHeadroom = 1.05;
/// A run of steps without a reply is drawn thin from this length on.
constexpr Nanos kThinFrom = std::chrono::milliseconds(500);
/// Below the axis, and so clipped: a zero must not draw a line along the axis.
constexpr double kBelowAxis = -0.1;

double seconds(Nanos duration)
{
    return std::chrono::duration<double>(duration).count();
}

/// While live, lines go on to the value of now.
void appendLive(Stretches& stretches, double value, const PlotData& shown)
{
    if (!shown.scene.window.isLive() || std::isnan(value))
        return;
    if (stretches.empty() || shown.grid.points.empty() ||
        stretches.back().last().x() <
            seconds(shown.grid.points.back().end - shown.scene.window.end()) - 1e-9)
        return; // a gap before now
    stretches.back().append(QPointF(0, value));
}

} // namespace

PlotPanel::PlotPanel(const Spec& spec, const ChartScene& scene, QWidget* parent)
    : QWidget(parent), m_series(spec.series), m_active(spec.series), m_header(new QHBoxLayout),
      m_title(new QLabel(spec.title, this)), m_unit(new QLabel(spec.unit, this)),
      m_plot(new PlotView(scene, spec.topMargin, this)), m_scale(spec.leastTop), m_ticks(spec.ticks)
{
    setObjectName(spec.name);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    m_plot->setObjectName(spec.name % QStringLiteral("Plot"));
    m_plot->setAccessibleName(spec.title % QStringLiteral(" chart"));
    auto* header = new QWidget(this);
    header->setLayout(m_header);
    header->setFixedHeight(kHeaderHeight);
    header->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_header->setContentsMargins(kTextLeft, 0, TimeAxis::kRight, 0);
    m_header->setSpacing(7);
    m_header->addWidget(m_title);
    m_header->addWidget(m_unit);
    m_header->addStretch(1);
    // The legend reads from what was asked to what came of it; drawing order is another.
    std::vector<SeriesId> legend = m_series;
    std::sort(legend.begin(), legend.end());
    for (const SeriesId id : legend) {
        auto* chip = new LegendChip(id, header);
        chip->setVisible(!traitsOf(id).isRare);
        connect(chip, &LegendChip::toggled, this, &PlotPanel::seriesToggled);
        m_header->addWidget(chip);
        m_chips.push_back(chip);
    }
    for (const SeriesId id : m_series) {
        m_plot->addLine(id);
        if (id == SeriesId::Tokens)
            m_plot->addThinLine(id);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header);
    column->addWidget(m_plot, 1);
    applyTheme();
}

void PlotPanel::setTitleWidget(QWidget* widget)
{
    m_title->hide();
    m_header->insertWidget(0, widget);
    m_title = widget;
}

void PlotPanel::setActive(std::vector<SeriesId> active, const QString& unit, double leastStep)
{
    m_active = std::move(active);
    m_unit->setText(unit);
    m_leastStep = leastStep;
    m_scale = YScale(leastStep > 0 ? 2 : 1);
    for (LegendChip* chip : m_chips)
        chip->setVisible(std::count(m_active.begin(), m_active.end(), chip->series()) > 0);
}

LegendChip* PlotPanel::chip(SeriesId id) const
{
    const auto found = std::find_if(m_chips.begin(), m_chips.end(),
                                    [id](const LegendChip* chip) { return chip->series() == id; });
    return found == m_chips.end() ? nullptr : *found;
}

bool PlotPanel::isShown(SeriesId id) const
{
    const LegendChip* chip = this->chip(id);
    return chip != nullptr && chip->isChecked() &&
           std::count(m_active.begin(), m_active.end(), id) > 0 &&
           (!traitsOf(id).isRare || m_seen.test(indexOf(id)));
}

void PlotPanel::setData(const PlotData& shown)
{
    m_seen = shown.seen;
    m_plot->setSpan(shown.scene.window.span());
    setScale(shown);
    for (LegendChip* chip : m_chips) {
        const SeriesId id = chip->series();
        if (traitsOf(id).isRare)
            chip->setVisible(m_seen.test(indexOf(id)));
        chip->setValueShown(shown.scene.window.isLive());
        chip->setValue(shown.live[indexOf(id)]);
        m_plot->line(id)->setVisible(isShown(id));
    }
    for (const SeriesId id : m_series) {
        if (isShown(id))
            feedLine(id, shown);
    }
    if (!isShown(SeriesId::Tokens) && m_plot->line(SeriesId::Tokens) != nullptr)
        m_plot->addThinLine(SeriesId::Tokens).setVisible(false);
    setReadout(shown);
    fitHeader();
}

void PlotPanel::feedLine(SeriesId id, const PlotData& shown)
{
    switch (id) {
    case SeriesId::Tokens:
        return feedTokens(shown);
    case SeriesId::Capacity:
    case SeriesId::Refill:
        return feedReference(id, shown);
    case SeriesId::Denied:
    case SeriesId::Unprotected:
    case SeriesId::FailedClosed:
    case SeriesId::NeverFits:
    case SeriesId::Shed:
        break;
    default:
        Stretches stretches = stretchesOf(shown.grid, id, shown.scene.window.end());
        appendLive(stretches, shown.live[indexOf(id)], shown);
        m_plot->line(id)->setPoints(std::move(stretches));
        return;
    }
    Stretches stretches = stretchesOf(shown.grid, id, shown.scene.window.end());
    appendLive(stretches, shown.live[indexOf(id)], shown);
    for (QList<QPointF>& stretch : stretches) {
        for (QPointF& point : stretch) {
            if (point.y() <= 0)
                point.setY(kBelowAxis * m_scale.top());
        }
    }
    m_plot->line(id)->setPoints(std::move(stretches));
}

void PlotPanel::feedTokens(const PlotData& shown)
{
    const Nanos end = shown.scene.window.end();
    const std::vector<GridPoint>& points = shown.grid.points;
    Stretches known;
    Stretches computed;
    bool wasThin = false;
    bool isOpen = false;
    for (std::size_t i = 0; i < points.size();) {
        // One run of steps that all have a reply, or all have none.
        std::size_t next = i + 1;
        while (next < points.size() && points[next].isContinued == points[i].isContinued)
            ++next;
        const bool isThin =
            points[i].isContinued && points[next - 1].end - points[i].start >= kThinFrom;
        for (; i < next; ++i) {
            const double value = points[i].value(SeriesId::Tokens);
            if (std::isnan(value)) {
                isOpen = false;
                continue;
            }
            Stretches& target = isThin ? computed : known;
            if (!isOpen || isThin != wasThin) {
                QList<QPointF>& begun = target.emplace_back();
                Stretches& before = isThin ? known : computed;
                if (isOpen && !before.empty())
                    begun.append(before.back().last()); // joined to where the other line ends
            }
            const double least = points[i].tokensLeast;
            const double dip = 0.03 * m_scale.top();
            if (least < value - dip)
                target.back().append(QPointF(seconds(points[i].start - end), least));
            target.back().append(QPointF(seconds(points[i].end - end), value));
            isOpen = true;
            wasThin = isThin;
        }
    }
    const double live = shown.live[indexOf(SeriesId::Tokens)];
    const bool isLive = shown.scene.window.isLive() && !std::isnan(live);
    if (isLive && isOpen) {
        Stretches& last = wasThin ? computed : known;
        last.back().append(QPointF(0, live));
    }
    m_plot->setLastValue(isLive ? live : std::numeric_limits<double>::quiet_NaN());
    GapLine& thin = m_plot->addThinLine(SeriesId::Tokens);
    thin.setVisible(true);
    thin.setPoints(std::move(computed));
    m_plot->line(SeriesId::Tokens)->setPoints(std::move(known));
}

void PlotPanel::feedReference(SeriesId id, const PlotData& shown)
{
    const TimeWindow& window = shown.scene.window;
    const Nanos until = std::min(shown.now, window.end());
    Stretches stretches;
    const auto steps = shown.limits.steps();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Nanos from = std::max({steps[i].from, window.start(), Nanos(0)});
        const Nanos to = i + 1 < steps.size() ? std::min(steps[i + 1].from, until) : until;
        if (to <= from || !steps[i].bucket)
            continue;
        const double value = id == SeriesId::Capacity ? steps[i].bucket->capacity.toDouble()
                                                      : steps[i].bucket->refill.toDouble();
        if (stretches.empty())
            stretches.emplace_back();
        stretches.back().append(QPointF(seconds(from - window.end()), value));
        stretches.back().append(QPointF(seconds(to - window.end()), value));
    }
    m_plot->line(id)->setPoints(std::move(stretches));
}

double PlotPanel::mostInView(const PlotData& shown) const
{
    double most = 0;
    for (const SeriesId id : m_active) {
        if (!isShown(id))
            continue;
        for (const GridPoint& point : shown.grid.points)
            most = std::fmax(most, point.value(id));
        if (shown.scene.window.isLive())
            most = std::fmax(most, shown.live[indexOf(id)]);
    }
    return most;
}

void PlotPanel::setScale(const PlotData& shown)
{
    const bool isTokens = m_plot->line(SeriesId::Tokens) != nullptr;
    double capacity = 0;
    for (const LimitTrack::Step& step : shown.limits.steps()) {
        const bool isPast = &step != &shown.limits.steps().back() &&
                            (&step + 1)->from <= shown.scene.window.start();
        if (isTokens && step.bucket && !isPast)
            capacity = std::max(capacity, step.bucket->capacity.toDouble());
    }
    if (capacity > 0) {
        m_scale.set(std::max(capacity, mostInView(shown)) * kCapacityHeadroom);
    } else if (shown.isNewView) {
        m_scale = YScale(m_scale.least());
        m_scale.follow(mostInView(shown), shown.now);
    } else {
        m_scale.follow(mostInView(shown), shown.now);
    }
    m_plot->setTop(m_scale.top());
    m_plot->setTicks(niceTicks(m_scale.top(), shown.isCompact ? 2 : m_ticks, m_leastStep));
}

void PlotPanel::setReadout(const PlotData& shown)
{
    std::vector<ReadoutItem> readout;
    const GridPoint* point =
        shown.scene.crosshair ? shown.grid.at(*shown.scene.crosshair) : nullptr;
    for (const LegendChip* chip : m_chips) {
        const SeriesId id = chip->series();
        if (point == nullptr || !isShown(id) || std::isnan(point->value(id)))
            continue;
        const double value = point->value(id);
        const QString text = seriesLabel(id) % QLatin1Char(' ') % valueText(id, value) %
                             toQString(traitsOf(id).unit);
        readout.push_back({id, text, value});
    }
    m_plot->setReadout(std::move(readout));
}

void PlotPanel::applyTheme()
{
    const Theme& theme = themeOf(*this);
    if (auto* title = qobject_cast<QLabel*>(m_title))
        title->setFont(theme.font(TextRole::Section));
    m_unit->setFont(theme.font(TextRole::Caption));
    QPalette muted = m_unit->palette();
    muted.setColor(QPalette::WindowText, theme.colors.muted);
    m_unit->setPalette(muted);
    m_plot->applyTheme();
}

void PlotPanel::fitHeader()
{
    int needed = kTextLeft + TimeAxis::kRight + m_title->sizeHint().width();
    for (const LegendChip* chip : m_chips) {
        if (chip->isHidden())
            continue;
        needed += m_header->spacing() + chip->fullWidth();
    }
    const int unit = m_header->spacing() + m_unit->sizeHint().width();
    m_unit->setVisible(needed + unit <= width());
    // In a very narrow card the values are left to the headline and the readout.
    for (LegendChip* chip : m_chips)
        chip->setValueDropped(needed > width());
}

void PlotPanel::resizeEvent(QResizeEvent* event)
{
    fitHeader();
    QWidget::resizeEvent(event);
}

void PlotPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        applyTheme();
    QWidget::changeEvent(event);
}

} // namespace penstock
