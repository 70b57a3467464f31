// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/store_badge.h"

#include "ui/theme/control_painter.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

namespace penstock {

namespace {

constexpr int kHeight = 26;
constexpr int kPadding = 9;
constexpr int kIcon = 15;
constexpr int kGap = 7;
constexpr int kWidest = 220; ///< an address longer than this is cut in the middle

} // namespace

StoreBadge::StoreBadge(QWidget* parent) : QAbstractButton(parent)
{
    setObjectName(QStringLiteral("storeBadge"));
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setStatus({});
}

void StoreBadge::setStatus(const StoreStatus& status)
{
    if (!m_loud.isEmpty() && status == m_status)
        return;
    m_status = status;
    const QString name = status.name.empty() ? tr("store") : QString::fromStdString(status.name);
    const QString version = QString::fromStdString(status.version);
    switch (status.state) {
    case StoreStatus::State::Ready: {
        const qsizetype gap = name.indexOf(QLatin1Char(' '));
        m_quiet = gap < 0 ? QString() : name.left(gap);
        m_loud = (gap < 0 ? name : name.mid(gap + 1)) %
                 (version.isEmpty() ? QString() : QLatin1Char(' ') % version);
        break;
    }
    case StoreStatus::State::Starting:
        m_quiet = tr("waiting for");
        m_loud = name;
        break;
    case StoreStatus::State::Down:
        m_quiet = name;
        m_loud = tr("down");
        break;
    case StoreStatus::State::Restarting:
        m_quiet = name;
        m_loud = tr("restarting");
        break;
    }
    setAccessibleName(tr("Store: %1 %2").arg(m_quiet, m_loud));
    setToolTip(QString::fromStdString(status.problem));
    updateGeometry();
    update();
}

QSize StoreBadge::sizeHint() const
{
    const Theme& theme = themeOf(*this);
    const QFontMetrics metrics(theme.font(TextRole::Body));
    const int gap = m_quiet.isEmpty() ? 0 : metrics.horizontalAdvance(QLatin1Char(' '));
    const int text =
        std::min(metrics.horizontalAdvance(m_quiet) + gap + metrics.horizontalAdvance(m_loud),
                 theme.px(kWidest));
    return {text + theme.px(2 * kPadding + kIcon + kGap + 2), theme.px(kHeight)};
}

void StoreBadge::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(*this);
    const Palette& c = theme.colors;
    const bool isBad = m_status.state == StoreStatus::State::Down ||
                       m_status.state == StoreStatus::State::Restarting;
    const bool isReady = m_status.state == StoreStatus::State::Ready;
    const double radius = height() / 2.0;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isBad ? c.denySoft : underMouse() ? c.hover : c.canvas);
    painter.drawRoundedRect(rect(), radius, radius);
    if (hasFocus())
        paintFocus(painter, rect(), radius, theme);
    else
        paintOutline(painter, rect(), radius,
                     isBad          ? c.deny
                     : underMouse() ? c.strongBorder
                                    : c.border);
    const int side = theme.px(kIcon);
    const QRectF icon(theme.px(kPadding), (height() - side) / 2.0, side, side);
    paintIcon(painter,
              isBad     ? Icon::Warning
              : isReady ? Icon::Store
                        : Icon::Wait,
              icon,
              isBad     ? c.denyText
              : isReady ? c.accentText
                        : c.muted);
    const QFontMetrics metrics(theme.font(TextRole::Body));
    painter.setFont(theme.font(TextRole::Body));
    QRect box(static_cast<int>(icon.right()) + theme.px(kGap), 0, 0, height());
    box.setRight(width() - theme.px(kPadding));
    const int loud = metrics.horizontalAdvance(m_loud);
    const QString quiet =
        metrics.elidedText(m_quiet, Qt::ElideMiddle, std::max(0, box.width() - loud - 4));
    painter.setPen(c.muted);
    painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, quiet);
    if (!quiet.isEmpty())
        box.setLeft(box.left() + metrics.horizontalAdvance(quiet % QLatin1Char(' ')));
    painter.setPen(isBad ? c.denyText : c.text);
    painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(m_loud, Qt::ElideMiddle, box.width() + 2));
}

} // namespace penstock
