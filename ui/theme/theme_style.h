// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QProxyStyle>

class QStyleOptionComboBox;
class QStyleOptionSlider;
class QStyleOptionSpinBox;

namespace penstock {

/// Fusion with our own fields, buttons, sliders, scroll bars, headers and menus; it owns the theme
/// that the widgets drawn with it look up. GUI thread.
class ThemeStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    explicit ThemeStyle(Theme theme);

    const Theme& theme() const { return m_theme; }
    /// The caller lets the widgets know (ThemeController).
    void setTheme(Theme theme) { m_theme = std::move(theme); }

    void polish(QWidget* widget) override;
    using QProxyStyle::polish;
    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option,
                         const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                            QPainter* painter, const QWidget* widget) const override;

private:
    void drawComboBox(const QStyleOptionComboBox& option, QPainter& painter) const;
    void drawSpinBox(const QStyleOptionSpinBox& option, QPainter& painter,
                     const QWidget* widget) const;
    void drawSlider(const QStyleOptionSlider& option, QPainter& painter,
                    const QWidget* widget) const;
    void drawScrollBar(const QStyleOptionSlider& option, QPainter& painter,
                       const QWidget* widget) const;
    void drawHeader(ControlElement element, const QStyleOption* option, QPainter& painter,
                    const QWidget* widget) const;
    void drawPushButton(ControlElement element, const QStyleOption* option,
                        QPainter& painter) const;
    QRect scrollBarRect(const QStyleOptionSlider& option, SubControl part) const;

    Theme m_theme;
};

} // namespace penstock
