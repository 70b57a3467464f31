// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/palette.h"

#include <QFont>

#include <array>
#include <cstddef>

class QPalette;
class QWidget;

namespace penstock {

enum class ThemeId
{
    Light,
    Dark,
    HighContrast
};

/// The only sizes of type there are.
enum class TextRole
{
    Body,                ///< 12: body, fields, cells
    Section,             ///< 12 bold: section and chart titles, primary button
    Caption,             ///< 11: captions, axis, chips, table header, status
    CaptionStrong,       ///< 11 bold
    Headline,            ///< 19
    HeadlineStrong,      ///< 19 bold: the numbers in it
    SmallHeadline,       ///< 15: the headline of a small window
    SmallHeadlineStrong, ///< 15 bold
    Bucket,              ///< 21 bold: the number in the bucket
};
inline constexpr std::size_t kTextRoleCount = 9;

/// How the window looks: colours, type, line widths. A plain value; painters read it with themeOf()
/// each time they paint and keep no copy. When it changes every widget gets
/// QEvent::PaletteChange (and QEvent::StyleChange when sizes changed too) and is repainted.
struct Theme
{
    ThemeId id = ThemeId::Light;
    Palette colors = lightPalette();
    double typeScale = 1.0;   ///< above 1 in presentation mode; all of px() grows with it
    double strokeScale = 1.0; ///< of chart pens; above 1 in high contrast
    double focusWidth = 2.0;  ///< of the border of what has the keyboard focus
    std::array<QFont, kTextRoleCount> fonts;

    const QFont& font(TextRole role) const { return fonts[static_cast<std::size_t>(role)]; }
    /// A length that grows with the type, rounded to whole pixels.
    int px(int length) const { return static_cast<int>(length * typeScale + 0.5); }
    double pen(double width) const { return width * strokeScale; }
    bool isDark() const { return id != ThemeId::Light; }

    friend bool operator==(const Theme&, const Theme&) = default;
};

Theme makeTheme(ThemeId id, double typeScale = 1.0);

/// The theme of the style that draws @p widget; the light one where another style does. GUI thread.
/// The reference is good until the theme changes.
const Theme& themeOf(const QWidget& widget);

/// What stock widgets are drawn with.
QPalette toQPalette(const Palette& colors);

} // namespace penstock
