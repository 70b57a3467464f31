// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/headline/bucket_view.h"

#include "ui/format.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace penstock {

namespace {

// The tank on the grid of 158 x 86.
constexpr double kTop = 12;
constexpr double kBottom = 81;
constexpr double kTopLeft = 45;
constexpr double kTopRight = 111;
constexpr double kBottomLeft = 50.5;
constexpr double kBottomRight = 105.5;
constexpr double kCorner = 6;
constexpr double kFullAt = 19; // y of the level of a full bucket
constexpr double kEmptyAt = 79.5;
constexpr double kWave = 1.3;

double leftAt(double y)
{
    return kTopLeft + (kBottomLeft - kTopLeft) * (y - kTop) / (kBottom - kTop);
}

double rightAt(double y)
{
    return kTopRight + (kBottomRight - kTopRight) * (y - kTop) / (kBottom - kTop);
}

/// The inside of the tank, open at the top.
QPainterPath tank()
{
    QPainterPath path(QPointF(kTopLeft, kTop));
    path.lineTo(leftAt(kBottom - kCorner), kBottom - kCorner);
    path.quadTo(leftAt(kBottom), kBottom, kBottomLeft + kCorner, kBottom);
    path.lineTo(kBottomRight - kCorner, kBottom);
    path.quadTo(rightAt(kBottom), kBottom, rightAt(kBottom - kCorner), kBottom - kCorner);
    path.lineTo(kTopRight, kTop);
    return path;
}

QColor mixed(const QColor& a, const QColor& b, double part)
{
    const auto mix = [part](float x, float y) { return static_cast<float>(x + (y - x) * part); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()),
                            mix(a.blueF(), b.blueF()));
}

