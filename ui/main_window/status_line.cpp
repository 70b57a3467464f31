// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/status_line.h"

#include "core/limit/script.h"
#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QFontMetrics>
#include <QPainter>

namespace penstock {

namespace {

constexpr int kHeight = 27; ///< with the line above

QString scriptText(const Scenario& scenario, bool isCompact)
{
    const Algorithm* algorithm = scenario.limiter.limit.algorithm;
    const Script* script = algorithm != nullptr ? findScript(algorithm->scriptName) : nullptr;
    if (script == nullptr)
        return {};
    const QString sha = QString::fromStdString(script->sha).left(8);
    const QString name =
        QString::fromUtf8(script->name.data(), static_cast<qsizetype>(script->name.size()));
    return isCompact ? QObject::tr("script %1").arg(sha) : name % QStringLiteral(".lua ") % sha;
}

QString overAdmitted(const AuditReport& audit)
{
    if (!audit.overAdmission)
        return QObject::tr("over-admission unknown: %1")
            .arg(QString::fromStdString(audit.whyUnknown));
    const std::int64_t micros = audit.overAdmission->micros();
    const QString tokens =
        micros % MicroTokens::kPerToken == 0
            ? format::count(static_cast<std::uint64_t>(micros / MicroTokens::kPerToken))
            : format::tokens(*audit.overAdmission);
    return QObject::tr("%1 over-admitted of %2").arg(tokens, format::count(audit.audited));
}

QString lastMark(const RunHistory& history)
{
    if (history.marks.empty())
        return {};
    const RunMark& mark = history.marks.back();
    const QString text =
        QString::fromStdString(mark.text).replace(QLatin1String("->"), QStringLiteral("→"));
    return QObject::tr("%1 at %2")
        .arg(text.left(1).toUpper() % text.mid(1), format::runTime(mark.at));
}

} // namespace

StatusLine::StatusLine(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("statusLine"));
    setAccessibleName(tr("State of the run"));
    applySizes();
}

QString StatusLine::countFrames()
{
    ++m_frames;
    if (!m_second.isValid())
        m_second.start();
    if (m_second.elapsed() >= 1000) {
        m_rate =
            tr("%1 fps").arg(qRound(m_frames * 1000.0 / static_cast<double>(m_second.restart())));
        m_frames = 0;
    }
    return m_rate;
}

void StatusLine::setFrame(const Frame& frame)
{
    const AuditReport& audit = frame.history.audit;
    Texts texts;
    texts.script = scriptText(frame.scenario, m_isCompact);
    texts.seed = tr("seed %1").arg(frame.scenario.seed);
    texts.audit = overAdmitted(audit);
    texts.isAuditKnown = audit.overAdmission.has_value();
    texts.isAuditGood = !audit.overAdmission || audit.overAdmission->micros() == 0;
    texts.message = lastMark(frame.history);
    texts.rate = countFrames();
    texts.dropped = tr("dropped %1").arg(format::count(frame.history.dropped));
    if (texts == m_texts)
        return;
    m_texts = std::move(texts);
    setAccessibleDescription(m_texts.audit);
    update();
}

void StatusLine::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    update();
}

void StatusLine::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(*this);
    const Palette& c = theme.colors;
    QPainter painter(this);
    painter.fillRect(rect(), c.canvas);
    painter.fillRect(QRect(0, 0, width(), 1), c.border);
    painter.setFont(theme.font(TextRole::Caption));
    const QFontMetrics metrics(painter.font());
    const int middle = height() / 2 + 1;
    const auto draw = [&](int x, const QString& text, const QColor& color) {
        painter.setPen(color);
        const int advance = metrics.horizontalAdvance(text);
        painter.drawText(QRect(x, 1, advance + 2, height() - 1), Qt::AlignVCenter | Qt::AlignLeft,
                         text);
        return x + advance;
    };
    const auto separator = [&](int x) {
        painter.fillRect(QRect(x + theme.px(10), middle - 6, 1, 12), c.border);
        return x + theme.px(21);
    };
    int x = theme.px(16);
    for (const QString& text : {m_texts.script, m_texts.seed}) {
        if (!text.isEmpty())
            x = separator(draw(x, text, c.muted));
    }
    if (m_texts.isAuditKnown) {
        const int side = theme.px(12);
        paintIcon(painter, m_texts.isAuditGood ? Icon::Check : Icon::Warning,
                  QRectF(x - 1, middle - side / 2.0, side, side),
                  m_texts.isAuditGood ? c.accentText : c.denyText);
        x += theme.px(20);
    }
    x = draw(x, m_texts.audit,
             !m_texts.isAuditKnown ? c.muted
             : m_texts.isAuditGood ? c.text
                                   : c.denyText);
    int right = width() - theme.px(15) - metrics.horizontalAdvance(m_texts.dropped);
    draw(right, m_texts.dropped, c.muted);
    painter.fillRect(QRect(right - theme.px(11), middle - 6, 1, 12), c.border);
    right -= theme.px(21) + metrics.horizontalAdvance(m_texts.rate);
    draw(right, m_texts.rate, c.muted);
    if (!m_isCompact && !m_texts.message.isEmpty()) {
        const QRect room(x + theme.px(24), 1, right - x - theme.px(48), height() - 1);
        painter.setPen(c.muted);
        painter.drawText(room, Qt::AlignCenter,
                         metrics.elidedText(m_texts.message, Qt::ElideRight, room.width()));
    }
}

void StatusLine::applySizes()
{
    setFixedHeight(themeOf(*this).px(kHeight));
}

void StatusLine::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::StyleChange)
        applySizes();
    QWidget::changeEvent(event);
}

} // namespace penstock
