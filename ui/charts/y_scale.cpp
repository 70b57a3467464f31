// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/y_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace penstock {

namespace {

/// Above a nice value, so that the topmost label has room below the edge.
constexpr double kHeadroom = 1.1;
/// The scale shrinks when the values need no more than this part of it.
constexpr double kTooLarge = 0.6;

template <std::size_t size>
double roundUpTo(double value, const std::array<double, size>& steps)
{
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : steps) {
        if (step * decade >= value * (1 - 1e-9))
            return step * decade;
    }
    return 10 * decade;
}

} // namespace

double niceCeiling(double value)
{
    constexpr std::array steps{1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0};
    return roundUpTo(value, steps);
}

std::vector<double> niceTicks(double top, int most, double least)
{
    constexpr std::array steps{1.0, 2.0, 5.0};
    const double step = std::max(roundUpTo(top / (most + 0.999), steps), least);
    std::vector<double> ticks;
    for (int i = 0; i * step <= top * (1 + 1e-9); ++i)
        ticks.push_back(i * step);
    return ticks;
}

QString tickText(double value, double step)
{
    if (step >= 1000 && value >= 1000)
        return QString::number(value / 1000, 'g', 6) % QLatin1Char('k');
    const int decimals = step >= 1 ? 0 : static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
    return QString::number(value, 'f', value == 0 ? 0 : decimals);
}

bool YScale::follow(double most, Nanos now)
{
    const double wanted = kHeadroom * std::max(m_least, most > 0 ? niceCeiling(most) : 0);
    if (wanted > m_top) {
        m_tooLargeSince.reset();
        m_top = wanted;
        return true;
    }
    if (wanted > m_top * kTooLarge) {
        m_tooLargeSince.reset();
        return false;
    }
    if (!m_tooLargeSince || *m_tooLargeSince > now)
        m_tooLargeSince = now;
    if (now - *m_tooLargeSince < kPatience)
        return false;
    m_tooLargeSince.reset();
    m_top = wanted;
    return true;
}

bool YScale::set(double top)
{
    if (m_top == top)
        return false;
    m_top = top;
    return true;
}

} // namespace penstock
