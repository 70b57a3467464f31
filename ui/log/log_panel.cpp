// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/log/log_panel.h"

#include "ui/controls/button.h"
#include "ui/format.h"
#include "ui/log/log_delegate.h"
#include "ui/log/log_model.h"
#include "ui/log/log_table.h"
#include "ui/theme/theme.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/segmented_bar.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>

#include <array>

namespace penstock {

namespace {

constexpr int kBarHeight = 38;
constexpr int kHeaderHeight = 24;
constexpr int kRowHeight = 22;
constexpr int kDetailsFrom = 165; // of the panel's height: else a row is worth more
constexpr std::array<int, LogModel::ColumnCount - 1> kColumns{104, 66, 76, 124, 200, 132, 92};
constexpr std::array<int, LogModel::ColumnCount - 1> kSmallColumns{100, 58, 68, 106, 186, 122, 82};

} // namespace

LogPanel::LogPanel(QWidget* parent)
    : QWidget(parent), m_model(new LogModel(this)), m_table(new LogTable(this)),
      m_title(new QLabel(QStringLiteral("Event log"), this)), m_kinds(new SegmentedBar(this)),
      m_search(new SearchField(QStringLiteral("Filter by worker, key or title"), this)),
      m_status(new QLabel(this)),
      m_follow(new Button(ButtonKind::Outlined, Icon::Follow, QStringLiteral("Follow"), this)),
      m_details(new QLabel(this))
{
    setObjectName(QStringLiteral("log"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    buildBar();
    buildTable();
    m_details->setObjectName(QStringLiteral("logDetails"));
    m_details->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setContentsMargins(16, 0, 16, 0);
    m_details->hide();
    column->addWidget(m_details);
    applyTheme();
    setColumns();
    showStatus();
}

void LogPanel::buildBar()
{
    m_kinds->setObjectName(QStringLiteral("logKinds"));
    m_kinds->setBarHeight(26);
    m_kinds->addSegment(QStringLiteral("kindAll"), QStringLiteral("All"));
    m_kinds->addSegment(QStringLiteral("kindAllowed"), QStringLiteral("Allowed"), Icon::Dot,
                        [](const Palette& colors) { return colors.allow; });
    m_kinds->addSegment(QStringLiteral("kindDenied"), QStringLiteral("Denied"), Icon::Cross,
                        [](const Palette& colors) { return colors.deny; });
    m_kinds->addSegment(QStringLiteral("kindFailed"), QStringLiteral("Failed"), Icon::Warning,
                        [](const Palette& colors) { return colors.text; });
    m_search->setObjectName(QStringLiteral("logSearch"));
    m_status->setObjectName(QStringLiteral("logStatus"));
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_status->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_follow->setObjectName(QStringLiteral("logFollow"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_follow->setToolTip(QStringLiteral("Keep the newest request in view"));
    auto* bar = new QWidget(this);
    bar->setFixedHeight(kBarHeight);
    bar->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(16, 0, 12, 0);
    row->setSpacing(10);
    row->addWidget(m_title);
    row->addWidget(m_kinds);
    row->addWidget(m_search);
    row->addWidget(m_status, 1);
    row->addWidget(m_follow);
    layout()->addWidget(bar);
    connect(m_kinds, &SegmentedBar::currentChanged, this, &LogPanel::applyFilter);
    connect(m_search, &QLineEdit::textChanged, this, &LogPanel::applyFilter);
    connect(m_follow, &Button::clicked, this, [this] { setFollowing(!isFollowing()); });
}

void LogPanel::buildTable()
{
    m_table->setModel(m_model);
    m_table->setItemDelegate(new LogDelegate(*m_model, m_table));
    layout()->addWidget(m_table);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &LogPanel::selectionMoved);
    // By the user's hand only: wheel, keys or the bar itself.
    connect(m_table->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        const QScrollBar* bar = m_table->verticalScrollBar();
        if (bar->sliderPosition() < bar->maximum())
            setFollowing(false);
    });
    auto* copy = new QAction(QStringLiteral("Copy row"), m_table);
    copy->setObjectName(QStringLiteral("copyRow"));
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &LogPanel::copyRow);
    m_table->addAction(copy);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void LogPanel::setFrame(const Frame& frame)
{
    m_model->setFrame(frame);
    if (isFollowing())
        m_table->scrollToBottom();
    showStatus();
}

void LogPanel::setSmall(bool isSmall)
{
    m_isSmall = isSmall;
    setColumns();
    showStatus();
}

void LogPanel::setColumns()
{
    const Theme& theme = themeOf(*this);
    const auto& widths = m_isSmall ? kSmallColumns : kColumns;
    for (std::size_t i = 0; i < widths.size(); ++i)
        m_table->setColumnWidth(static_cast<int>(i), theme.px(widths[i]));
    m_search->setFixedWidth(theme.px(m_isSmall ? 230 : 270));
}

void LogPanel::focusFilter()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void LogPanel::selectNear(Nanos at)
{
    const int row = m_model->rowNear(at);
    if (row < 0)
        return;
    m_table->selectRow(row);
    m_table->scrollTo(m_model->index(row, 0), QAbstractItemView::PositionAtCenter);
}

void LogPanel::setFollowing(bool isFollowing)
{
    m_model->setFollowing(isFollowing);
    m_follow->setChecked(isFollowing);
    if (isFollowing) {
        m_table->clearSelection();
        m_table->scrollToBottom();
    }
    showStatus();
}

bool LogPanel::isFollowing() const
{
    return m_model->isFollowing();
}

void LogPanel::applyFilter()
{
    m_model->setFilter(static_cast<LogKind>(m_kinds->current()), m_search->text());
    if (isFollowing())
        m_table->scrollToBottom();
    showStatus();
}

void LogPanel::selectionMoved()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.isEmpty()) {
        m_details->hide();
        emit ringed(std::nullopt);
        return;
    }
    setFollowing(false);
    const int row = rows.front().row();
    const DecisionRecord& record = m_model->recordAt(row);
    const QString details = m_model->detailsAt(row).join(QStringLiteral("  \u00b7  "));
    m_details->setToolTip(m_model->detailsAt(row).join(QLatin1Char('\n')));
    m_details->setText(
        QFontMetrics(m_details->font()).elidedText(details, Qt::ElideRight, width() - 40));
    m_details->setVisible(height() >= themeOf(*this).px(kDetailsFrom));
    emit ringed(RingedRequest{record.ended, isAdmitted(record.decision.outcome)});
}

void LogPanel::copyRow()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (!rows.isEmpty())
        QGuiApplication::clipboard()->setText(m_model->rowText(rows.front().row()));
}

