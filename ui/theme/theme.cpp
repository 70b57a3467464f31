// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/theme/theme_style.h"

#include <QFontDatabase>
#include <QPalette>
#include <QWidget>

namespace penstock {

namespace {

const Palette& paletteOf(ThemeId id)
{
    switch (id) {
    case ThemeId::Light:
        return lightPalette();
    case ThemeId::Dark:
        return darkPalette();
    case ThemeId::HighContrast:
        break;
    }
    return highContrastPalette();
}

QFont makeFont(int pixels, bool bold, double scale)
{
    // DejaVu Sans: its digits all have one width, so that live numbers do not jiggle.
    QFont font(QStringList{QStringLiteral("DejaVu Sans"),
                           QFontDatabase::systemFont(QFontDatabase::GeneralFont).family()});
    font.setPixelSize(static_cast<int>(pixels * scale + 0.5));
    font.setBold(bold);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

std::array<QFont, kTextRoleCount> makeFonts(double scale)
{
    return {makeFont(12, false, scale), makeFont(12, true, scale),  makeFont(11, false, scale),
            makeFont(11, true, scale),  makeFont(19, false, scale), makeFont(19, true, scale),
            makeFont(15, false, scale), makeFont(15, true, scale),  makeFont(21, true, scale)};
}

} // namespace

Theme makeTheme(ThemeId id, double typeScale)
{
    Theme theme;
    theme.id = id;
    theme.colors = paletteOf(id);
    theme.typeScale = typeScale;
    theme.strokeScale = (id == ThemeId::HighContrast ? 1.35 : 1.0) * (typeScale > 1.0 ? 1.25 : 1.0);
    theme.focusWidth = id == ThemeId::HighContrast ? 3.0 : 2.0;
    theme.fonts = makeFonts(typeScale);
    return theme;
}

const Theme& themeOf(const QWidget& widget)
{
    if (const auto* style = qobject_cast<const ThemeStyle*>(widget.style()))
        return style->theme();
    static const Theme fallback = makeTheme(ThemeId::Light);
    return fallback;
}

QPalette toQPalette(const Palette& colors)
{
    QPalette palette;
    palette.setColor(QPalette::Window, colors.surface);
    palette.setColor(QPalette::WindowText, colors.text);
    palette.setColor(QPalette::Base, colors.input);
    palette.setColor(QPalette::AlternateBase, colors.canvas);
    palette.setColor(QPalette::Text, colors.text);
    palette.setColor(QPalette::PlaceholderText, colors.muted);
    palette.setColor(QPalette::Button, colors.surface);
    palette.setColor(QPalette::ButtonText, colors.text);
    palette.setColor(QPalette::BrightText, colors.denyText);
    palette.setColor(QPalette::Highlight, colors.soft);
    palette.setColor(QPalette::HighlightedText, colors.text);
    palette.setColor(QPalette::Link, colors.accentText);
    palette.setColor(QPalette::LinkVisited, colors.accentText);
    palette.setColor(QPalette::ToolTipBase, colors.canvas);
    palette.setColor(QPalette::ToolTipText, colors.text);
    palette.setColor(QPalette::Light, colors.surface);
    palette.setColor(QPalette::Midlight, colors.hover);
    palette.setColor(QPalette::Mid, colors.border);
    palette.setColor(QPalette::Dark, colors.fieldBorder);
    palette.setColor(QPalette::Shadow, colors.strongBorder);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, colors.strongBorder);
    return palette;
}

} // namespace penstock
