// SPDX-License-Identifier: MIT
#include "core/measure/histogram.h"

#include <algorithm>
#include <bit>

namespace penstock {

namespace {

__extension__ using Wide = unsigned __int128;

// A value keeps its 8 leading bits: 128 steps to an octave.
//
//   value in binary   1xxxxxxx yyy...y      shift = number of y bits, 0 below 256
//   step              shift * 128 + 1xxxxxxx
constexpr int kStepBits = 7;
constexpr std::uint64_t kStepsAnOctave = std::uint64_t{1} << kStepBits;
constexpr std::uint64_t kLongest = (std::uint64_t{1} << 42) - 1;

std::size_t stepOf(std::uint64_t value)
{
    const int shift = std::max(0, static_cast<int>(std::bit_width(value)) - (kStepBits + 1));
    return static_cast<std::size_t>(shift) * kStepsAnOctave + (value >> shift);
}

std::uint64_t upperEdge(std::size_t step)
{
    if (step < 2 * kStepsAnOctave)
        return step;
    const std::uint64_t shift = step / kStepsAnOctave - 1;
    const std::uint64_t leading = step - shift * kStepsAnOctave;
    return ((leading + 1) << shift) - 1;
}

} // namespace

void Histogram::add(Nanos value, std::uint64_t count)
{
    if (count == 0)
        return;
    const Nanos atLeastZero = std::max(value, Nanos{0});
    const std::size_t step =
        stepOf(std::min(static_cast<std::uint64_t>(atLeastZero.count()), kLongest));
    if (step >= m_steps.size())
        m_steps.resize(step + 1);
    m_steps[step] += count;
    m_count += count;
    m_max = std::max(m_max, atLeastZero);
}

void Histogram::add(const Histogram& other)
{
    if (other.m_steps.size() > m_steps.size())
        m_steps.resize(other.m_steps.size());
    for (std::size_t i = 0; i < other.m_steps.size(); ++i)
        m_steps[i] += other.m_steps[i];
    m_count += other.m_count;
    m_max = std::max(m_max, other.m_max);
}

void Histogram::clear()
{
    m_steps.clear();
    m_count = 0;
    m_max = Nanos{0};
}

Nanos Histogram::quantile(std::uint64_t numerator, std::uint64_t denominator) const
{
    if (m_count == 0)
        return Nanos{0};
    const Wide scaled = static_cast<Wide>(m_count) * numerator;
    const auto rank = std::max<Wide>(1, (scaled + denominator - 1) / denominator);
    std::uint64_t below = 0;
    for (std::size_t step = 0; step < m_steps.size(); ++step) {
        below += m_steps[step];
        if (below < rank)
            continue;
        const std::uint64_t edge = upperEdge(step);
        return edge >= kLongest ? m_max : std::min(m_max, Nanos(edge));
    }
    return m_max;
}

} // namespace penstock