void LogPanel::showStatus()
{
    QStringList parts;
    const QString kept = format::count(m_model->kept());
    if (m_isSmall)
        parts << kept % QStringLiteral(" kept");
    else if (m_model->kept() < m_model->total())
        parts
            << QStringLiteral("Last %1 of %2 requests").arg(kept, format::count(m_model->total()));
    else
        parts << kept % QStringLiteral(" requests");
    if (m_model->dropped() > 0)
        parts << format::count(m_model->dropped()) % QStringLiteral(" counted, not listed");
    if (!isFollowing() && m_model->newer() > 0)
        parts << format::count(m_model->newer()) % QStringLiteral(" newer");
    m_status->setText(parts.join(QStringLiteral(" \u00b7 ")));
    m_table->setEmptyText(m_model->kept() == 0
                              ? QStringLiteral("No requests yet: each one gets a row here")
                              : QStringLiteral("No request matches the filter"));
}

void LogPanel::applyTheme()
{
    const Theme& theme = themeOf(*this);
    m_title->setFont(theme.font(TextRole::Section));
    for (QLabel* label : {m_status, m_details}) {
        label->setFont(theme.font(TextRole::Caption));
        QPalette palette = label->palette();
        palette.setColor(QPalette::WindowText, theme.colors.muted);
        label->setPalette(palette);
    }
    m_details->setFixedHeight(theme.px(24));
    m_table->setRowHeight(theme.px(kRowHeight));
    m_table->horizontalHeader()->setFixedHeight(theme.px(kHeaderHeight));
    setColumns();
}

void LogPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(*this).colors.surface);
}

void LogPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        applyTheme();
    QWidget::changeEvent(event);
}

} // namespace penstock
