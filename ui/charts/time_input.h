// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <optional>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace penstock {

/// The mouse and the keys over everything that stands on the time axis, turned into what they mean.
/// Positions are fractions of the window: 0 is its start, 1 its end. GUI thread.
class TimeInput : public QObject
{
    Q_OBJECT

public:
    explicit TimeInput(QObject* parent) : QObject(parent) {}

    /// Watches @p widget, which is as wide as the card, and its viewport if it has one.
    void watch(QWidget* widget);

signals:
    void pointed(double fraction);
    void unpointed();
    void zoomed(double factor, double fraction); ///< factor < 1 shows less
    void panned(double windows);                 ///< by this part of the window; > 0 is later
    void selectionMoved(double from, double to);
    void selectionEnded(double from, double to);
    void selectionCancelled();
    void clicked(double fraction);
    void stepped(int steps); ///< the crosshair, by arrow keys
    void crosshairDismissed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool press(const QWidget& widget, const QMouseEvent& event);
    bool move(const QWidget& widget, const QMouseEvent& event);
    bool release(const QWidget& widget, const QMouseEvent& event);
    bool wheel(const QWidget& widget, const QWheelEvent& event);
    bool key(const QKeyEvent& event);

    std::optional<double> m_pressedAt; ///< fraction
    double m_pressedX = 0;
    bool m_isSelecting = false;
    double m_wheelRest = 0; ///< of touch pads, less than a notch
};

} // namespace penstock
