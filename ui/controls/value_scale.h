// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limit/limit.h"

#include <cstdint>

namespace penstock {

/// The logarithmic scale of a slider over exact values, with or without a zero at its left end. It
/// knows which values are sensible: whole multiples of a grain, such as 0.1/s or 1 token, with at
/// most three digits that count. A plain value, pure.
class ValueScale
{
public:
    ValueScale() = default;
    /// @p least may be zero: then the scale begins with zero and goes on at the grain of its unit
    /// (1 token, 0.1/s, 1 ms, 1).
    ValueScale(ParameterUnit unit, ParameterValue least, ParameterValue most);
    explicit ValueScale(const ParameterSpec& spec) : ValueScale(spec.unit, spec.least, spec.most) {}

    ParameterUnit unit() const { return m_unit; }
    ParameterValue least() const { return valueOf(m_least); }
    ParameterValue most() const { return valueOf(m_most); }

    /// Where @p value is: 0 is the left end, 1 the right one; values outside are at the ends.
    double position(const ParameterValue& value) const;
    /// The sensible value nearest to @p position.
    ParameterValue valueAt(double position) const;

    enum class Stride
    {
        Fine,     ///< the third digit that counts
        Sensible, ///< 10 12 15 20 25 30 40 50 60 70 80 90 100 ...
        Page,     ///< 1 2 5 10 ...
    };
    /// The next value of that series above (@p direction > 0) or below @p value, within the scale.
    ParameterValue next(const ParameterValue& value, Stride stride, int direction) const;

    friend bool operator==(const ValueScale&, const ValueScale&) = default;

private:
    double grains(const ParameterValue& value) const;
    ParameterValue valueOf(std::int64_t grains) const;
    std::int64_t first() const { return m_least > 0 ? m_least : 1; }
    std::int64_t above(double grains, Stride stride) const;
    std::int64_t below(double grains, Stride stride) const;

    ParameterUnit m_unit = ParameterUnit::Count;
    ParameterValue m_grain{1, 1};
    std::int64_t m_least = 1; ///< in grains; 0: the scale has a zero
    std::int64_t m_most = 100;
};

} // namespace penstock
