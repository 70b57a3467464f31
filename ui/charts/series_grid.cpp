// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/series_grid.h"

#include "ui/live_numbers.h"

#include <algorithm>
#include <cmath>

namespace penstock {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr Nanos kRateSpan = std::chrono::seconds(1);
constexpr Nanos kLongWindow = std::chrono::minutes(5);
/// How far before the window a last known reply is looked for.
constexpr std::size_t kLookBack = 600;

/// Which level, and how many of its buckets make one step.
struct Grain
{
    const SeriesLevel* level = nullptr;
    std::int64_t group = 1;
};

Grain grainFor(const RunHistory& history, const TimeWindow& window, Nanos now)
{
    Grain coarsest;
    for (const SeriesLevel& level : history.levels) {
        if (level.width.count() == 0 || level.buckets.empty())
            continue;
        coarsest.level = &level;
        const std::int64_t buckets = window.span() / level.width;
        coarsest.group = 1;
        for (const std::int64_t group : {1, 2, 3, 5, 10}) {
            coarsest.group = group;
            if (buckets / group <= SeriesGrid::kMostPoints)
                break;
        }
        const bool isCovered =
            level.buckets.front().index * level.width <= std::clamp(window.start(), Nanos(0), now);
        if (isCovered && buckets / coarsest.group <= SeriesGrid::kMostPoints && coarsest.group <= 3)
            return coarsest;
    }
    return coarsest;
}

double seconds(Nanos duration)
{
    return std::chrono::duration<double>(duration).count();
}

struct Sums
{
    double offered = 0;
    std::array<double, kOutcomeCount> byOutcome{};

    void add(const SeriesBucket& bucket, double sign)
    {
        offered += sign * bucket.offered;
        for (std::size_t i = 0; i < kOutcomeCount; ++i)
            byOutcome[i] += sign * bucket.byOutcome[i];
    }
};

/// Makes the points of one grid from the buckets of one level.
class GridBuilder
{
public:
    GridBuilder(const RunHistory& history, const LimitTrack& limits, const Grain& grain, Nanos now)
        : m_history(history), m_limits(limits), m_level(*grain.level), m_group(grain.group),
          m_intervals(intervalsOf(history.marks, now)), m_now(now)
    {
    }

    SeriesGrid build(const TimeWindow& window);

private:
    GridPoint point(std::size_t first);
    void setRates(GridPoint& point, std::size_t first) const;
    void setTokens(GridPoint& point, std::size_t first);
    void setLatency(GridPoint& point, const SeriesLevel& level) const;
    void setGauges(GridPoint& point, std::size_t first) const;
    void findLastReply(std::size_t first);
    bool isStoreDown(Nanos from, Nanos to) const;

