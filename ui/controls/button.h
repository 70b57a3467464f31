// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/control_painter.h"
#include "ui/theme/icons.h"

#include <QAbstractButton>

class QMenu;

namespace penstock {

/// A button with one of our icons, a text that a small window can do without, and a menu where it
/// has one: behind the chevron when the button itself acts, else behind all of it. GUI thread.
class Button final : public QAbstractButton
{
    Q_OBJECT

public:
    Button(ButtonKind kind, Icon icon, const QString& text, QWidget* parent = nullptr);

    void setGlyph(Icon icon);
    void setKind(ButtonKind kind);
    /// Without its text; the text stays the accessible name and becomes the tool tip.
    void setIconOnly(bool isIconOnly);
    /// Opens at the chevron, or at Alt+Down. With @p isWhole at any press.
    void setMenu(QMenu* menu, bool isWhole);
    QMenu* menu() const { return m_menu; }
    /// Under the pointer, with the keys that do the same.
    void setHint(const QString& hint);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void nextCheckState() override;

private:
    ButtonKind shownKind() const;
    QFont textFont() const;
    void openMenu();

    ButtonKind m_kind;
    Icon m_icon;
    QMenu* m_menu = nullptr;
    QString m_hint;
    bool m_isIconOnly = false;
    bool m_isMenuWhole = false;
};

} // namespace penstock
