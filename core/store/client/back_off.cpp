// SPDX-License-Identifier: MIT
#include "core/store/client/back_off.h"

#include <algorithm>

namespace penstock {

Micros BackOff::next(std::uint64_t random)
{
    Micros top = m_options.least;
    for (std::uint32_t i = 0; i <= m_failures && top < m_options.most; ++i)
        top *= 2;
    top = std::min(top, m_options.most);
    if (top < m_options.most)
        ++m_failures;
    const Micros bottom = std::max(m_options.least, top / 2);
    const auto width = static_cast<std::uint64_t>((top - bottom).count()) + 1;
    return bottom + Micros(static_cast<std::int64_t>(random % width));
}

} // namespace penstock
