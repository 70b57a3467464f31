// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/worker_row.h"

#include "ui/format.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace penstock {

namespace {

constexpr int kHeight = 22;
constexpr int kLeft = 17;  // in line with the text of the cards
constexpr int kCells = 78; // where cells begin
constexpr int kRight = 21;
constexpr double kWidest = 17;  // pitch of cells when there is room
constexpr double kGlyphs = 9.5; // from this pitch on cells have shapes, below they are bars

QString wordOf(WorkerActivity activity)
{
    switch (activity) {
    case WorkerActivity::Idle:
        return QStringLiteral("idle");
    case WorkerActivity::Asking:
        return QStringLiteral("asking");
    case WorkerActivity::Working:
        return QStringLiteral("working");
    case WorkerActivity::Failing:
        return QStringLiteral("failing");
    case WorkerActivity::Retired:
        break;
    }
    return QStringLiteral("retired");
}

/// What is happening first, in a fixed order, so that the words stay in their places.
constexpr std::array kOrder{WorkerActivity::Working, WorkerActivity::Asking, WorkerActivity::Idle,
                            WorkerActivity::Failing};

} // namespace

WorkerRow::WorkerRow(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("workerRow"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

QSize WorkerRow::sizeHint() const
{
    return {200, themeOf(*this).px(kHeight)};
}

void WorkerRow::setFrame(const Frame& frame)
{
    std::vector<Cell> workers;
    std::array<int, kActivities> counts{};
    for (std::size_t i = 0; i < frame.status.workers.size(); ++i) {
        const WorkerStatus& status = frame.status.workers[i];
        if (status.activity == WorkerActivity::Retired)
            continue;
        workers.push_back({static_cast<int>(i), status});
        ++counts[static_cast<std::size_t>(status.activity)];
    }
    if (workers == m_workers)
        return;
    m_workers = std::move(workers);
    m_counts = counts;
    setAccessibleName(QStringLiteral("%1 workers: ").arg(count()) % summary());
    update();
}

QString WorkerRow::summary() const
{
    QStringList parts;
    for (const WorkerActivity activity : kOrder) {
        const int number = m_counts[static_cast<std::size_t>(activity)];
        if (activity == WorkerActivity::Failing && number == 0)
            continue;
        parts << QString::number(number) % QLatin1Char(' ') % wordOf(activity);
    }
    return parts.join(QStringLiteral(", "));
}

QString WorkerRow::textOf(int worker) const
{
    const Cell& cell = m_workers[static_cast<std::size_t>(worker)];
    return QStringLiteral("w%1: %2, %3 requests so far")
        .arg(QString::number(cell.number), wordOf(cell.status.activity),
             format::count(cell.status.requests));
}

int WorkerRow::summaryRoom() const
{
    const Theme& theme = themeOf(*this);
    // For the longest that may come, so that cells keep their size.
    const QString widest = QStringLiteral("000 working, 000 asking, 000 idle, 000 failing");
    return QFontMetrics(theme.font(TextRole::Caption)).horizontalAdvance(widest) + 16;
}

double WorkerRow::pitch() const
{
    const double room = width() - kCells - kRight - summaryRoom();
    return std::min(kWidest, room / std::max<double>(1, count()));
}

int WorkerRow::workerAt(QPoint position) const
{
    const auto index = static_cast<int>(std::floor((position.x() - kCells) / pitch()));
    return index >= 0 && index < count() ? index : -1;
}

void WorkerRow::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.font(TextRole::Caption));
    painter.setPen(theme.colors.muted);
    painter.drawText(QRect(kLeft, 0, kCells - kLeft, height()), Qt::AlignVCenter,
                     QStringLiteral("Workers"));
    paintSummary(painter, theme);
    const double step = pitch();
    const double size = std::clamp(step - (step > 6 ? 5 : 1), 1.0, 12.0);
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        const double x = kCells + step * static_cast<double>(i);
        paintCell(painter, QRectF(x, height() / 2.0 - 6, size, 12), m_workers[i].status.activity,
                  theme);
    }
}

void WorkerRow::paintCell(QPainter& painter, const QRectF& cell, WorkerActivity activity,
                          const Theme& theme) const
{
    const Palette& colors = theme.colors;
    const bool hasShape = pitch() >= kGlyphs;
    const auto filled = [&](double from, const QColor& color) { // part of the height, from below
        const QRectF part = cell.adjusted(0, cell.height() * (1 - from), 0, 0);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawRoundedRect(part, hasShape ? 2 : 0, hasShape ? 2 : 0);
    };
    if (hasShape && activity != WorkerActivity::Failing) {
        painter.setPen(
            QPen(activity == WorkerActivity::Idle ? colors.strongBorder : colors.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5);
    }
    switch (activity) {
    case WorkerActivity::Idle:
        if (!hasShape)
            filled(0.25, colors.strongBorder);
        break;
    case WorkerActivity::Asking:
        filled(0.5, colors.accent);
        break;
    case WorkerActivity::Working:
        filled(1, colors.accent);
        break;
    default:
        if (!hasShape)
            return filled(1, colors.deny);
        painter.setPen(QPen(colors.deny, 2));
        painter.drawLine(cell.topLeft() + QPointF(2, 2), cell.bottomRight() - QPointF(2, 2));
        painter.drawLine(cell.topRight() + QPointF(-2, 2), cell.bottomLeft() + QPointF(2, -2));
    }
}

void WorkerRow::paintSummary(QPainter& painter, const Theme& theme) const
{
    const bool isFailing = m_counts[static_cast<std::size_t>(WorkerActivity::Failing)] > 0;
    painter.setPen(isFailing ? theme.colors.denyText : theme.colors.muted);
    painter.drawText(QRect(0, 0, width() - kRight, height()), Qt::AlignRight | Qt::AlignVCenter,
                     summary());
}

bool WorkerRow::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto& help = static_cast<QHelpEvent&>(*event);
    const int worker = workerAt(help.pos());
    if (worker >= 0)
        QToolTip::showText(help.globalPos(), textOf(worker), this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace penstock
