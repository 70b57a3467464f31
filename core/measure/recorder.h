// SPDX-License-Identifier: MIT
#pragma once

#include "core/measure/run_history.h"

#include <functional>
#include <memory>
#include <span>

namespace penstock {

struct RecorderOptions
{
    /// Every decision in collect() order, for files. Called on the reader's thread. With a sink no
    /// event is ever dropped: shards grow until they are fetched.
    std::function<void(const DecisionRecord&)> sink;
    /// Run time after which an unfetched shard drops its events (totals are kept).
    Nanos dropAfter = std::chrono::seconds(2);
    /// Of a fetched shard's events, 0 for no bound of its own.
    std::uint32_t watchedKey = 0;
};

/// Where workers leave what happened and one reader folds it. Workers append to a shard of their
/// own under its mutex; collect() swaps the shards out, unlocks, and folds. Never a signal per
/// request.
class Recorder
{
public:
    /// What one worker writes to. append and setOpenSince are for that worker's thread only.
    class Shard
    {
    public:
        virtual ~Shard() = default;
        virtual void append(const DecisionRecord& record) = 0;
        /// When the call that is now open was sent (run time); the audit waits for the oldest open
        /// call before it judges what came after. callClosed() when its record was appended.
        virtual void callOpened(Nanos at) = 0;
        virtual void callClosed() = 0;
    };

    virtual ~Recorder() = default;

    /// Any thread. The shard lives as long as the recorder; a retired worker's shard is handed out
    /// again by giveBack.
    virtual Shard& takeShard() = 0;
    virtual void giveBack(Shard& shard) = 0;

    /// A request arrived (was meant to start) at @p at. Any thread; counts as offered.
    virtual void addOffered(Nanos at, std::uint32_t count = 1) = 0;
    /// Any thread.
    virtual void addMark(RunMark mark) = 0;
    /// A peek's answer for the watched key: keeps the tokens line true between decisions. Any
    /// thread.
    virtual void addPeek(Nanos at, const Decision& decision) = 0;

    /// Reader's thread: folds all that was left since the last call. @p now is the run time; queued
    /// and inFlight are the engine's gauges at this moment. @p isFinal also settles the audit.
    virtual void collect(Nanos now, std::int32_t queued, std::int32_t inFlight,
                         bool isFinal = false) = 0;
    /// Reader's thread.
    virtual const RunHistory& history() const = 0;
};

std::unique_ptr<Recorder> makeRecorder(RecorderOptions options);

} // namespace penstock
