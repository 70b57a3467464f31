// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/value_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

namespace penstock {

namespace {

/// The part of the track that stands for zero.
constexpr double kZeroZone = 0.05;

constexpr std::array<std::int64_t, 12> kSensible{10, 12, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90};
constexpr std::array<std::int64_t, 3> kPages{10, 20, 50};

/// The whole unit that a scale from zero goes on at, and that no grain is above.
ParameterValue unitGrain(ParameterUnit unit)
{
    switch (unit) {
    case ParameterUnit::Tokens:
        return ParameterValue::of(MicroTokens::fromTokens(1));
    case ParameterUnit::Rate:
        return ParameterValue::of(Rate{1, 10});
    case ParameterUnit::Duration:
        return ParameterValue::of(Micros(1000));
    case ParameterUnit::Count:
        break;
    }
    return ParameterValue::ofCount(1);
}

double toDouble(const ParameterValue& value)
{
    return static_cast<double>(value.num) / static_cast<double>(value.den);
}

/// The unit's own grain, made ten times finer until @p least is no smaller.
ParameterValue grainFor(ParameterUnit unit, const ParameterValue& least)
{
    ParameterValue grain = unitGrain(unit);
    if (least.num <= 0)
        return grain;
    while (toDouble(grain) > toDouble(least) * (1 + 1e-12)) {
        if (unit == ParameterUnit::Rate)
            grain.den *= 10;
        else if (grain.num % 10 == 0)
            grain.num /= 10;
        else
            break;
    }
    return grain;
}

std::int64_t roundTo(std::int64_t value, std::int64_t step)
{
    return (value + step / 2) / step * step;
}

/// The step of the third digit that counts.
std::int64_t fineStep(std::int64_t grains)
{
    std::int64_t step = 1;
    while (grains / step >= 1000)
        step *= 10;
    return step;
}

std::span<const std::int64_t> series(ValueScale::Stride stride)
{
    if (stride == ValueScale::Stride::Page)
        return kPages;
    return kSensible;
}

} // namespace

ValueScale::ValueScale(ParameterUnit unit, ParameterValue least, ParameterValue most)
    : m_unit(unit), m_grain(grainFor(unit, least))
{
    m_least = std::llround(grains(least));
    m_most = std::max(std::llround(grains(most)), static_cast<long long>(first()) + 1);
}

double ValueScale::grains(const ParameterValue& value) const
{
    return toDouble(value) / toDouble(m_grain);
}

ParameterValue ValueScale::valueOf(std::int64_t grains) const
{
    const std::int64_t num = grains * m_grain.num;
    return m_unit == ParameterUnit::Rate ? ParameterValue::of(Rate::reduced(num, m_grain.den))
                                         : ParameterValue{num, 1};
}

double ValueScale::position(const ParameterValue& value) const
{
    const double amount = grains(value);
    const double zone = m_least > 0 ? 0 : kZeroZone;
    if (amount <= 0)
        return 0;
    const double from = static_cast<double>(first());
    const double part =
        std::log(std::max(amount, from) / from) / std::log(static_cast<double>(m_most) / from);
    return std::clamp(zone + (1 - zone) * part, 0.0, 1.0);
}

ParameterValue ValueScale::valueAt(double position) const
{
    const double zone = m_least > 0 ? 0 : kZeroZone;
    if (position < zone / 2)
        return valueOf(0);
    const double part = std::clamp((position - zone) / (1 - zone), 0.0, 1.0);
    const double from = static_cast<double>(first());
    const std::int64_t raw =
        std::llround(from * std::pow(static_cast<double>(m_most) / from, part));
    return valueOf(std::clamp(roundTo(raw, fineStep(raw)), first(), m_most));
}

std::int64_t ValueScale::above(double grains, Stride stride) const
{
    if (grains < static_cast<double>(first()) - 1e-9)
        return first();
    if (stride == Stride::Fine) {
        const std::int64_t step = fineStep(static_cast<std::int64_t>(grains));
        return (static_cast<std::int64_t>(std::floor(grains / static_cast<double>(step) + 1e-9)) +
                1) *
               step;
    }
    for (std::int64_t decade = 1; decade <= m_most; decade *= 10) {
        for (const std::int64_t mantissa : series(stride)) {
            const std::int64_t tenfold = mantissa * decade;
            if (tenfold % 10 == 0 && static_cast<double>(tenfold / 10) > grains + 1e-9)
                return tenfold / 10;
        }
    }
    return m_most;
}

std::int64_t ValueScale::below(double grains, Stride stride) const
{
    if (grains <= static_cast<double>(first()) + 1e-9)
        return m_least > 0 ? m_least : 0;
    if (stride == Stride::Fine) {
        // 1,000 goes down to 999, not to 990: the step is that of the value below.
        const auto ceiling = static_cast<std::int64_t>(std::ceil(grains - 1e-9));
        const std::int64_t step = fineStep(ceiling - 1);
        return (ceiling - 1) / step * step;
    }
    std::int64_t best = first();
    for (std::int64_t decade = 1; decade <= m_most; decade *= 10) {
        for (const std::int64_t mantissa : series(stride)) {
            const std::int64_t tenfold = mantissa * decade;
            if (tenfold % 10 == 0 && static_cast<double>(tenfold / 10) < grains - 1e-9)
                best = std::max(best, tenfold / 10);
        }
    }
    return best;
}

ParameterValue ValueScale::next(const ParameterValue& value, Stride stride, int direction) const
{
    const double amount = grains(value);
    const std::int64_t next = direction > 0 ? above(amount, stride) : below(amount, stride);
    return valueOf(std::clamp(next, m_least, m_most));
}

} // namespace penstock
