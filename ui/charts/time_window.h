// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/time.h"

#include <array>

namespace penstock {

/// The spans that the window offers.
inline constexpr std::array<Nanos, 6> kWindowSpans{
    std::chrono::seconds(10), std::chrono::seconds(30), std::chrono::minutes(1),
    std::chrono::minutes(5),  std::chrono::minutes(15), std::chrono::hours(1)};

/// Which stretch of run time the charts show. While live its end is now; a zoom or a pan stops it
/// where it is, until goLive(). A plain value.
class TimeWindow
{
public:
    static constexpr Nanos kShortest = std::chrono::seconds(1);
    static constexpr Nanos kLongest = kWindowSpans.back();

    Nanos start() const { return m_end - m_span; }
    Nanos end() const { return m_end; }
    Nanos span() const { return m_span; }
    Nanos liveSpan() const { return m_liveSpan; }
    bool isLive() const { return m_isLive; }

    /// Run time goes on: a live window moves with it.
    void follow(Nanos now);
    /// The span that Live shows. A stopped window is zoomed to it around its middle.
    void setLiveSpan(Nanos span);
    void goLive();
    /// Shows @p factor times the span; the moment at @p where (0 is start, 1 is end) stays put.
    void zoom(double factor, double where);
    /// Shows [from, to), stretched to kShortest.
    void select(Nanos from, Nanos to);
    /// Moves by a fraction of the span, never past now nor before the start of the run.
    void pan(double fraction);

    friend bool operator==(const TimeWindow&, const TimeWindow&) = default;

private:
    void stop(Nanos start, Nanos span);

    Nanos m_now{0};
    Nanos m_end{0};
    Nanos m_span = kWindowSpans[1];
    Nanos m_liveSpan = kWindowSpans[1];
    bool m_isLive = true;
};

} // namespace penstock
