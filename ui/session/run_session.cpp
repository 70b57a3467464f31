// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_session.h"

#include "core/measure/recorder.h"
#include "core/scenario/library.h"
#include "ui/session/command_line.h"
#include "ui/session/store_message.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <tuple>
#include <utility>

namespace penstock {

namespace {

constexpr auto kTick = std::chrono::milliseconds(33);
/// A slider that needs a new run is dragged over many values: one run is enough.
constexpr auto kRestartDelay = std::chrono::milliseconds(250);
/// The charts move within a second: an endless run does not wait longer for its feed.
constexpr auto kFeedPatience = std::chrono::milliseconds(600);

const QString kFeedMessage = QStringLiteral("feed");

QString text(const Error& error)
{
    return QString::fromStdString(error.message);
}

} // namespace

RunSession::RunSession(std::unique_ptr<RunBackend> backend, FeedLoaderOptions feed, QObject* parent)
    : QObject(parent), m_backend(std::move(backend)), m_feed(std::move(feed)),
      m_blank(makeRecorder({}))
{
    m_tick.setTimerType(Qt::PreciseTimer);
    m_tick.setInterval(kTick);
    m_restart.setSingleShot(true);
    m_restart.setInterval(kRestartDelay);
    m_feedWait.setSingleShot(true);
    m_feedWait.setInterval(kFeedPatience);
    connect(&m_tick, &QTimer::timeout, this, &RunSession::tick);
    connect(&m_restart, &QTimer::timeout, this, &RunSession::begin);
    connect(&m_feedWait, &QTimer::timeout, this, &RunSession::startRun);
    connect(&m_feed, &FeedKeeper::loadedAnew, this, &RunSession::takeFeed);
    m_status.store.state = StoreStatus::State::Starting;
    m_tick.start();
}

RunSession::~RunSession()
{
    stop();
}

void RunSession::stop()
{
    m_tick.stop();
    m_restart.stop();
    m_feedWait.stop();
    // All at once first, so that they end together; each destructor waits for its own.
    retireRun();
    m_ending.clear();
}

Result<void> RunSession::openNamed(const QString& nameOrPath,
                                   const std::vector<std::pair<QString, QString>>& sets)
{
    const Result<Scenario> base = loadScenario(nameOrPath.toStdString());
    if (!base)
        return tl::unexpected(base.error());
    Scenario started = *base;
    for (const auto& [path, value] : sets) {
        if (Result<void> set = penstock::setValue(started, path.toStdString(), value.toStdString());
            !set)
            return set;
    }
    const auto& builtins = builtinScenarios();
    const bool isBuiltin = std::any_of(builtins.begin(), builtins.end(), [&](const Scenario& s) {
        return QString::fromStdString(s.name) == nameOrPath;
    });
    open(*base, started, isBuiltin ? nameOrPath : QFileInfo(nameOrPath).absoluteFilePath());
    m_file = isBuiltin ? ScenarioFile() : ScenarioFile(m_source);
    return {};
}

void RunSession::open(const Scenario& base, const Scenario& started, const QString& source)
{
    m_base = base;
    m_next = started;
    m_source = source;
    m_file = {};
    // What is shown and changed from here on is the new scenario, not a run of the old one.
    retireRun();
    m_status = {.store = m_status.store};
    begin();
    emit scenarioOpened();
}

Scenario RunSession::effective(Scenario scenario) const
{
    if (m_chosenStore) {
        scenario.store.kind = m_chosenStore->kind;
        scenario.store.address = m_chosenStore->address;
    }
    return scenario;
}

const Scenario& RunSession::scenario() const
{
    return m_run != nullptr && !m_restart.isActive() && !m_run->isFinished() ? m_run->scenario()
                                                                             : m_next;
}

Result<void> RunSession::save(const QString& path, bool isForced)
{
    ScenarioFile file = path == m_file.path() ? m_file : ScenarioFile(path);
    Scenario saved = m_next;
    if (const Result<void> written = file.save(saved, isForced); !written)
        return written;
    m_file = file;
    m_source = path;
    m_base = std::move(saved);
    emit scenarioChanged();
    return {};
}

Result<QString> RunSession::repeatCommandLine(const QString& folder) const
{
    if (changes().empty())
        return repeatCommand(m_source, m_base, m_started);
    // A command line holds no times: the run goes into a file with its changes as timeline.
    Scenario record = m_started;
    record.timeline.insert(record.timeline.end(), changes().begin(), changes().end());
    if (!QDir().mkpath(folder))
        return tl::unexpected(
            Error{ErrorKind::InputOutput, "cannot make " + folder.toStdString(), {}});
    const QString path = QStringLiteral("%1/%2-run-%3.json")
                             .arg(folder, QString::fromStdString(record.name))
                             .arg(m_runNumber);
    ScenarioFile file(path);
    if (const Result<void> written = file.save(record); !written)
        return tl::unexpected(written.error());
    return repeatCommand(path, record, record);
}

void RunSession::begin()
{
    const QString url = QString::fromStdString(m_next.feed.url);
    m_feed.load(url);
    // A run that ends by itself is about its feed's entries, so it waits for them.
    if (m_feed.loaded())
        startRun();
    else if (m_next.feed.rounds == 0)
        m_feedWait.start();
    else {
        m_feedWait.stop();
        emit messageRaised({.what = tr("Waiting for the feed."),
                            .meaning = tr("The run is about its entries and starts with them."),
                            .id = kFeedMessage});
    }
}

void RunSession::takeFeed()
{
    if (m_run == nullptr || m_feedWait.isActive())
        startRun();
    else if (m_run->labels() != m_feed.labels(m_next.feed.entries))
        m_isFeedPending = true;
    emit scenarioChanged();
}

void RunSession::startRun()
{
    m_feedWait.stop();
    m_restart.stop();
    emit messageSettled(kFeedMessage);
    const Scenario scenario = effective(m_next);
    retireRun();
    if (const Result<void> store = m_backend->useStore(scenario.store); !store) {
        m_status = {};
        m_status.store.state = StoreStatus::State::Down;
        m_status.store.name = toText(scenario.store);
        m_status.store.problem = store.error().message;
        emit scenarioChanged();
        return;
    }
    m_started = scenario;
    m_isFeedPending = false;
    m_run = m_backend->makeRun(scenario, m_feed.labels(scenario.feed.entries));
    ++m_runNumber;
    m_run->start();
    m_status = m_run->status();
    emit runStarted();
    emit scenarioChanged();
}

void RunSession::retireRun()
{
    if (m_run == nullptr)
        return;
    m_run->stop();
    m_ending.push_back(std::move(m_run));
}

void RunSession::purge()
{
    for (const auto& run : m_ending)
        run->collect();
    std::erase_if(m_ending, [](const auto& run) { return run->isFinished(); });
}

void RunSession::tick()
{
    purge();
    if (m_run != nullptr) {
        m_run->collect();
        m_status = m_run->status();
    }
    checkStore();
    emit frameReady();
}

void RunSession::checkStore()
{
    const auto message = storeMessage(m_status, scenario().limiter.onStoreFailure);
    if (message == m_storeMessage)
        return;
    m_storeMessage = message;
    if (message)
        emit messageRaised(*message);
    else
        emit messageSettled(kStoreMessage);
}

void RunSession::togglePause()
{
    if (m_run == nullptr || m_run->isFinished())
        begin();
    else if (m_status.state == RunState::Paused)
        m_run->resume();
    else
        m_run->pause();
}

void RunSession::step()
{
    if (m_run != nullptr && m_status.state == RunState::Paused)
        m_run->step();
}

void RunSession::reset()
{
    begin();
}

void RunSession::burst(std::uint32_t count)
{
    if (m_run == nullptr)
        return;
    if (const Result<void> sent = m_run->apply(BurstChange{count}); !sent)
        emit messageRaised({.what = tr("The burst was not sent."),
                            .meaning = text(sent.error()),
                            .id = QStringLiteral("burst")});
}

bool RunSession::isLive(const QString& path) const
{
    const std::vector<SettablePath> paths = settablePaths(scenario());
    return std::any_of(paths.begin(), paths.end(), [&](const SettablePath& settable) {
        return settable.isLive && settable.path == path.toStdString();
    });
}

Result<void> RunSession::setValue(const QString& path, const QString& value)
{
    const bool isGoing = m_run != nullptr && !m_run->isFinished() && !m_restart.isActive();
    if (isGoing && isLive(path)) {
        const SetChange change{path.toStdString(), value.toStdString()};
        if (Result<void> applied = m_run->apply(change); !applied)
            return applied;
        // Not the run's whole scenario: what the timeline changed is not the user's.
        std::ignore = penstock::setValue(m_next, change.path, change.value);
    } else {
        Scenario changed = m_next;
        if (Result<void> set = penstock::setValue(changed, path.toStdString(), value.toStdString());
            !set)
            return set;
        m_next = std::move(changed);
        if (isGoing || m_restart.isActive())
            m_restart.start();
    }
    emit scenarioChanged();
    return {};
}

Frame RunSession::frame() const
{
    static const std::vector<Label> noLabels;
    static const std::vector<std::string> noKeys;
    if (m_run == nullptr)
        return {m_runNumber, m_blank->history(), m_status, m_next, noLabels, noKeys, Nanos(0)};
    return {m_runNumber,     m_run->history(), m_status,        m_run->scenario(),
            m_run->labels(), m_run->keys(),    m_status.elapsed};
}

const std::vector<TimelineEntry>& RunSession::changes() const
{
    static const std::vector<TimelineEntry> none;
    return m_run != nullptr ? m_run->changes() : none;
}

void RunSession::chooseStore(std::optional<StoreSpec> spec)
{
    if (m_chosenStore == spec)
        return;
    m_chosenStore = std::move(spec);
    if (!m_source.isEmpty())
        begin();
}

void RunSession::reloadFeed()
{
    m_feed.load(QString::fromStdString(m_next.feed.url), true);
    emit scenarioChanged();
}

} // namespace penstock