    const RunHistory& m_history;
    const LimitTrack& m_limits;
    const SeriesLevel& m_level;
    std::int64_t m_group;
    std::vector<Interval> m_intervals;
    Nanos m_now;
    const SeriesLevel* m_latency = nullptr;
    double m_tokens = kNone; ///< last known
    Nanos m_tokensAt{0};
};

SeriesGrid GridBuilder::build(const TimeWindow& window)
{
    SeriesGrid grid;
    grid.step = m_level.width * m_group;
    m_latency = &m_history.levels[window.span() > kLongWindow ? 2 : 1];
    // One step before the window, so that lines come in from the edge; on whole groups.
    const std::int64_t oldest = m_level.buckets.front().index;
    std::int64_t index = std::max<std::int64_t>(0, window.start() / grid.step - 1) * m_group;
    if (index < oldest)
        index = (oldest + m_group - 1) / m_group * m_group;
    const Nanos until = std::min(m_now, window.end() + grid.step);
    if (index - oldest < static_cast<std::int64_t>(m_level.buckets.size()))
        findLastReply(static_cast<std::size_t>(index - oldest));
    grid.points.reserve(SeriesGrid::kMostPoints + 4);
    for (; (index + m_group) * m_level.width <= until; index += m_group) {
        const auto first = static_cast<std::size_t>(index - oldest);
        if (first + static_cast<std::size_t>(m_group) > m_level.buckets.size())
            break;
        grid.points.push_back(point(first));
    }
    return grid;
}

void GridBuilder::findLastReply(std::size_t first)
{
    const std::size_t stop = first > kLookBack ? first - kLookBack : 0;
    for (std::size_t i = first; i > stop; --i) {
        const SeriesBucket& bucket = m_level.buckets[i - 1];
        if (bucket.tokens.count == 0)
            continue;
        m_tokens = bucket.tokens.last.toDouble();
        m_tokensAt = (bucket.index + 1) * m_level.width;
        return;
    }
}

GridPoint GridBuilder::point(std::size_t first)
{
    GridPoint point;
    point.values.fill(kNone);
    point.start = m_level.buckets[first].index * m_level.width;
    point.end = point.start + m_level.width * m_group;
    setRates(point, first);
    setTokens(point, first);
    setGauges(point, first);
    setLatency(point, *m_latency);
    if (const auto bucket = m_limits.at(point.end)) {
        point.values[indexOf(SeriesId::Capacity)] = bucket->capacity.toDouble();
        point.values[indexOf(SeriesId::Refill)] = bucket->refill.toDouble();
    }
    return point;
}

void GridBuilder::setRates(GridPoint& point, std::size_t first) const
{
    const std::size_t end = first + static_cast<std::size_t>(m_group);
    for (std::size_t i = first; i < end; ++i) {
        for (std::size_t o = 0; o < kOutcomeCount; ++o)
            point.counts[o] += m_level.buckets[i].byOutcome[o];
    }
    const auto span =
        static_cast<std::size_t>(std::max<std::int64_t>(m_group, kRateSpan / m_level.width));
    Sums sums;
    for (std::size_t i = end > span ? end - span : 0; i < end; ++i)
        sums.add(m_level.buckets[i], 1);
    // At the start of a run there is less than a second to count over.
    const double over = seconds(m_level.width) * static_cast<double>(std::min(span, end));
    const auto set = [&](SeriesId id, double count) { point.values[indexOf(id)] = count / over; };
    const auto of = [&](Outcome outcome) {
        return sums.byOutcome[static_cast<std::size_t>(outcome)];
    };
    set(SeriesId::Offered, sums.offered);
    set(SeriesId::Allowed, of(Outcome::Allowed));
    set(SeriesId::Denied, of(Outcome::Denied));
    set(SeriesId::Unprotected, of(Outcome::FailOpenAllowed));
    set(SeriesId::FailedClosed, of(Outcome::FailClosedDenied));
    set(SeriesId::NeverFits, of(Outcome::NeverFits));
    set(SeriesId::Shed, of(Outcome::Shed));
}

bool GridBuilder::isStoreDown(Nanos from, Nanos to) const
{
    return std::any_of(m_intervals.begin(), m_intervals.end(), [&](const Interval& interval) {
        return interval.kind == Interval::Kind::StoreDown && interval.from < to &&
               interval.to > from;
    });
}

void GridBuilder::setTokens(GridPoint& point, std::size_t first)
{
    Extent<MicroTokens> extent;
    for (std::size_t i = first; i < first + static_cast<std::size_t>(m_group); ++i) {
        const Extent<MicroTokens>& tokens = m_level.buckets[i].tokens;
        if (tokens.count == 0)
            continue;
        extent.add(tokens.least);
        extent.last = tokens.last;
    }
    double& value = point.values[indexOf(SeriesId::Tokens)];
    point.isContinued = extent.count == 0;
    if (!point.isContinued) {
        value = extent.last.toDouble();
        point.tokensLeast = extent.least.toDouble();
    } else if (isStoreDown(point.start, point.end)) {
        value = kNone; // nobody knows; a restarted server begins full
    } else if (!std::isnan(m_tokens)) {
        value = m_limits.refilled(m_tokens, m_tokensAt, point.end);
    }
    m_tokens = value;
    m_tokensAt = point.end;
}

void GridBuilder::setLatency(GridPoint& point, const SeriesLevel& level) const
{
    if (level.buckets.empty())
        return;
    const std::int64_t complete = m_now / level.width; // the first that is not
    const std::int64_t index = std::min((point.end - Nanos(1)) / level.width, complete - 1);
    const std::int64_t offset = index - level.buckets.front().index;
    if (offset < 0 || offset >= static_cast<std::int64_t>(level.buckets.size()))
        return;
    const SeriesBucket& bucket = level.buckets[static_cast<std::size_t>(offset)];
    if (bucket.p99.count() == 0)
        return;
    point.values[indexOf(SeriesId::P50)] = seconds(bucket.p50) * 1e3;
    point.values[indexOf(SeriesId::P99)] = seconds(bucket.p99) * 1e3;
}

void GridBuilder::setGauges(GridPoint& point, std::size_t first) const
{
    for (std::size_t i = first; i < first + static_cast<std::size_t>(m_group); ++i) {
        const SeriesBucket& bucket = m_level.buckets[i];
        const auto most = [](double before, const Extent<std::int32_t>& extent) {
            return extent.count == 0 ? before : std::fmax(before, extent.most);
        };
        double& inFlight = point.values[indexOf(SeriesId::InFlight)];
        double& queued = point.values[indexOf(SeriesId::Queued)];
        inFlight = most(inFlight, bucket.inFlight);
        queued = most(queued, bucket.queued);
    }
}

} // namespace

