// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/feed_panel.h"

#include "ui/controls/button.h"
#include "ui/controls/control_grid.h"
#include "ui/session/run_session.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>

namespace penstock {

namespace {

QString since(const std::string& iso)
{
    const QDateTime when = QDateTime::fromString(QString::fromStdString(iso), Qt::ISODate);
    return when.isValid() ? QLocale().toString(when.toLocalTime(), QLocale::ShortFormat)
                          : QString::fromStdString(iso);
}

QString sentence(const std::string& text)
{
    const QString words = QString::fromStdString(text);
    return words.isEmpty() || words.endsWith(QLatin1Char('.')) ? words : words % QLatin1Char('.');
}

} // namespace

FeedPanel::FeedPanel(RunSession& session, QWidget* parent)
    : RunPanel(session, parent), m_url(new QLineEdit),
      m_reload(new Button(ButtonKind::Flat, Icon::Reload, tr("Load the feed again"))),
      m_state(new Caption), m_problem(new Caption)
{
    m_url->setObjectName(QStringLiteral("feed.url"));
    m_url->setPlaceholderText(tr("Address or file"));
    m_url->setToolTip(tr("Address or file of an RSS or Atom feed: its entries become requests."));
    m_reload->setObjectName(QStringLiteral("feed.reload"));
    m_reload->setIconOnly(true);
    m_state->setObjectName(QStringLiteral("feed.state"));
    m_problem->setObjectName(QStringLiteral("feed.problem"));
    m_problem->setWarning(true);
    auto* both = new QWidget;
    auto* line = new QHBoxLayout(both);
    line->setContentsMargins({});
    line->setSpacing(4);
    line->addWidget(m_url, 1);
    line->addWidget(m_reload);
    m_url->setAccessibleName(tr("Feed"));
    column().addWidget(new LabelledRow(tr("Feed"), both, this));
    for (Caption* caption : {m_state, m_problem}) {
        caption->setContentsMargins(grid::kLabel + grid::kReset + 2 * grid::kGap, 0, 0, 2);
        column().addWidget(caption);
    }
    connect(m_url, &QLineEdit::editingFinished, this, [this] {
        const QString url = m_url->text().trimmed();
        if (url.toStdString() != this->session().scenario().feed.url)
            set(QStringLiteral("feed.url"), url);
        m_url->setModified(false);
    });
    connect(m_reload, &Button::clicked, this, [this] { this->session().reloadFeed(); });
    connect(&session.feed(), &FeedKeeper::changed, this, &FeedPanel::refresh);
}

QString FeedPanel::stateText(bool& isWarning) const
{
    const FeedKeeper& feed = session().feed();
    if (feed.isLoading())
        return feed.retry().isEmpty() ? tr("Loading ...")
                                      : tr("Loading again: %1").arg(feed.retry());
    if (!feed.loaded())
        return tr("Not loaded.");
    const LoadedFeed& loaded = *feed.loaded();
    const QString entries = tr("%1 entries").arg(loaded.feed.entries.size());
    isWarning = !loaded.failure.empty();
    QString text;
    switch (loaded.source) {
    case FeedSource::Live:
        text = tr("Live: %1.").arg(entries);
        break;
    case FeedSource::File:
        text = tr("File: %1.").arg(entries);
        break;
    case FeedSource::Cached:
        text = tr("Cached since %1: %2.").arg(since(loaded.cachedSince), entries);
        break;
    case FeedSource::Sample:
        text = tr("Sample: %1.").arg(entries);
        break;
    }
    if (session().isFeedPending())
        text += QLatin1Char(' ') % tr("Used from the next run on (Reset).");
    return text;
}

void FeedPanel::refresh()
{
    if (!m_url->isModified())
        m_url->setText(QString::fromStdString(session().scenario().feed.url));
    if (!m_url->hasFocus())
        m_url->setCursorPosition(0);
    bool isWarning = false;
    m_state->setText(stateText(isWarning));
    const std::optional<LoadedFeed>& loaded = session().feed().loaded();
    QString problem;
    QString all;
    if (loaded && !session().feed().isLoading()) {
        problem = sentence(loaded->failure);
        all = QString::fromStdString(toText(loaded->feed.problems));
        const auto count = static_cast<int>(loaded->feed.problems.size());
        if (problem.isEmpty() && count > 0)
            problem = tr("Read with %1 repairs.").arg(count);
    }
    m_problem->setText(problem);
    m_problem->setToolTip(all);
    m_problem->setVisible(!problem.isEmpty());
    m_reload->setEnabled(!session().feed().isLoading());
}

} // namespace penstock
