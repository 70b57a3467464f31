// SPDX-License-Identifier: MIT
#include "core/traffic/arrivals.h"

#include <limits>

namespace penstock {

namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t kNanosPerSecond = 1'000'000'000;
constexpr std::int64_t kSlowestSeconds = 1'000'000'000; // 31 years between two arrivals
constexpr std::int64_t kMostTerm = std::int64_t{1} << 36;
constexpr std::int64_t kDrawUnit = std::int64_t{1} << 50;

/// The rate with terms that keep every product below within 128 bits. A rate that people write has
/// far smaller terms and stays exact; for others the error is below 2^-35.
Rate bounded(Rate rate)
{
    while (rate.num > kMostTerm || rate.den > kMostTerm)
        rate = {rate.num / 2, rate.den / 2};
    const bool isTooSlow = rate.num <= 0 || rate.den / rate.num >= kSlowestSeconds;
    if (isTooSlow)
        return {};
    return rate.den == 0 ? Rate{kMostTerm, 1} : rate;
}

} // namespace

ArrivalProcess::ArrivalProcess(ArrivalPattern pattern, Rate rate, std::uint64_t seed, Nanos start)
    : m_pattern(pattern), m_rate(bounded(rate)), m_random(seed, RandomStream::Purpose::Arrivals)
{
    wait(start);
}

void ArrivalProcess::wait(Nanos from)
{
    if (m_rate.isZero()) {
        m_next = Nanos::max();
        return;
    }
    const Wide second = static_cast<Wide>(m_rate.den) * kNanosPerSecond; // times 1/num: the mean
    if (m_pattern == ArrivalPattern::Poisson) {
        const Wide divisor = static_cast<Wide>(m_rate.num) * kDrawUnit;
        const Wide scaled = m_random.exponentialNanos(kDrawUnit) * second;
        m_next = from + Nanos(static_cast<std::int64_t>((scaled + divisor / 2) / divisor));
        return;
    }
    const Wide whole = second + m_remainder;
    m_next = from + Nanos(static_cast<std::int64_t>(whole / m_rate.num));
    m_remainder = static_cast<std::int64_t>(whole % m_rate.num);
}

void ArrivalProcess::advance()
{
    if (m_next != Nanos::max())
        wait(m_next);
}

void ArrivalProcess::rescale(Rate before, Nanos now)
{
    // The rest of the old wait, (next - now) + remainder / num, times the ratio of the rates.
    const Wide rest = static_cast<Wide>((m_next - now).count()) * before.num + m_remainder;
    const Wide divisor = static_cast<Wide>(m_rate.num) * before.den;
    const Wide whole = rest / divisor * m_rate.den;
    const Wide part = rest % divisor * m_rate.den;
    m_next = now + Nanos(static_cast<std::int64_t>(whole + part / divisor));
    m_remainder = static_cast<std::int64_t>(part % divisor / before.den);
}

void ArrivalProcess::change(ArrivalPattern pattern, Rate rate, Nanos now)
{
    const Rate before = m_rate;
    const ArrivalPattern patternBefore = m_pattern;
    const Rate after = bounded(rate);
    if (pattern == patternBefore && after == before)
        return;
    m_pattern = pattern;
    m_rate = after;
    if (m_next <= now) { // still due; what follows it is of the new kind
        m_remainder = 0;
        return;
    }
    const bool wasConstant = patternBefore == ArrivalPattern::Constant && !before.isZero();
    if (wasConstant && pattern == ArrivalPattern::Constant && !after.isZero()) {
        rescale(before, now);
        return;
    }
    m_remainder = 0;
    wait(now);
}

} // namespace penstock