/// "10/s", "7.6/s", "12k/s": short, as there is little room.
QString shortRate(double rate)
{
    if (rate >= 10'000)
        return QString::number(std::round(rate / 1000), 'f', 0) % QStringLiteral("k/s");
    const bool isWhole = rate >= 100 || std::abs(rate - std::round(rate)) < 0.05;
    return QString::number(rate, 'f', isWhole ? 0 : 1) % QStringLiteral("/s");
}

QString numberText(double tokens)
{
    const double whole = std::floor(tokens + 1e-9);
    if (whole >= 100'000)
        return QString::number(std::floor(whole / 1000), 'f', 0) % QLatin1Char('k');
    return QString::number(whole, 'f', 0);
}

} // namespace

BucketView::BucketView(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("bucket"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setScale(1);
}

void BucketView::setScale(double scale)
{
    m_scale = scale;
    setFixedSize(static_cast<int>(std::lround(kWidth * scale)),
                 static_cast<int>(std::lround(kHeight * scale)));
}

void BucketView::setLevel(const BucketLevel& level)
{
    if (level == m_level)
        return;
    m_level = level;
    setAccessibleName(level.tokens ? QStringLiteral("Bucket: %1 of %2 tokens")
                                         .arg(QString::number(*level.tokens, 'f', 1),
                                              QString::number(level.capacity))
                                   : QStringLiteral("Bucket: tokens not known"));
    update();
}

double BucketView::surface() const
{
    if (!m_level.tokens || m_level.capacity <= 0)
        return kEmptyAt;
    const double part = std::clamp(*m_level.tokens / m_level.capacity, 0.0, 1.0);
    return kEmptyAt - (kEmptyAt - kFullAt) * part;
}

QPainterPath BucketView::water() const
{
    const double y = surface();
    if (!m_level.tokens || *m_level.tokens <= 0)
        return {};
    QPainterPath top(QPointF(kTopLeft - 2, y));
    const double room = std::min(kWave, (kEmptyAt - y) / 2);
    for (double x = kTopLeft - 2; x <= kTopRight + 2; x += 2) {
        const double turns = (x - kTopLeft) / 42 + m_level.phase;
        top.lineTo(x, y + room * std::sin(2 * std::numbers::pi * turns));
    }
    top.lineTo(kTopRight + 2, kBottom + 2);
    top.lineTo(kTopLeft - 2, kBottom + 2);
    top.closeSubpath();
    QPainterPath inside = tank();
    inside.closeSubpath();
    return top.intersected(inside);
}

void BucketView::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(m_scale, m_scale);
    QPainterPath inside = tank();
    inside.closeSubpath();
    painter.fillPath(inside, theme.colors.canvas);
    paintPipes(painter, theme);
    paintWater(painter, theme);
    painter.strokePath(tank(), QPen(mixed(theme.colors.strongBorder, theme.colors.muted, 0.4), 2));
    paintNumber(painter, theme);
    paintRates(painter, theme);
}

void BucketView::paintPipes(QPainter& painter, const Theme& theme) const
{
    const QColor pipe = theme.colors.strongBorder;
    const QColor metal = mixed(theme.colors.strongBorder, theme.colors.muted, 0.4);
    const QColor jet = withAlpha(theme.colors.accent, 0.5);
    painter.setPen(Qt::NoPen);
    if (m_level.refill > 0) // falls to the surface
        painter.fillRect(QRectF(58, 13, 5, std::max(0.0, surface() - 13)), jet);
    QPainterPath bend(QPointF(5, 2));
    bend.lineTo(57, 2);
    bend.quadTo(65, 2, 65, 10);
    bend.lineTo(5, 10);
    bend.closeSubpath();
    painter.fillPath(bend, pipe);
    painter.setBrush(metal);
    painter.drawRoundedRect(QRectF(1, 0, 4, 11), 1, 1);
    painter.drawRoundedRect(QRectF(54, 10, 13, 3), 1, 1);

    painter.fillRect(QRectF(105, 68, 26, 8), pipe);
    if (m_level.allowed > 0) {
        QPainterPath out(QPointF(134, 69.5));
        out.cubicTo(142, 69.5, 146.5, 76, 147, 85);
        out.lineTo(141, 85);
        out.cubicTo(140.5, 79, 138.5, 75, 134, 74.5);
        out.closeSubpath();
        painter.fillPath(out, m_level.isStoreDown ? withAlpha(theme.colors.text, 0.45) : jet);
    }
    painter.drawRoundedRect(QRectF(130, 66, 4, 12), 1, 1);
    // The gate is down while nothing may pass.
    const double lift = m_level.allowed > 0 ? 0 : 6;
    painter.drawRoundedRect(QRectF(117, 58 + lift, 4, 20 - lift), 1, 1);
    painter.drawRoundedRect(QRectF(113, 57.6 + lift, 12, 3.2), 1, 1);
}

void BucketView::paintWater(QPainter& painter, const Theme& theme) const
{
    const QPainterPath shape = water();
    QLinearGradient gradient(0, surface(), 0, kBottom);
    gradient.setColorAt(0, theme.colors.waterTop);
    gradient.setColorAt(1, theme.colors.waterBottom);
    painter.fillPath(shape, gradient);
    for (int i = 1; i <= 4; ++i) { // quarters of the capacity
        const double y = kEmptyAt - (kEmptyAt - kFullAt) * i / 4;
        const QColor color =
            y < surface() ? theme.colors.strongBorder : withAlpha(QColor(Qt::black), 0.35);
        const double length = i % 2 == 0 ? 10 : 8;
        painter.fillRect(QRectF(rightAt(y) - 2 - length, y - 0.5, length, 1), color);
    }
}

void BucketView::paintNumber(QPainter& painter, const Theme& theme) const
{
    QFont font = theme.font(TextRole::Bucket);
    const QString text = m_level.tokens ? numberText(*m_level.tokens) : QStringLiteral("?");
    if (text.size() > 4)
        font.setPixelSize(font.pixelSize() * 4 / 5);
    painter.setFont(font);
    const QRectF box(kTopLeft, 38, kTopRight - kTopLeft, 26);
    // Painted twice: what is under water in white, what is above in the text colour.
    const QPainterPath wet = water();
    QPainterPath everything;
    everything.addRect(QRectF(0, 0, kWidth, kHeight));
    painter.save();
    painter.setClipPath(everything.subtracted(wet));
    painter.setPen(m_level.tokens ? theme.colors.text : theme.colors.muted);
    painter.drawText(box, Qt::AlignCenter, text);
    painter.restore();
    if (wet.isEmpty())
        return;
    painter.save();
    painter.setClipPath(wet);
    painter.setPen(theme.colors.onWater);
    painter.drawText(box, Qt::AlignCenter, text);
    painter.restore();
}

void BucketView::paintRates(QPainter& painter, const Theme& theme) const
{
    if (m_scale < 0.9)
        return; // too small to read
    painter.setFont(theme.font(TextRole::Caption));
    painter.setPen(theme.colors.muted);
    painter.drawText(QRectF(0, 14, 44, 16), Qt::AlignLeft | Qt::AlignVCenter,
                     shortRate(m_level.refill));
    painter.drawText(QRectF(122, 39, 40, 16), Qt::AlignLeft | Qt::AlignVCenter,
                     shortRate(m_level.allowed));
}

} // namespace penstock
