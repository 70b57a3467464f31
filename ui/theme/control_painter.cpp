// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/control_painter.h"

#include "ui/theme/theme.h"

#include <QPainter>

namespace penstock {

namespace {

struct Face
{
    QColor fill = Qt::transparent;
    QColor border = Qt::transparent;
};

Face buttonFace(const Theme& theme, ButtonKind kind, ControlState state)
{
    const Palette& c = theme.colors;
    const bool isRaised = state.isHovered || state.isPressed;
    switch (kind) {
    case ButtonKind::Primary:
        if (!state.isEnabled)
            return {c.groove, c.groove};
        return isRaised ? Face{c.accentHover, c.accentHover} : Face{c.accent, c.accent};
    case ButtonKind::Outlined:
        return isRaised ? Face{c.hover, c.strongBorder} : Face{c.input, c.fieldBorder};
    case ButtonKind::Flat:
        return isRaised ? Face{c.hover, c.hover} : Face{};
    case ButtonKind::Checked:
        return {c.soft, state.isHovered ? c.accent : c.softOutline};
    }
    return {};
}

void fillRounded(QPainter& painter, const QRectF& box, double radius, const QColor& color)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(box, radius, radius);
}

} // namespace

void paintOutline(QPainter& painter, const QRectF& box, double radius, const QColor& color,
                  double width)
{
    const double half = width / 2;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, width));
    painter.drawRoundedRect(box.adjusted(half, half, -half, -half), radius - half, radius - half);
}

void paintFocus(QPainter& painter, const QRectF& box, double radius, const Theme& theme)
{
    paintOutline(painter, box, radius, theme.colors.accent, theme.focusWidth);
}

void paintField(QPainter& painter, const QRectF& box, const Theme& theme, ControlState state,
                bool isInvalid)
{
    constexpr double kRadius = 5;
    const Palette& c = theme.colors;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    fillRounded(painter, box, kRadius, state.isEnabled ? c.input : c.canvas);
    if (isInvalid)
        paintOutline(painter, box, kRadius, c.deny, theme.focusWidth);
    else if (state.isFocused)
        paintFocus(painter, box, kRadius, theme);
    else
        paintOutline(painter, box, kRadius, state.isHovered ? c.strongBorder : c.fieldBorder);
    painter.restore();
}

void paintButton(QPainter& painter, const QRectF& box, const Theme& theme, ButtonKind kind,
                 ControlState state, double radius)
{
    const Face face = buttonFace(theme, kind, state);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    fillRounded(painter, box, radius, face.fill);
    paintOutline(painter, box, radius, face.border);
    if (state.isFocused) {
        paintFocus(painter, box, radius, theme);
        // On a filled button the accent ring would not be seen: a second one inside it is.
        if (kind == ButtonKind::Primary)
            paintOutline(painter, box.adjusted(2, 2, -2, -2), radius - 2, theme.colors.onAccent,
                         1.5);
    }
    painter.restore();
}

QColor buttonInk(const Theme& theme, ButtonKind kind, ControlState state)
{
    const Palette& c = theme.colors;
    if (!state.isEnabled)
        return kind == ButtonKind::Primary ? c.muted : c.strongBorder;
    switch (kind) {
    case ButtonKind::Primary:
        return c.onAccent;
    case ButtonKind::Checked:
        return c.accentText;
    case ButtonKind::Outlined:
    case ButtonKind::Flat:
        break;
    }
    return c.text;
}

void paintCard(QPainter& painter, const QRectF& box, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    fillRounded(painter, box, 8, theme.colors.surface);
    paintOutline(painter, box, 8, theme.colors.border);
    painter.restore();
}

} // namespace penstock
