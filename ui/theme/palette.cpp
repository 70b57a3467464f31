// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/palette.h"

#include <algorithm>
#include <cmath>

namespace penstock {

namespace {

QColor rgb(QRgb value)
{
    return QColor::fromRgb(value);
}

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
           0.0722 * linear(color.blueF());
}

} // namespace

const Palette& lightPalette()
{
    static const Palette palette{
        .canvas = rgb(0xF3F5F7),
        .surface = rgb(0xFFFFFF),
        .input = rgb(0xFFFFFF),
        .border = rgb(0xDDE2E8),
        .fieldBorder = rgb(0xD0D5DB),
        .strongBorder = rgb(0xAEB7C2),
        .grid = rgb(0xEBEEF2),
        .groove = rgb(0xD9DEE5),
        .text = rgb(0x1C2128),
        .muted = rgb(0x57606B),
        .accent = rgb(0x0B66C3),
        .accentHover = rgb(0x0A5BAE),
        .accentText = rgb(0x0A5CB0),
        .onAccent = rgb(0xFFFFFF),
        .soft = rgb(0xE3EEFA),
        .softOutline = rgb(0x9CC3EA),
        .hover = rgb(0xF0F3F6),
        .allow = rgb(0x0B66C3),
        .deny = rgb(0xD9610B),
        .denyText = rgb(0xA84600),
        .denySoft = rgb(0xFDF1E8),
        .offered = rgb(0x75818F),
        .reference = rgb(0x6B7683),
        .p50 = rgb(0x6B4FC8),
        .p99 = rgb(0xB0499A),
        .waterTop = rgb(0x2F7FD0),
        .waterBottom = rgb(0x0A58AD),
        .onWater = rgb(0xFFFFFF),
    };
    return palette;
}

const Palette& darkPalette()
{
    static const Palette palette{
        .canvas = rgb(0x14171B),
        .surface = rgb(0x1C2025),
        .input = rgb(0x15181C),
        .border = rgb(0x2F353D),
        .fieldBorder = rgb(0x434C57),
        .strongBorder = rgb(0x505A66),
        .grid = rgb(0x282E35),
        .groove = rgb(0x39414B),
        .text = rgb(0xE4E8ED),
        .muted = rgb(0x9AA5B1),
        .accent = rgb(0x4A9DF2),
        .accentHover = rgb(0x66AEF7),
        .accentText = rgb(0x7AB8F7),
        .onAccent = rgb(0x0C1621),
        .soft = rgb(0x1D3048),
        .softOutline = rgb(0x3F6FA5),
        .hover = rgb(0x272C33),
        .allow = rgb(0x4A9DF2),
        .deny = rgb(0xF2873B),
        .denyText = rgb(0xF6A266),
        .denySoft = rgb(0x35261A),
        .offered = rgb(0x7F8B99),
        .reference = rgb(0x98A3AF),
        .p50 = rgb(0xA48CF2),
        .p99 = rgb(0xE07FC6),
        .waterTop = rgb(0x2F78C4),
        .waterBottom = rgb(0x1B5596),
        .onWater = rgb(0xFFFFFF),
        .tokensFillAlpha = 0.20,
    };
    return palette;
}

const Palette& highContrastPalette()
{
    static const Palette palette{
        .canvas = rgb(0x000000),
        .surface = rgb(0x000000),
        .input = rgb(0x000000),
        .border = rgb(0x9AA3AD),
        .fieldBorder = rgb(0xE6EAEE),
        .strongBorder = rgb(0xFFFFFF),
        .grid = rgb(0x3A4048),
        .groove = rgb(0x7C8690),
        .text = rgb(0xFFFFFF),
        .muted = rgb(0xDDE2E8),
        .accent = rgb(0x5CC4FF),
        .accentHover = rgb(0x9BDCFF),
        .accentText = rgb(0x8AD6FF),
        .onAccent = rgb(0x000000),
        .soft = rgb(0x003457),
        .softOutline = rgb(0x5CC4FF),
        .hover = rgb(0x23282E),
        .allow = rgb(0x5CC4FF),
        .deny = rgb(0xFFA52E),
        .denyText = rgb(0xFFBF66),
        .denySoft = rgb(0x2E1C00),
        .offered = rgb(0xC3CAD2),
        .reference = rgb(0xF2F4F6),
        .p50 = rgb(0xCBB8FF),
        .p99 = rgb(0xFF9EE4),
        .waterTop = rgb(0x0A63A8),
        .waterBottom = rgb(0x004A85),
        .onWater = rgb(0xFFFFFF),
        .tokensFillAlpha = 0.26,
        .deniedFillAlpha = 0.30,
        .haloAlpha = 0.45,
    };
    return palette;
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

} // namespace penstock
