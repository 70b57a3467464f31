// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_session.h"

#include "app/cli/console.h"
#include "app/cli/signals.h"

#include <QEventLoop>
#include <QSocketNotifier>
#include <QTimer>

#include <cstdio>

namespace penstock {

namespace {

constexpr int kTickMillis = 33;
constexpr int kStoppingTickMillis = 5;
constexpr int kTicksAProgress = 6; ///< five lines a second are as fast as people read

} // namespace

RunSession::RunSession(const RunOptions& options, Scenario scenario, Store& store,
                       std::vector<Label> labels, std::shared_ptr<StopSignal> stop)
    : m_options(options), m_stop(std::move(stop)),
      m_engine(std::move(scenario), store, std::move(labels), engineOptions()),
      m_showsProgress(console::isErrorTerminal() && !options.isLog)
{
}

RunSession::~RunSession() = default;

LiveEngineOptions RunSession::engineOptions()
{
    LiveEngineOptions options;
    options.stop = m_stop;
    // Without a reader for every decision the engine may drop events and keep totals.
    if (m_options.isLog || !m_options.outFolder.empty()) {
        options.sink = [this](const DecisionRecord& record) {
            if (m_options.isLog)
                m_log.add(record);
            if (m_folder)
                m_folder->add(record);
        };
    }
    return options;
}

Result<void> RunSession::openFolder(RunFolderWriter::Events events)
{
    auto folder = RunFolderWriter::create({.path = m_options.outFolder,
                                           .version = PENSTOCK_VERSION,
                                           .events = events,
                                           .scenario = m_engine.scenario(),
                                           .keys = m_engine.keys(),
                                           .labels = m_engine.labels()});
    if (!folder)
        return tl::unexpected(folder.error());
    m_folder = *std::move(folder);
    return {};
}

ExitCode RunSession::exec()
{
    if (!m_options.outFolder.empty()) {
        const auto isOpen = parseEvents(m_options.events).and_then([this](auto events) {
            return openFolder(events);
        });
        if (!isOpen)
            return console::fail(isOpen.error());
    }
    QEventLoop loop;
    QTimer timer;
    timer.setTimerType(Qt::PreciseTimer);
    const auto step = [&] {
        tick();
        if (m_engine.isFinished())
            loop.quit();
    };
    QObject::connect(&timer, &QTimer::timeout, &loop, step);
    // Asked to stop: at once, and then without the leisure of a display.
    QSocketNotifier stopped(m_stop->fd(), QSocketNotifier::Read);
    QObject::connect(&stopped, &QSocketNotifier::activated, &loop, [&] {
        stopped.setEnabled(false);
        timer.setInterval(kStoppingTickMillis);
        step();
    });
    m_engine.start();
    timer.start(kTickMillis);
    loop.exec();
    timer.stop();
    return conclude();
}

void RunSession::tick()
{
    m_engine.collect();
    const RunStatus status = m_engine.status();
    if (m_options.isLog) {
        if (m_lastTick == Nanos(0))
            m_log.setStart(
                std::chrono::system_clock::now() -
                std::chrono::duration_cast<RequestLog::WallTime::duration>(status.elapsed));
        writeLog(m_lastTick);
    }
    m_lastTick = status.elapsed;
    if (m_folder) {
        m_folder->collect(m_engine.history());
        if (!m_folder->problem().empty())
            stopFor(ExitCode::InputOutput);
    }
    tellStore(status.store);
    if (m_showsProgress && ++m_ticks % kTicksAProgress == 0)
        showProgress(status);
}

void RunSession::writeLog(Nanos until)
{
    const std::string lines = m_log.takeLines(until, m_engine.labels());
    if (lines.empty())
        return;
    if (m_options.isJson)
        console::writeError(lines);
    else if (!console::write(lines))
        stopFor(ExitCode::StoppedEarly);
}

/// An outage and its end are told once each, whoever listens; so is that a private server is
/// started again.
void RunSession::tellStore(const StoreStatus& store)
{
    using State = StoreStatus::State;
    const State before = m_storeState.value_or(State::Ready);
    m_storeState = store.state;
    const bool isBack = store.state == State::Ready && before != State::Ready;
    const bool isOutage = store.state != State::Ready && before == State::Ready;
    const bool isRestart = store.state == State::Restarting && before != State::Restarting;
    if (!isBack && !isOutage && !isRestart)
        return;
    clearProgress();
    if (isBack)
        return console::note("store: " + store.name + " answers again");
    const std::string problem = store.problem.empty() ? "" : ": " + store.problem;
    console::note("store: " + store.name + " is down" + problem + "; " +
                  std::string(toText(m_engine.scenario().limiter.onStoreFailure)) +
                  " answers until it is back");
}

void RunSession::showProgress(const RunStatus& status)
{
    const RunTotals& totals = m_engine.history().totals;
    char text[160];
    std::snprintf(text, sizeof text,
                  "\r\033[K%7.1f s  %llu requests  %llu allowed  %llu denied  %llu errors",
                  std::chrono::duration<double>(status.elapsed).count(),
                  static_cast<unsigned long long>(totals.requests()),
                  static_cast<unsigned long long>(totals.of(Outcome::Allowed)),
                  static_cast<unsigned long long>(totals.of(Outcome::Denied)),
                  static_cast<unsigned long long>(totals.errors()));
    console::writeError(text);
    m_hasProgressLine = true;
}

void RunSession::clearProgress()
{
    if (m_hasProgressLine)
        console::writeError("\r\033[K");
    m_hasProgressLine = false;
}

void RunSession::stopFor(ExitCode code)
{
    if (m_stoppedFor == ExitCode::Ok)
        m_stoppedFor = code;
    m_engine.stop();
}

ExitCode RunSession::conclude()
{
    clearProgress();
    const RunStatus status = m_engine.status();
    const Summary summary = summarise(m_engine.scenario(), m_engine.history(), status);
    if (m_options.isLog) {
        writeLog(Nanos::max());
        const std::string last = m_log.lastLine(summary.totals.requests(), summary.duration);
        m_options.isJson ? console::writeError(last) : void(console::write(last));
    }
    if (m_options.isJson)
        console::write(toJson(summary));
    else if (m_options.isLog)
        console::writeError(toText(summary));
    else
        console::write(toText(summary));
    if (!status.problem.empty())
        console::note(status.problem);
    if (m_folder) {
        const auto isWritten = m_folder->finish(summary, m_engine.history(), m_engine.changes());
        if (!isWritten && !SignalHandlers::isInterrupted())
            return console::fail(isWritten.error());
        if (!isWritten)
            console::fail(isWritten.error());
    }
    return verdict(summary);
}

ExitCode RunSession::verdict(const Summary& summary) const
{
    bool isMet = true;
    for (const ThresholdResult& result : summary.thresholds) {
        isMet = isMet && result.isMet;
        if (result.isMet)
            continue;
        console::note("threshold failed: " + toText(result.threshold) +
                      (result.actual ? ", it is " + std::to_string(*result.actual)
                                     : std::string(", there was no sample")));
    }
    if (SignalHandlers::isInterrupted())
        return ExitCode::Interrupted;
    if (m_stoppedFor != ExitCode::Ok)
        return m_stoppedFor;
    if (summary.endReason == EndReason::Stopped || summary.endReason == EndReason::Failed)
        return ExitCode::StoppedEarly;
    return isMet ? ExitCode::Ok : ExitCode::ThresholdFailed;
}

} // namespace penstock
