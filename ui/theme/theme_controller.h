// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QObject>

#include <optional>

class QApplication;

namespace penstock {

class ThemeStyle;

/// What the user chose in the menu.
enum class ThemeChoice
{
    System,
    Light,
    Dark,
    HighContrast
};

/// The words of settings and of --theme: "system", "light", "dark", "high-contrast".
QString toText(ThemeChoice choice);
std::optional<ThemeChoice> parseThemeChoice(const QString& text);

/// Puts the theme into the application: style, palette, font. One per program, made before the
/// first widget. GUI thread.
class ThemeController final : public QObject
{
    Q_OBJECT

public:
    explicit ThemeController(QApplication& application, QObject* parent = nullptr);

    ThemeChoice choice() const { return m_choice; }
    void setChoice(ThemeChoice choice);
    /// Above 1: larger type, for presentations.
    void setTypeScale(double scale);
    const Theme& theme() const;

signals:
    /// After every widget was told. Most widgets need only their changeEvent.
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void readSystem();
    void apply();

    QApplication& m_application;
    ThemeStyle* m_style; ///< owned by the application
    ThemeChoice m_choice = ThemeChoice::System;
    double m_typeScale = 1.0;
    bool m_isSystemDark = false;
};

} // namespace penstock
