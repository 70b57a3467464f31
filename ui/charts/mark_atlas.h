// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/series_id.h"

#include <QColor>
#include <QPixmap>
#include <QPointF>

class QPainter;

namespace penstock {

/// One small mark, drawn once for each quarter of a pixel and then copied: a strip may hold a
/// thousand, and stroking each would cost more than all the charts. GUI thread.
class MarkAtlas
{
public:
    /// Makes the marks anew if color or scale are others than last time.
    void prepare(Glyph glyph, const QColor& color, double devicePixelRatio);
    void paint(QPainter& painter, QPointF center) const;

private:
    static constexpr int kPhases = 4; ///< in each direction
    static constexpr int kCell = 8;   ///< px: a mark and its soft edge

    QPixmap m_pixmap;
    QColor m_color;
    double m_ratio = 0;
};

} // namespace penstock
