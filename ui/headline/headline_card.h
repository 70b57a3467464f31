// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame.h"
#include "ui/headline/burst_tracker.h"
#include "ui/headline/headline_text.h"

#include <QWidget>

namespace penstock {

class BucketView;

/// The card at the top: the bucket, the state in one sentence, what happens next, the run time.
/// GUI thread.
class HeadlineCard : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kHeight = 96;
    static constexpr int kSmallHeight = 64;

    explicit HeadlineCard(QWidget* parent = nullptr);

    void setFrame(const Frame& frame);
    /// For a window narrower than 1200 or lower than 700.
    void setSmall(bool isSmall);
    const HeadlineText& text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void place();
    int paintRunTime(QPainter& painter) const;
    void paintSentence(QPainter& painter, const QRectF& box) const;
    void describe();

    BucketView* m_bucket;
    BurstTracker m_burst;
    HeadlineText m_text;
    QString m_runTime;
    QString m_spoken; ///< the state without its numbers, for screen readers
    bool m_isSmall = false;
};

} // namespace penstock
