// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/control_painter.h"

#include <QStyleOption>
#include <QVariant>
#include <QWidget>

/// What the two source files of ThemeStyle share.
namespace penstock::style {

inline constexpr int kSpinArrows = 19;   ///< room for the chevrons of a spin box
inline constexpr int kComboArrow = 24;   ///< and of a combo
inline constexpr int kHandleExtent = 17; ///< a slider's handle with its halo
inline constexpr int kLeastScrollHandle = 24;

inline ControlState stateOf(const QStyleOption& option)
{
    return {.isEnabled = option.state.testFlag(QStyle::State_Enabled),
            .isHovered = option.state.testFlag(QStyle::State_MouseOver),
            .isPressed = option.state.testFlag(QStyle::State_Sunken),
            .isFocused = option.state.testFlag(QStyle::State_HasFocus)};
}

/// A field says by a property that what is typed in it cannot be.
inline bool isInvalid(const QWidget* widget)
{
    return widget != nullptr && widget->property("invalid").toBool();
}

} // namespace penstock::style
