// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/headline/headline_text.h"

#include "ui/format.h"

#include <cmath>

namespace penstock {

namespace {

using Tone = HeadlineSpan::Tone;

/// Rates closer than this cannot be told apart by what is shown.
constexpr double kSameRate = 0.05;

QString rate(double perSecond)
{
    return format::perSecond(perSecond);
}

QString wholeTokens(double tokens)
{
    return format::count(static_cast<std::uint64_t>(std::max(0.0, std::floor(tokens + 1e-9))));
}

QString storeName(const HeadlineInput& input)
{
    return input.store.name.empty() ? QStringLiteral("the store")
                                    : QString::fromStdString(input.store.name);
}

QString sentenceCase(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

/// A problem's own words as a sentence.
QString asSentence(const std::string& words)
{
    QString text = sentenceCase(QString::fromStdString(words).trimmed());
    if (!text.isEmpty() && !text.endsWith(QLatin1Char('.')))
        text += QLatin1Char('.');
    return text;
}

Tone denyTone(double value)
{
    return value >= kSameRate ? Tone::Deny : Tone::Strong;
}

void appendTokens(std::vector<HeadlineSpan>& sentence, const HeadlineInput& input)
{
    if (!input.tokens) {
        sentence.push_back({QStringLiteral("Tokens left not known yet")});
        return;
    }
    const QString of = input.bucket
                           ? QStringLiteral(" of ") % wholeTokens(input.bucket->capacity.toDouble())
                           : QString();
    sentence.push_back({wholeTokens(*input.tokens) % of, Tone::Strong});
    sentence.push_back({QStringLiteral(" tokens left")});
}

HeadlineText running(const HeadlineInput& input)
{
    HeadlineText text;
    appendTokens(text.sentence, input);
    text.sentence.push_back({QStringLiteral(", allowing ")});
    text.sentence.push_back({rate(input.allowed), Tone::Allow});
    text.sentence.push_back({QStringLiteral(", denying ")});
    text.sentence.push_back({rate(input.denied), denyTone(input.denied)});
    return text;
}

/// Seconds as a clause: when the level reaches its end at this pace.
QString levelForecast(const HeadlineInput& input)
{
    if (!input.bucket || !input.tokens)
        return QStringLiteral("The first reply of the store tells how many there are.");
    const double capacity = input.bucket->capacity.toDouble();
    const double refill = input.bucket->refill.toDouble();
    const double load = input.offered * input.cost;
    const double net = refill - load;
    const bool isFull = *input.tokens >= capacity - 1e-6;
    const bool isEmpty = *input.tokens < input.cost;
    if (input.cost > capacity)
        return QStringLiteral("A request costs more than the bucket holds: none can ever pass.");
    if (load < kSameRate) {
        if (isFull)
            return QStringLiteral("No requests come: the bucket stays full.");
        if (refill <= 0)
            return QStringLiteral("No requests come and nothing refills the bucket.");
        return QStringLiteral("No requests come: full again in %1.")
            .arg(aboutTime((capacity - *input.tokens) / refill));
    }
    if (refill <= 0)
        return isEmpty ? QStringLiteral("Nothing refills the bucket: it stays empty.")
                       : QStringLiteral("Nothing refills the bucket: empty in %1.")
                             .arg(aboutTime(*input.tokens / load));
    if (std::abs(net) < kSameRate)
        return QStringLiteral("Load and refill are equal: the level holds.");
    if (net > 0) {
        const QString outpaced = QStringLiteral("Refill outpaces the load by %1: ").arg(rate(net));
        return isFull ? outpaced % QStringLiteral("the bucket stays full.")
                      : outpaced % QStringLiteral("full again in %1.")
                                       .arg(aboutTime((capacity - *input.tokens) / net));
    }
    const QString outpaced = QStringLiteral("The load outpaces refill by %1: ").arg(rate(-net));
    if (!isEmpty && *input.tokens / -net >= 1)
        return outpaced % QStringLiteral("empty in %1.").arg(aboutTime(*input.tokens / -net));
    return outpaced %
           QStringLiteral("about %1 % of it is denied.").arg(std::lround(100 * -net / load));
}

QString burstPart(const HeadlineInput& input)
{
    if (!input.lastBurst || input.lastBurst->answered == 0)
        return {};
    return QStringLiteral(" Of the last burst, %1 of %2 got through.")
        .arg(format::count(input.lastBurst->admitted), format::count(input.lastBurst->answered));
}

QString queuePart(const HeadlineInput& input)
{
    if (input.shed >= kSameRate)
        return QStringLiteral(" The queue is full: %1 are turned away unasked.")
            .arg(rate(input.shed));
    if (input.queued > 1)
        return QStringLiteral(" %1 requests wait for a worker.")
            .arg(format::count(static_cast<std::uint64_t>(input.queued)));
    return {};
}

HeadlineText storeDown(const HeadlineInput& input)
{
    HeadlineText text;
    const bool isOpen = input.policy == FailPolicy::FailOpen;
    text.sentence = {{sentenceCase(storeName(input)), Tone::Strong},
                     {QStringLiteral(" does not answer: ")},
                     {isOpen ? QStringLiteral("letting all requests through")
                             : QStringLiteral("refusing all requests"),
                      Tone::Deny}};
    if (isOpen)
        text.sentence.push_back({QStringLiteral(", unprotected")});
    text.shortNext =
        isOpen ? QStringLiteral("Fail open: %1 pass uncounted by the bucket.")
                     .arg(rate(input.unprotected))
               : QStringLiteral("Fail closed: %1 are refused.").arg(rate(input.failedClosed));
    text.next = text.shortNext % QStringLiteral(" The limit holds again when the store is back.");
    if (input.store.state == StoreStatus::State::Restarting)
        text.next = text.shortNext % QStringLiteral(" The store is being started again, empty.");
    else if (!input.store.problem.empty())
        text.next = text.shortNext % QLatin1Char(' ') % asSentence(input.store.problem);
    return text;
}

HeadlineText waiting(const HeadlineInput& input)
{
    HeadlineText text;
    text.sentence = {{QStringLiteral("Waiting for ")}, {storeName(input), Tone::Strong}};
    text.shortNext = QStringLiteral("The run begins by itself when it answers.");
    text.next = input.store.problem.empty()
                    ? text.shortNext
                    : asSentence(input.store.problem) % QLatin1Char(' ') % text.shortNext;
    return text;
}

HeadlineText paused(const HeadlineInput& input)
{
    HeadlineText text;
    text.sentence = {{QStringLiteral("Paused"), Tone::Strong}};
    if (input.tokens) {
        text.sentence.push_back({QStringLiteral(" with ")});
        appendTokens(text.sentence, input);
    }
    const bool isFull =
        input.tokens && input.bucket && *input.tokens >= input.bucket->capacity.toDouble() - 1e-6;
    text.shortNext = QStringLiteral("Space runs on, . sends one request.");
    text.next = isFull ? QStringLiteral("The bucket is full and stays so. ") % text.shortNext
                       : QStringLiteral("Nobody asks, but the bucket refills. ") % text.shortNext;
    return text;
}

HeadlineText finished(const HeadlineInput& input)
{
    HeadlineText text;
    if (input.endReason == EndReason::Failed) {
        text.sentence = {{QStringLiteral("The run failed"), Tone::Deny},
                         {QStringLiteral(" after ") % format::runTime(input.elapsed)}};
        text.next = asSentence(input.problem);
    } else {
        const bool isStopped = input.endReason == EndReason::Stopped;
        text.sentence = {
            {isStopped ? QStringLiteral("Stopped: ") : QStringLiteral("Finished: ")},
            {format::count(input.totalAllowed) % QStringLiteral(" of ") %
                 format::count(input.requests),
             Tone::Allow},
            {QStringLiteral(" requests allowed, ")},
            {format::count(input.totalDenied), input.totalDenied > 0 ? Tone::Deny : Tone::Strong},
            {QStringLiteral(" denied")}};
        text.next = QStringLiteral("It ran for %1. R runs it again with the same seed.")
                        .arg(format::runTime(input.elapsed));
    }
    text.shortNext = text.next;
    return text;
}

HeadlineText feedEmpty()
{
    HeadlineText text;
    text.sentence = {{QStringLiteral("The feed has no entries"), Tone::Strong},
                     {QStringLiteral(": there is nothing to ask for")}};
    text.shortNext = QStringLiteral("Reload the feed or choose another one.");
    text.next = QStringLiteral(
        "Reload the feed, or choose another address, a file or the sample, on the left.");
    return text;
}

} // namespace

QString HeadlineText::plain() const
{
    QString text;
    for (const HeadlineSpan& span : sentence)
        text += span.text;
    return text;
}

QString aboutTime(double seconds)
{
    const auto about = [](double value, const QString& unit) {
        return QStringLiteral("about %1 %2").arg(std::max(1L, std::lround(value))).arg(unit);
    };
    if (!(seconds < 48 * 3600.0))
        return QStringLiteral("more than 2 days");
    if (seconds < 0.75)
        return QStringLiteral("less than a second");
    if (seconds < 90)
        return about(seconds, QStringLiteral("s"));
    if (seconds < 90 * 60)
        return about(seconds / 60, QStringLiteral("min"));
    return about(seconds / 3600, QStringLiteral("h"));
}

HeadlineText headlineText(const HeadlineInput& input)
{
    if (input.state == RunState::Finished)
        return finished(input);
    if (input.isFeedEmpty)
        return feedEmpty();
    if (input.state == RunState::Waiting)
        return waiting(input);
    if (input.state == RunState::Stopping)
        return {{{QStringLiteral("Stopping")}},
                QStringLiteral("Calls in flight are being ended."),
                QStringLiteral("Calls in flight are being ended.")};
    const bool isDown = input.store.state != StoreStatus::State::Ready ||
                        input.unprotected + input.failedClosed >= std::max(1.0, input.offered / 2);
    if (input.state == RunState::Paused)
        return paused(input);
    if (isDown)
        return storeDown(input);
    HeadlineText text = running(input);
    text.shortNext = input.shed >= kSameRate ? queuePart(input).trimmed() : levelForecast(input);
    text.next = levelForecast(input) % queuePart(input) % burstPart(input);
    return text;
}

} // namespace penstock
