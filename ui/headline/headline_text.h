// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limit/decision.h"
#include "core/run/run_status.h"

#include <QString>

#include <optional>
#include <vector>

namespace penstock {

/// How many requests of a burst were answered so far, and how many of those let through.
struct BurstOutcome
{
    std::uint64_t answered = 0;
    std::uint64_t admitted = 0;

    friend bool operator==(const BurstOutcome&, const BurstOutcome&) = default;
};

/// The numbers that the headline is made of.
struct HeadlineInput
{
    RunState state = RunState::Running;
    EndReason endReason = EndReason::NotYet;
    StoreStatus store{StoreStatus::State::Ready, {}, {}, {}};
    std::string problem;
    FailPolicy policy = FailPolicy::FailOpen;
    bool isFeedEmpty = false;
    /// None: not known, and then no number is shown.
    std::optional<double> tokens;
    std::optional<BucketShape> bucket;
    double cost = 1;    ///< tokens a request
    double offered = 0; ///< all rates per second
    double allowed = 0;
    double denied = 0; ///< never fits included
    double unprotected = 0;
    double failedClosed = 0;
    double shed = 0;
    std::int32_t queued = 0;
    std::optional<BurstOutcome> lastBurst; ///< none, or long ago
    std::uint64_t requests = 0;            ///< in all
    std::uint64_t totalAllowed = 0;
    std::uint64_t totalDenied = 0;
    Nanos elapsed{0};
};

/// A stretch of the headline sentence.
struct HeadlineSpan
{
    enum class Tone
    {
        Plain,
        Strong,
        Allow, ///< strong, in the accent
        Deny   ///< strong, in orange: only for something above zero
    };
    QString text;
    Tone tone = Tone::Plain;

    friend bool operator==(const HeadlineSpan&, const HeadlineSpan&) = default;
};

/// One sentence that says the state, one that says what happens next.
struct HeadlineText
{
    std::vector<HeadlineSpan> sentence;
    QString next;
    QString shortNext; ///< where there is room for a part of it

    QString plain() const; ///< the sentence without tones

    friend bool operator==(const HeadlineText&, const HeadlineText&) = default;
};

/// Pure: numbers in, text out.
HeadlineText headlineText(const HeadlineInput& input);

/// "about 3 s", "less than a second", "about 4 min", "more than 2 days".
QString aboutTime(double seconds);

} // namespace penstock
