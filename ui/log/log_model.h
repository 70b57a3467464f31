// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame.h"
#include "ui/log/log_text.h"

#include <QAbstractTableModel>

#include <deque>
#include <optional>
#include <vector>

namespace penstock {

/// The last 10,000 requests, narrowed by kind and text. While it follows, every frame removes rows
/// in bulk at the front and adds rows in bulk at the end, at most once each; while it does not, it
/// stands still, so that what is read does not move. Keeps its own copies: the history may go with
/// its run at any time. GUI thread.
class LogModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        TimeColumn,
        NumberColumn,
        WorkerColumn,
        KeyColumn,
        DecisionColumn,
        TokensColumn,
        LatencyColumn,
        TitleColumn,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setFrame(const Frame& frame);
    void setFollowing(bool isFollowing);
    bool isFollowing() const { return m_isFollowing; }
    void setFilter(LogKind kind, const QString& text);

    const DecisionRecord& recordAt(int row) const;
    double capacityAt(int row) const; ///< tokens, of the limit of that decision; 0 for none
    QStringList detailsAt(int row) const;
    QString rowText(int row) const; ///< tab-separated, for the clipboard
    /// The row whose answer is nearest to @p at, or -1.
    int rowNear(Nanos at) const;
    std::uint64_t kept() const { return m_records.size(); }
    std::uint64_t total() const { return m_total; } ///< requests ever
    std::uint64_t newer() const { return m_newer; } ///< not shown, while it stands still
    std::uint64_t dropped() const { return m_dropped; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    bool matches(const DecisionRecord& record) const;
    void learnNames(const Frame& frame);
    void readFilter();
    void append(const Frame& frame, std::uint64_t fresh);
    void refilter();
    void clear();
    QString titleOf(const DecisionRecord& record) const;
    QString keyOf(const DecisionRecord& record) const;
    QVariant display(const DecisionRecord& record, int column) const;

    std::uint64_t m_run = 0;
    std::deque<DecisionRecord> m_records;
    std::uint64_t m_first = 0;        ///< sequence of m_records.front(), from 0
    std::deque<std::uint64_t> m_rows; ///< sequences that pass the filter
    std::uint64_t m_total = 0;
    std::uint64_t m_dropped = 0;
    std::uint64_t m_newer = 0;
    bool m_isFollowing = true;

    std::vector<QString> m_titles;
    std::vector<QString> m_keys;
    LogKind m_kind = LogKind::All;
    QString m_text;
    std::vector<bool> m_titleMatches; ///< by label: the text is looked for once, not in every row
    std::vector<bool> m_keyMatches;
};

} // namespace penstock
