// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame.h"

#include <QElapsedTimer>
#include <QString>
#include <QWidget>

namespace penstock {

/// The line along the bottom: script, seed, audit; the last change; frames per second and dropped
/// events. GUI thread.
class StatusLine final : public QWidget
{
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    /// Thirty times a second; repaints when a text changed.
    void setFrame(const Frame& frame);
    void setCompact(bool isCompact);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Texts
    {
        QString script;
        QString seed;
        QString audit;
        QString message;
        QString rate;
        QString dropped;
        bool isAuditGood = true;
        bool isAuditKnown = false;

        friend bool operator==(const Texts&, const Texts&) = default;
    };

    QString countFrames();
    void applySizes();

    Texts m_texts;
    QElapsedTimer m_second;
    int m_frames = 0;
    QString m_rate;
    bool m_isCompact = false;
};

} // namespace penstock
