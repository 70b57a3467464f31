// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_window.h"

#include <algorithm>

namespace penstock {

namespace {

Nanos scaled(Nanos duration, double factor)
{
    return Nanos(static_cast<std::int64_t>(static_cast<double>(duration.count()) * factor));
}

} // namespace

void TimeWindow::follow(Nanos now)
{
    m_now = now;
    if (m_isLive)
        m_end = now;
}

void TimeWindow::setLiveSpan(Nanos span)
{
    m_liveSpan = span;
    if (m_isLive)
        m_span = span;
    else
        stop(m_end - m_span / 2 - span / 2, span);
}

void TimeWindow::goLive()
{
    m_isLive = true;
    m_span = m_liveSpan;
    m_end = m_now;
}

void TimeWindow::zoom(double factor, double where)
{
    const Nanos span = std::clamp(scaled(m_span, factor), kShortest, kLongest);
    if (span == m_span)
        return;
    const Nanos fixed = start() + scaled(m_span, where);
    stop(fixed - scaled(span, where), span);
}

void TimeWindow::select(Nanos from, Nanos to)
{
    const auto [first, last] = std::minmax(from, to);
    stop(first, std::clamp(last - first, kShortest, kLongest));
}

void TimeWindow::pan(double fraction)
{
    stop(start() + scaled(m_span, fraction), m_span);
}

void TimeWindow::stop(Nanos start, Nanos span)
{
    m_isLive = false;
    m_span = span;
    const Nanos latest = std::max(m_now, span);
    m_end = std::clamp(start + span, span, latest);
}

} // namespace penstock