std::vector<Interval> intervalsOf(const std::vector<RunMark>& marks, Nanos now)
{
    std::vector<Interval> intervals;
    std::optional<Nanos> paused;
    std::optional<Nanos> down;
    const auto close = [&](std::optional<Nanos>& from, Interval::Kind kind, Nanos to) {
        if (from)
            intervals.push_back({kind, *from, to});
        from.reset();
    };
    for (const RunMark& mark : marks) {
        if (mark.kind == RunMark::Kind::Paused && !paused)
            paused = mark.at;
        else if (mark.kind == RunMark::Kind::Resumed)
            close(paused, Interval::Kind::Paused, mark.at);
        else if (mark.kind == RunMark::Kind::StoreDown && !down)
            down = mark.at;
        else if (mark.kind == RunMark::Kind::StoreBack)
            close(down, Interval::Kind::StoreDown, mark.at);
    }
    close(paused, Interval::Kind::Paused, now);
    close(down, Interval::Kind::StoreDown, now);
    return intervals;
}

const GridPoint* SeriesGrid::at(Nanos time) const
{
    const auto after =
        std::upper_bound(points.begin(), points.end(), time,
                         [](Nanos t, const GridPoint& point) { return t < point.end; });
    return after != points.end() && after->start <= time ? &*after : nullptr;
}

SeriesGrid makeGrid(const RunHistory& history, const LimitTrack& limits, const TimeWindow& window,
                    Nanos now)
{
    const Grain grain = grainFor(history, window, now);
    if (grain.level == nullptr)
        return {};
    return GridBuilder(history, limits, grain, now).build(window);
}

Stretches stretchesOf(const SeriesGrid& grid, SeriesId id, Nanos end)
{
    Stretches stretches;
    bool isOpen = false;
    for (const GridPoint& point : grid.points) {
        const double value = point.value(id);
        if (std::isnan(value)) {
            isOpen = false;
            continue;
        }
        if (!isOpen)
            stretches.emplace_back().reserve(static_cast<qsizetype>(grid.points.size()) + 2);
        isOpen = true;
        stretches.back().append(QPointF(seconds(point.end - end), value));
    }
    return stretches;
}

} // namespace penstock
