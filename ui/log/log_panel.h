// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/request_strip.h"
#include "ui/frame.h"

#include <QWidget>

#include <optional>

class QLabel;
class QLineEdit;

namespace penstock {

class Button;
class LogModel;
class LogTable;
class SegmentedBar;

/// The event log: a bar with filters above the table of the last requests. Reading stops following:
/// a row that is selected or scrolled to stays where it is. GUI thread.
class LogPanel : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kHeight = 172;
    static constexpr int kSmallHeight = 128;

    explicit LogPanel(QWidget* parent = nullptr);

    void setFrame(const Frame& frame);
    void setSmall(bool isSmall); ///< narrower columns, shorter words
    void focusFilter();          ///< Ctrl+F
    /// Selects the request whose answer came nearest to @p at.
    void selectNear(Nanos at);
    void setFollowing(bool isFollowing);
    bool isFollowing() const;

signals:
    /// Of the selected row, for the strip; none without one.
    void ringed(const std::optional<penstock::RingedRequest>& request);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildBar();
    void buildTable();
    void applyFilter();
    void setColumns();
    void selectionMoved();
    void copyRow();
    void showStatus();
    void applyTheme();

    LogModel* m_model;
    LogTable* m_table;
    QLabel* m_title;
    SegmentedBar* m_kinds;
    QLineEdit* m_search;
    QLabel* m_status;
    Button* m_follow;
    QLabel* m_details;
    bool m_isSmall = false;
};

} // namespace penstock
