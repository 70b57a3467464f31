// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/limiter.h"
#include "core/store/client/command_channel.h"
#include "core/store/client/stop_signal.h"
#include "core/util/error.h"
#include "core/util/time.h"

#include <memory>
#include <string>

namespace penstock {

/// Which store a run uses.
struct StoreSpec
{
    enum class Kind
    {
        Default,
        Private,
        Embedded,
        Server
    };

    Kind kind = Kind::Default;
    std::string address; ///< of a Server: redis://[user:pass@]host:port/db or unix:PATH
    Micros connectTimeout = std::chrono::milliseconds(250);
    Micros commandTimeout = std::chrono::milliseconds(100);

    friend bool operator==(const StoreSpec&, const StoreSpec&) = default;
};

/// How the store is doing, for the badge, the headline and the summary.
struct StoreStatus
{
    enum class State
    {
        Starting,
        Ready,
        Down,
        Restarting
    };

    State state = State::Starting;
    std::string name;    ///< "private Redis", "embedded store", "redis://host:6379/0" (no password)
    std::string version; ///< "7.0.15", empty while unknown
    std::string problem; ///< when not ready: what and what next

    friend bool operator==(const StoreStatus&, const StoreStatus&) = default;
};

/// Where decisions are made: a private server, a user's server or the embedded store. Made, polled
/// and destroyed on the main thread; openChannel may be called from any thread while it lives.
class Store
{
public:
    virtual ~Store() = default;

    /// A channel for one owner thread. Never fails and does not block: it connects at first use.
    /// @p stop ends its blocking calls and must outlive it.
    virtual std::unique_ptr<CommandChannel> openChannel(const StopSignal& stop) = 0;

    /// Main thread. Cheap: called thirty times a second.
    virtual StoreStatus status() const = 0;
};

/// Makes the store that @p spec names and begins to start it; main thread (it needs a running event
/// loop to restart a private server). Does not wait: status() tells when it is ready. Errors: an
/// address that cannot be parsed, a private store without redis-server installed.
Result<std::unique_ptr<Store>> makeStore(const StoreSpec& spec);

/// The spec that a --store value or "store.use" names: default, private, embedded, redis://...,
/// unix:PATH. Errors name the nearest match.
Result<StoreSpec> parseStoreSpec(const std::string& text);
std::string toText(const StoreSpec& spec); ///< the same words; a password is shown as ***

/// Asks the store until it answers PING or @p timeout passed. Main thread; runs the event loop
/// meanwhile. The error has kind StoreUnreachable.
Result<void> waitForStore(Store& store, Micros timeout, const StopSignal& stop);

} // namespace penstock
