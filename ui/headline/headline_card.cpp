// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/headline/headline_card.h"

#include "ui/format.h"
#include "ui/headline/bucket_view.h"
#include "ui/live_numbers.h"
#include "ui/theme/control_painter.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QPainter>

#include <cmath>

namespace penstock {

namespace {

constexpr int kLeft = 17;
constexpr int kRight = 21;
constexpr int kTextGap = 19;
constexpr double kSmallScale = 0.62;
constexpr double kWaveSeconds = 4; // a calm wave: one turn

HeadlineInput inputOf(const Frame& frame, const LiveNumbers& live,
                      const std::optional<BurstOutcome>& burst)
{
    const RunTotals& totals = frame.history.totals;
    HeadlineInput input;
    input.state = frame.status.state;
    input.endReason = frame.status.endReason;
    input.store = frame.status.store;
    input.problem = frame.status.problem;
    input.policy = frame.scenario.limiter.onStoreFailure;
    input.isFeedEmpty = frame.labels.empty();
    input.tokens = live.tokens;
    input.bucket = live.bucket;
    input.cost = frame.scenario.limiter.cost.toDouble();
    input.offered = live.offered;
    input.allowed = live.of(Outcome::Allowed);
    input.denied = live.of(Outcome::Denied);
    input.unprotected = live.of(Outcome::FailOpenAllowed);
    input.failedClosed = live.of(Outcome::FailClosedDenied);
    input.shed = live.of(Outcome::Shed);
    input.queued = live.queued;
    input.lastBurst = burst;
    input.requests = totals.requests();
    input.totalAllowed = totals.of(Outcome::Allowed);
    input.totalDenied = totals.of(Outcome::Denied);
    input.elapsed = frame.now;
    return input;
}

TextRole roleOf(HeadlineSpan::Tone tone, bool isSmall)
{
    if (tone == HeadlineSpan::Tone::Plain)
        return isSmall ? TextRole::SmallHeadline : TextRole::Headline;
    return isSmall ? TextRole::SmallHeadlineStrong : TextRole::HeadlineStrong;
}

QColor inkOf(HeadlineSpan::Tone tone, const Palette& colors)
{
    switch (tone) {
    case HeadlineSpan::Tone::Allow:
        return colors.accentText;
    case HeadlineSpan::Tone::Deny:
        return colors.denyText;
    default:
        return colors.text;
    }
}

} // namespace

HeadlineCard::HeadlineCard(QWidget* parent) : QWidget(parent), m_bucket(new BucketView(this))
{
    setObjectName(QStringLiteral("headline"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    place();
}

void HeadlineCard::setSmall(bool isSmall)
{
    m_isSmall = isSmall;
    place();
    update();
}

void HeadlineCard::place()
{
    const Theme& theme = themeOf(*this);
    setFixedHeight(theme.px(m_isSmall ? kSmallHeight : kHeight));
    m_bucket->setScale((m_isSmall ? kSmallScale : 1) * theme.typeScale);
    m_bucket->move(kLeft, (height() - m_bucket->height()) / 2);
}

void HeadlineCard::setFrame(const Frame& frame)
{
    const LiveNumbers live = liveNumbers(frame);
    m_burst.follow(frame);
    m_text = headlineText(inputOf(frame, live, m_burst.outcome()));
    m_runTime = format::runTime(frame.now);
    BucketLevel level;
    level.tokens = live.tokens;
    level.capacity = live.bucket ? live.bucket->capacity.toDouble() : 0;
    level.refill = live.bucket ? live.bucket->refill.toDouble() : 0;
    level.allowed = live.of(Outcome::Allowed) + live.of(Outcome::FailOpenAllowed);
    level.isStoreDown = frame.status.store.state != StoreStatus::State::Ready;
    if (frame.status.state == RunState::Running)
        level.phase = std::fmod(std::chrono::duration<double>(frame.now).count() / kWaveSeconds, 1);
    else
        level.phase = m_bucket->level().phase;
    m_bucket->setLevel(level);
    describe();
    update();
}

void HeadlineCard::describe()
{
    // Spoken when the state changes, not with every number.
    QString words;
    for (const HeadlineSpan& span : m_text.sentence) {
        const bool isNumber = !span.text.isEmpty() && span.text.front().isDigit();
        words += isNumber ? QStringLiteral("#") : span.text;
    }
    if (words == m_spoken)
        return;
    m_spoken = words;
    setAccessibleName(m_text.plain());
    setAccessibleDescription(m_text.next);
    QAccessibleEvent event(this, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

void HeadlineCard::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintCard(painter, rect(), theme);
    const double left = m_bucket->geometry().right() + 1 + kTextGap * (m_isSmall ? 0.55 : 1.0);
    const double right = width() - kRight - paintRunTime(painter);
    const double middle = height() / 2.0;
    const double line = theme.px(m_isSmall ? 19 : 26);
    const double second = theme.px(m_isSmall ? 17 : 20);
    const double top = middle - (line + second) / 2 + (m_isSmall ? 0 : 1);
    paintSentence(painter, QRectF(left, top, right - left, line));
    painter.setFont(theme.font(TextRole::Body));
    painter.setPen(theme.colors.muted);
    const QFontMetrics metrics(painter.font());
    const int room = static_cast<int>(right - left);
    const bool isFitting = !m_isSmall && metrics.horizontalAdvance(m_text.next) <= room;
    const QString& next = isFitting ? m_text.next : m_text.shortNext;
    painter.drawText(QRectF(left, top + line, right - left, second),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(next, Qt::ElideRight, room));
}

int HeadlineCard::paintRunTime(QPainter& painter) const
{
    if (m_isSmall)
        return 0;
    const Theme& theme = themeOf(*this);
    const int width = theme.px(96);
    const QRectF box(this->width() - kRight - width, 0, width, height());
    painter.setFont(theme.font(TextRole::Caption));
    painter.setPen(theme.colors.muted);
    painter.drawText(box.adjusted(0, 0, 0, -theme.px(26)), Qt::AlignRight | Qt::AlignVCenter,
                     QStringLiteral("Run time"));
    painter.setFont(theme.font(TextRole::Headline));
    painter.setPen(theme.colors.text);
    painter.drawText(box.adjusted(0, theme.px(16), 0, 0), Qt::AlignRight | Qt::AlignVCenter,
                     m_runTime);
    return width;
}

void HeadlineCard::paintSentence(QPainter& painter, const QRectF& box) const
{
    const Theme& theme = themeOf(*this);
    const auto widthOf = [&](bool isSmall) {
        double width = 0;
        for (const HeadlineSpan& span : m_text.sentence)
            width +=
                QFontMetricsF(theme.font(roleOf(span.tone, isSmall))).horizontalAdvance(span.text);
        return width;
    };
    const bool isSmall = m_isSmall || widthOf(false) > box.width();
    double x = box.left();
    for (const HeadlineSpan& span : m_text.sentence) {
        const QFont& font = theme.font(roleOf(span.tone, isSmall));
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        painter.setPen(inkOf(span.tone, theme.colors));
        const QString shown =
            metrics.elidedText(span.text, Qt::ElideRight, std::max(0.0, box.right() - x));
        painter.drawText(QRectF(x, box.top(), box.right() - x + 4, box.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, shown);
        x += metrics.horizontalAdvance(span.text);
    }
}

void HeadlineCard::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::StyleChange)
        place();
    QWidget::changeEvent(event);
}

} // namespace penstock
