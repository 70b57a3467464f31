// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace penstock {

/// The colours of one theme by what they mean. Text colours have a contrast of at least 4.5:1 on
/// canvas, surface, input and soft accent (7:1 in high contrast), lines and marks at least 3:1;
/// a test holds them to it.
struct Palette
{
    // Three surface levels, and the lines between them.
    QColor canvas;  ///< behind cards, status bar, chips
    QColor surface; ///< toolbar, panel, cards, log
    QColor input;   ///< fields
    QColor border;  ///< between regions and around cards
    QColor fieldBorder;
    QColor strongBorder; ///< hovered fields, default ticks
    QColor grid;         ///< in charts
    QColor groove;       ///< of sliders and bars

    QColor text;
    QColor muted;

    QColor accent;      ///< marks and filled buttons
    QColor accentHover; ///< a filled button under the pointer
    QColor accentText;
    QColor onAccent; ///< text on a filled button
    QColor soft;     ///< selection, checked
    QColor softOutline;
    QColor hover; ///< a flat button or a row under the pointer

    QColor allow;    ///< marks and lines of allowed requests
    QColor deny;     ///< marks and lines of denied requests: never for text
    QColor denyText; ///< "Denied", errors
    QColor denySoft; ///< behind a message that says something is wrong
    QColor offered;
    QColor reference; ///< dashed lines: capacity, refill
    QColor p50;
    QColor p99;
    QColor waterTop;
    QColor waterBottom;
    QColor onWater;

    double tokensFillAlpha = 0.13; ///< below the tokens line, in allow
    double deniedFillAlpha = 0.18; ///< below the denied line, in deny
    double haloAlpha = 0.28;       ///< around a focused handle, in accent

    friend bool operator==(const Palette&, const Palette&) = default;
};

const Palette& lightPalette();
const Palette& darkPalette();
const Palette& highContrastPalette(); ///< near white on black

/// @p color at @p alpha, 0 to 1.
inline QColor withAlpha(QColor color, double alpha)
{
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

/// The contrast ratio of WCAG 2.1, 1 to 21. Both colours opaque.
double contrastRatio(const QColor& a, const QColor& b);

} // namespace penstock
