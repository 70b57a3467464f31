// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme_controller.h"

#include "ui/theme/theme_style.h"

#include <QApplication>
#include <QEvent>
#include <QPalette>
#include <QWidget>

#include <array>
#include <utility>

namespace penstock {

namespace {

constexpr std::array<std::pair<ThemeChoice, const char*>, 4> kWords{{
    {ThemeChoice::System, "system"},
    {ThemeChoice::Light, "light"},
    {ThemeChoice::Dark, "dark"},
    {ThemeChoice::HighContrast, "high-contrast"},
}};

ThemeId resolve(ThemeChoice choice, bool isSystemDark)
{
    switch (choice) {
    case ThemeChoice::System:
        return isSystemDark ? ThemeId::Dark : ThemeId::Light;
    case ThemeChoice::Light:
        return ThemeId::Light;
    case ThemeChoice::Dark:
        return ThemeId::Dark;
    case ThemeChoice::HighContrast:
        break;
    }
    return ThemeId::HighContrast;
}

} // namespace

QString toText(ThemeChoice choice)
{
    for (const auto& [value, word] : kWords) {
        if (value == choice)
            return QLatin1String(word);
    }
    return {};
}

std::optional<ThemeChoice> parseThemeChoice(const QString& text)
{
    for (const auto& [value, word] : kWords) {
        if (text == QLatin1String(word))
            return value;
    }
    return std::nullopt;
}

ThemeController::ThemeController(QApplication& application, QObject* parent)
    : QObject(parent), m_application(application),
      m_style(new ThemeStyle(makeTheme(ThemeId::Light)))
{
    readSystem();
    m_application.setStyle(m_style); // takes it
    m_application.installEventFilter(this);
    apply();
}

const Theme& ThemeController::theme() const
{
    return m_style->theme();
}

void ThemeController::setChoice(ThemeChoice choice)
{
    if (m_choice == choice)
        return;
    m_choice = choice;
    apply();
}

void ThemeController::setTypeScale(double scale)
{
    if (m_typeScale == scale)
        return;
    m_typeScale = scale;
    apply();
}

void ThemeController::readSystem()
{
    // Qt 6.4 does not tell the colour scheme. An empty palette gives the platform's back.
    QApplication::setPalette(QPalette());
    const QPalette system = QApplication::palette();
    m_isSystemDark =
        system.color(QPalette::Window).lightness() < system.color(QPalette::WindowText).lightness();
}

void ThemeController::apply()
{
    const Theme theme = makeTheme(resolve(m_choice, m_isSystemDark), m_typeScale);
    const bool hasNewSizes = theme.typeScale != m_style->theme().typeScale;
    m_style->setTheme(theme);
    QApplication::setPalette(toQPalette(theme.colors));
    QApplication::setFont(theme.font(TextRole::Body));
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget* widget : widgets) {
        if (hasNewSizes) {
            QEvent event(QEvent::StyleChange);
            QApplication::sendEvent(widget, &event);
            widget->updateGeometry();
        }
        widget->update();
    }
    emit changed();
}

bool ThemeController::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ThemeChange && watched->isWindowType()) {
        const bool wasDark = m_isSystemDark;
        readSystem();
        if (m_isSystemDark != wasDark || m_choice == ThemeChoice::System)
            apply();
        else
            QApplication::setPalette(toQPalette(theme().colors));
    }
    return QObject::eventFilter(watched, event);
}

} // namespace penstock
