// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_status.h"
#include "ui/frame.h"

#include <QWidget>

#include <array>
#include <vector>

namespace penstock {

struct Theme;

/// One cell a worker, told apart by shape: idle low and hollow, asking half, working full, failing
/// a cross. 1 to 256 workers fit: cells shrink to bars. GUI thread.
class WorkerRow : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kActivities = 4; ///< retired workers have no cell

    explicit WorkerRow(QWidget* parent = nullptr);

    void setFrame(const Frame& frame);
    int count() const { return static_cast<int>(m_workers.size()); }
    QString summary() const; ///< "3 working, 1 asking, 6 idle"
    QString textOf(int worker) const;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    double pitch() const;
    int summaryRoom() const;
    int workerAt(QPoint position) const;
    void paintCell(QPainter& painter, const QRectF& cell, WorkerActivity activity,
                   const Theme& theme) const;
    void paintSummary(QPainter& painter, const Theme& theme) const;

    struct Cell
    {
        int number = 0;
        WorkerStatus status;

        friend bool operator==(const Cell&, const Cell&) = default;
    };
    std::vector<Cell> m_workers;
    std::array<int, kActivities> m_counts{};
};

} // namespace penstock
