// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

class QColor;
class QPainter;

namespace penstock {

struct Theme;

/// Where the pointer and the keyboard are with a control.
struct ControlState
{
    bool isEnabled = true;
    bool isHovered = false;
    bool isPressed = false;
    bool isFocused = false; ///< by the keyboard
};

enum class ButtonKind
{
    Primary,  ///< filled: the one thing to press
    Outlined, ///< a field-like border
    Flat,     ///< no border until hovered
    Checked,  ///< soft accent
};

/// The faces of controls, drawn in one place for the style and for our own widgets. Rectangles are
/// the whole of the control in widget pixels; borders are drawn inside.
void paintField(QPainter& painter, const QRectF& box, const Theme& theme, ControlState state,
                bool isInvalid = false);
void paintButton(QPainter& painter, const QRectF& box, const Theme& theme, ButtonKind kind,
                 ControlState state, double radius = 6);
/// Of text and icon on such a button.
QColor buttonInk(const Theme& theme, ButtonKind kind, ControlState state);
/// A border inside @p box, @p width wide, centred on whole pixels.
void paintOutline(QPainter& painter, const QRectF& box, double radius, const QColor& color,
                  double width = 1.0);
/// A surface with radius 8 and a border: cards.
void paintCard(QPainter& painter, const QRectF& box, const Theme& theme);
/// The ring of the keyboard focus round anything.
void paintFocus(QPainter& painter, const QRectF& box, double radius, const Theme& theme);

} // namespace penstock
