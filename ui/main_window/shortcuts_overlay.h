// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <utility>
#include <vector>

class QAction;

namespace penstock {

/// All keys on one card over the dimmed window. Any key or click closes it; the run goes on below.
/// GUI thread.
class ShortcutsOverlay final : public QWidget
{
    Q_OBJECT

public:
    /// Covers @p parent.
    ShortcutsOverlay(const std::vector<QAction*>& actions, QWidget* parent);

    void toggle();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::vector<std::pair<QString, QString>> m_lines; ///< keys, what they do
};

} // namespace penstock
