// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QRectF>

class QColor;
class QPainter;

namespace penstock {

enum class Icon
{
    None,
    Play,
    Pause,
    Step,
    Reset,
    Bolt,
    Dot,   ///< allowed, live
    Cross, ///< denied
    Clock,
    Export,
    Store,
    Menu,
    ChevronUp,
    ChevronDown,
    ChevronRight,
    Check,
    Search,
    Follow,
    Reload,
    Undo,
    Folder,
    Close,
    Warning,
    Info,
    Wait,
};
inline constexpr int kIconCount = static_cast<int>(Icon::Wait) + 1;

/// Draws @p icon, made on a 16 x 16 grid with a pen of 1.5, into the middle of @p box at the
/// largest size that fits. Painted paths: crisp at any scale, tinted by whoever paints.
void paintIcon(QPainter& painter, Icon icon, const QRectF& box, const QColor& color);

/// The program's own icon, a bucket half full, at the sizes that desktops ask for.
QIcon windowIcon();

} // namespace penstock
