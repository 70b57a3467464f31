// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/store.h"

#include <QAbstractButton>

namespace penstock {

/// Which store decides and how it is doing: by icon, words and colour. Pressing it leads to the
/// store's settings. GUI thread.
class StoreBadge final : public QAbstractButton
{
    Q_OBJECT

public:
    explicit StoreBadge(QWidget* parent = nullptr);

    /// Repaints only when something changed.
    void setStatus(const StoreStatus& status);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    StoreStatus m_status;
    QString m_quiet; ///< the first, muted word: "private", "waiting for"
    QString m_loud;
};

} // namespace penstock
