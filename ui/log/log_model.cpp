// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/log_model.h"

#include "core/limit/algorithm.h"
#include "ui/format.h"

#include <algorithm>

namespace penstock {

namespace {

const QString& nameAt(const std::vector<QString>& names, std::uint32_t index)
{
    static const QString unknown = QStringLiteral("\u2013");
    return index < names.size() ? names[index] : unknown;
}

bool isNumeric(int column)
{
    return column == LogModel::NumberColumn || column == LogModel::TokensColumn ||
           column == LogModel::LatencyColumn;
}

} // namespace

void LogModel::setFrame(const Frame& frame)
{
    const std::uint64_t shown = m_first + m_records.size();
    if (frame.run != m_run || frame.history.eventCount < shown) {
        clear();
        m_run = frame.run;
    }
    m_total = frame.history.totals.requests();
    m_dropped = frame.history.dropped;
    const std::uint64_t fresh = frame.history.eventCount - (m_first + m_records.size());
    m_newer = m_isFollowing ? 0 : fresh;
    if (!m_isFollowing && !m_records.empty())
        return;
    learnNames(frame);
    if (fresh > 0)
        append(frame, std::min<std::uint64_t>(fresh, frame.history.events.size()));
}

void LogModel::setFollowing(bool isFollowing)
{
    m_isFollowing = isFollowing;
}

void LogModel::learnNames(const Frame& frame)
{
    if (m_titles.size() == frame.labels.size() && m_keys.size() == frame.keys.size())
        return;
    m_titles.clear();
    for (const Label& label : frame.labels)
        m_titles.push_back(QString::fromStdString(label.title));
    m_keys.clear();
    for (const std::string& key : frame.keys)
        m_keys.push_back(shortKey(key));
    readFilter();
}

void LogModel::setFilter(LogKind kind, const QString& text)
{
    if (kind == m_kind && text == m_text)
        return;
    m_kind = kind;
    m_text = text.trimmed();
    readFilter();
    refilter();
}

void LogModel::readFilter()
{
    const auto contains = [this](const QString& name) {
        return name.contains(m_text, Qt::CaseInsensitive);
    };
    m_titleMatches.clear();
    std::transform(m_titles.begin(), m_titles.end(), std::back_inserter(m_titleMatches), contains);
    m_keyMatches.clear();
    std::transform(m_keys.begin(), m_keys.end(), std::back_inserter(m_keyMatches), contains);
}

bool LogModel::matches(const DecisionRecord& record) const
{
    if (!isOfKind(record.decision, m_kind))
        return false;
    if (m_text.isEmpty())
        return true;
    if (record.label < m_titleMatches.size() && m_titleMatches[record.label])
        return true;
    if (record.key < m_keyMatches.size() && m_keyMatches[record.key])
        return true;
    // A worker is meant whole: "w1" is not w12.
    const QString worker = QLatin1Char('w') % QString::number(record.worker);
    return worker.compare(m_text, Qt::CaseInsensitive) == 0 ||
           decisionWords(record.decision).word.startsWith(m_text, Qt::CaseInsensitive);
}

void LogModel::append(const Frame& frame, std::uint64_t fresh)
{
    const std::deque<DecisionRecord>& events = frame.history.events;
    const std::uint64_t skipped = frame.history.eventCount - (m_first + m_records.size()) - fresh;
    if (skipped > 0) { // more came than the ring holds: nothing of ours is left in it
        clear();
        m_first = frame.history.eventCount - fresh;
    }
    const std::uint64_t size = m_records.size() + fresh;
    const std::uint64_t gone = size - std::min<std::uint64_t>(size, RunHistory::kMaxEvents);
    const auto goneRows = static_cast<int>(
        std::lower_bound(m_rows.begin(), m_rows.end(), m_first + gone) - m_rows.begin());
    if (goneRows > 0) {
        beginRemoveRows({}, 0, goneRows - 1);
        m_rows.erase(m_rows.begin(), m_rows.begin() + goneRows);
        endRemoveRows();
    }
    std::vector<std::uint64_t> rows;
    std::uint64_t sequence = m_first + m_records.size();
    for (auto event = events.end() - static_cast<std::ptrdiff_t>(fresh); event != events.end();
         ++event, ++sequence) {
        m_records.push_back(*event);
        if (matches(*event))
            rows.push_back(sequence);
    }
    m_records.erase(m_records.begin(), m_records.begin() + static_cast<std::ptrdiff_t>(gone));
    m_first += gone;
    if (rows.empty())
        return;
    const auto before = static_cast<int>(m_rows.size());
    beginInsertRows({}, before, before + static_cast<int>(rows.size()) - 1);
    m_rows.insert(m_rows.end(), rows.begin(), rows.end());
    endInsertRows();
}

void LogModel::refilter()
{
    beginResetModel();
    m_rows.clear();
    for (std::size_t i = 0; i < m_records.size(); ++i) {
        if (matches(m_records[i]))
            m_rows.push_back(m_first + i);
    }
    endResetModel();
}

void LogModel::clear()
{
    if (m_records.empty() && m_first == 0)
        return;
    beginResetModel();
    m_records.clear();
    m_rows.clear();
    m_first = 0;
    m_titles.clear();
    m_keys.clear();
    endResetModel();
}

const DecisionRecord& LogModel::recordAt(int row) const
{
    return m_records[m_rows[static_cast<std::size_t>(row)] - m_first];
}

double LogModel::capacityAt(int row) const
{
    const auto& limit = recordAt(row).decision.limit;
    if (!limit || limit->algorithm == nullptr || limit->algorithm->bucket == nullptr)
        return 0;
    const auto bucket = limit->algorithm->bucket(*limit);
    return bucket ? bucket->capacity.toDouble() : 0;
}

QStringList LogModel::detailsAt(int row) const
{
    const DecisionRecord& record = recordAt(row);
    return detailLines(record, keyOf(record), titleOf(record));
}

QString LogModel::rowText(int row) const
{
    QStringList cells;
    for (int column = 0; column < ColumnCount; ++column)
        cells << display(recordAt(row), column).toString();
    return cells.join(QLatin1Char('\t'));
}

int LogModel::rowNear(Nanos at) const
{
    int best = -1;
    Nanos least = Nanos::max();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Nanos ended = m_records[m_rows[i] - m_first].ended;
        const Nanos distance = ended > at ? ended - at : at - ended;
        if (distance < least) {
            least = distance;
            best = static_cast<int>(i);
        }
    }
    return best;
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString LogModel::titleOf(const DecisionRecord& record) const
{
    return nameAt(m_titles, record.label);
}

QString LogModel::keyOf(const DecisionRecord& record) const
{
    return nameAt(m_keys, record.key);
}

QVariant LogModel::display(const DecisionRecord& record, int column) const
{
    const Decision& decision = record.decision;
    switch (column) {
    case TimeColumn:
        return format::logTime(record.ended);
    case NumberColumn:
        return format::count(record.number);
    case WorkerColumn:
        return decision.outcome == Outcome::Shed
                   ? QStringLiteral("\u2013")
                   : QLatin1Char('w') % QString::number(record.worker);
    case KeyColumn:
        return keyOf(record);
    case DecisionColumn: {
        const DecisionWords words = decisionWords(decision);
        return words.more.isEmpty() ? words.word : words.word % QStringLiteral(", ") % words.more;
    }
    case TokensColumn: // only the store knows
        return decision.decidedBy == DecidedBy::Store ? format::tokens(decision.tokensLeft)
                                                      : QStringLiteral("\u2013");
    case LatencyColumn:
        return QString(format::milliseconds(record.ended - record.intended) %
                       QStringLiteral(" ms"));
    case TitleColumn:
        return titleOf(record);
    default:
        return {};
    }
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return display(recordAt(index.row()), index.column());
    case Qt::ToolTipRole:
        return detailsAt(index.row()).join(QLatin1Char('\n'));
    case Qt::TextAlignmentRole:
        return static_cast<int>((isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft) |
                                Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) |
                                Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn:
        return QStringLiteral("Time");
    case NumberColumn:
        return QStringLiteral("#");
    case WorkerColumn:
        return QStringLiteral("Worker");
    case KeyColumn:
        return QStringLiteral("Key");
    case DecisionColumn:
        return QStringLiteral("Decision");
    case TokensColumn:
        return QStringLiteral("Tokens left");
    case LatencyColumn:
        return QStringLiteral("Latency");
    default:
        return QStringLiteral("Title");
    }
}

} // namespace penstock
