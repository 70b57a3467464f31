// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/message.h"
#include "ui/frame.h"
#include "ui/session/feed_keeper.h"
#include "ui/session/run_driver.h"
#include "ui/session/scenario_file.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace penstock {

class Recorder;

/// The one object that owns what the window shows: scenario, store, feed and run. Panels change it
/// by paths and words, views read frame() when frameReady() comes, thirty times a second; nothing
/// is carried by signals. GUI thread; nothing blocks.
class RunSession final : public QObject
{
    Q_OBJECT

public:
    explicit RunSession(std::unique_ptr<RunBackend> backend, FeedLoaderOptions feed = {},
                        QObject* parent = nullptr);
    ~RunSession() override;

    // The scenario.
    /// A built-in name or a path; starts a run of it. Errors leave everything as it is.
    /// @p sets are values changed before it starts, path and text.
    Result<void> openNamed(const QString& nameOrPath,
                           const std::vector<std::pair<QString, QString>>& sets = {});
    /// Starts a run of @p started, which is @p base with changes. @p source is what penstock-cli
    /// would be given for the base.
    void open(const Scenario& base, const Scenario& started, const QString& source);
    const Scenario& scenario() const;               ///< as it now stands, every change applied
    const Scenario& base() const { return m_base; } ///< as it was opened or saved
    const QString& source() const { return m_source; }
    bool isModified() const { return m_next != m_base; }
    const ScenarioFile& file() const { return m_file; }
    Result<void> save(const QString& path, bool isForced = false);
    /// See repeatCommand; a run with changes is first written to a file in @p folder.
    Result<QString> repeatCommandLine(const QString& folder) const;

    // The run.
    void togglePause(); ///< starts a finished run anew
    void step();
    void reset(); ///< a new run: same seed and settings, new key prefix
    void burst(std::uint32_t count);
    /// At once where the value is live, else by a new run. Errors: nothing changed.
    Result<void> setValue(const QString& path, const QString& value);
    bool isLive(const QString& path) const;
    Frame frame() const;
    RunStatus status() const { return m_status; }
    const std::vector<TimelineEntry>& changes() const;

    // Store and feed.
    /// For this and all further scenarios; none: what the scenario says.
    void chooseStore(std::optional<StoreSpec> spec);
    const std::optional<StoreSpec>& chosenStore() const { return m_chosenStore; }
    void reloadFeed();
    const FeedKeeper& feed() const { return m_feed; }
    /// A feed came that the run does not use yet: the next one will.
    bool isFeedPending() const { return m_isFeedPending; }

    void stop(); ///< for good, at the end of the program

signals:
    void frameReady();
    void scenarioOpened();  ///< another document: panels are made anew
    void scenarioChanged(); ///< values of it
    void runStarted();
    void messageRaised(const penstock::Message& message);
    void messageSettled(const QString& id);

private:
    void tick();
    void begin(); ///< a run of m_next as soon as the feed allows
    void startRun();
    void retireRun();
    void purge();
    void takeFeed();
    void checkStore();
    Scenario effective(Scenario scenario) const;

    std::unique_ptr<RunBackend> m_backend;
    FeedKeeper m_feed;
    std::unique_ptr<Recorder> m_blank; ///< its empty history is shown while there is no run
    std::unique_ptr<RunDriver> m_run;
    std::vector<std::unique_ptr<RunDriver>> m_ending; ///< asked to stop, not there yet
    Scenario m_base;
    Scenario m_next;    ///< what the next run begins with
    Scenario m_started; ///< what this one began with
    RunStatus m_status;
    QString m_source;
    ScenarioFile m_file;
    std::optional<StoreSpec> m_chosenStore;
    std::optional<Message> m_storeMessage;
    std::uint64_t m_runNumber = 0;
    bool m_isFeedPending = false;
    QTimer m_tick;
    QTimer m_restart;  ///< gathers quick changes that need a new run
    QTimer m_feedWait; ///< how long a run waits for its feed
};

} // namespace penstock
