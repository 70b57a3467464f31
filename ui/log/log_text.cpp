// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/log_text.h"

#include "core/limit/algorithm.h"
#include "ui/format.h"

#include <QDateTime>
#include <QStringList>

namespace penstock {

namespace {

QString errorWords(const Decision& decision)
{
    QString words =
        toQString(toText(decision.errorClass)).replace(QLatin1Char('_'), QLatin1Char(' '));
    return decision.ambiguous ? words % QStringLiteral(", answer lost") : words;
}

QString storeClock(StoreTime time)
{
    const auto millis =
        std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(millis, Qt::UTC)
        .toString(QStringLiteral("yyyy-MM-dd hh:mm:ss.zzz"));
}

QString limitText(const Limit& limit)
{
    if (limit.algorithm == nullptr || limit.algorithm->bucket == nullptr)
        return {};
    const auto bucket = limit.algorithm->bucket(limit);
    if (!bucket)
        return toQString(limit.algorithm->title);
    return QStringLiteral("%1 tokens, %2")
        .arg(QString::number(bucket->capacity.toDouble()),
             format::perSecond(bucket->refill.toDouble()));
}

} // namespace

QString waitText(Micros wait)
{
    const std::int64_t millis = (wait.count() + 999) / 1000;
    if (millis < 1000)
        return QString::number(millis) % QStringLiteral(" ms");
    const std::int64_t tenths = (wait.count() + 99'999) / 100'000;
    if (tenths < 600)
        return QString::number(static_cast<double>(tenths) / 10, 'f', 1) % QStringLiteral(" s");
    const std::int64_t seconds = (wait.count() + 999'999) / 1'000'000;
    return format::runTime(std::chrono::seconds(seconds)) %
           (seconds < 3600 ? QStringLiteral(" min") : QStringLiteral(" h"));
}

DecisionWords decisionWords(const Decision& decision)
{
    switch (decision.outcome) {
    case Outcome::Allowed:
        return {QStringLiteral("Allowed"), {}};
    case Outcome::Denied:
        return {QStringLiteral("Denied"),
                decision.retryAfter.count() > 0
                    ? QStringLiteral("retry in ") % waitText(decision.retryAfter)
                    : QString()};
    case Outcome::NeverFits:
        return {QStringLiteral("Never fits"), QStringLiteral("costs too much")};
    case Outcome::FailOpenAllowed:
        return {QStringLiteral("Unprotected"), errorWords(decision)};
    case Outcome::FailClosedDenied:
        return {QStringLiteral("Refused"), errorWords(decision)};
    case Outcome::Shed:
        break;
    }
    return {QStringLiteral("Shed"), QStringLiteral("never asked")};
}

QString shortKey(const std::string& key)
{
    // "penstock:RUN:demo:global": the run's part is the same in every row.
    const QString text = toQString(key);
    if (!text.startsWith(QStringLiteral("penstock:")))
        return text;
    const qsizetype second = text.indexOf(QLatin1Char(':'), 9);
    return second < 0 ? text : text.mid(second + 1);
}

QStringList detailLines(const DecisionRecord& record, const QString& key, const QString& title)
{
    const Decision& decision = record.decision;
    const DecisionWords words = decisionWords(decision);
    QStringList lines;
    lines << QStringLiteral("Request %1 of w%2: ")
                     .arg(format::count(record.number), QString::number(record.worker)) %
                 words.word.toLower() % (words.more.isEmpty() ? QString() : QStringLiteral(", ")) %
                 words.more;
    lines << QStringLiteral("waited %1 ms for a worker, answered in %2 ms")
                 .arg(format::milliseconds(record.started - record.intended),
                      format::milliseconds(record.ended - record.started));
    if (decision.limit)
        lines << QStringLiteral("limit %1, cost %2")
                     .arg(limitText(*decision.limit), QString::number(record.cost.toDouble()));
    if (decision.outcome == Outcome::Allowed || decision.outcome == Outcome::Denied)
        lines << QStringLiteral("full again in ") % waitText(decision.resetAfter);
    if (decision.storeTime)
        lines << QStringLiteral("store time %1 UTC").arg(storeClock(*decision.storeTime));
    lines << QStringLiteral("key ") % key;
    lines << title;
    return lines;
}

bool isOfKind(const Decision& decision, LogKind kind)
{
    const Outcome outcome = decision.outcome;
    switch (kind) {
    case LogKind::All:
        return true;
    case LogKind::Allowed:
        return outcome == Outcome::Allowed;
    case LogKind::Denied:
        return outcome == Outcome::Denied || outcome == Outcome::NeverFits ||
               outcome == Outcome::Shed;
    case LogKind::Failed:
        break;
    }
    return isStoreFailure(outcome);
}

} // namespace penstock
