// SPDX-License-Identifier: MIT
#include "core/store/store.h"

#include <QEventLoop>
#include <QTimer>

namespace penstock {

namespace {

using namespace std::chrono_literals;

bool doesAnswer(CommandChannel& channel)
{
    Command ping;
    ping.clear().add("PING");
    ChannelReply reply;
    // Short, for this is the main thread; the store's own monitor does the patient waiting.
    channel.exchange(std::span(&ping, 1), std::span(&reply, 1),
                     std::chrono::steady_clock::now() + 50ms);
    return reply.has_value();
}

} // namespace

Result<void> waitForStore(Store& store, Micros timeout, const StopSignal& stop)
{
    constexpr auto kTick = 5ms;
    const SteadyTime end = std::chrono::steady_clock::now() + timeout;
    const auto channel = store.openChannel(stop);
    bool isThere = false;
    QEventLoop loop;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        isThere = store.status().state == StoreStatus::State::Ready && doesAnswer(*channel);
        if (isThere || stop.isRequested() || std::chrono::steady_clock::now() >= end)
            loop.quit();
    });
    timer.start(kTick);
    loop.exec();
    if (isThere)
        return {};
    const StoreStatus status = store.status();
    if (stop.isRequested())
        return tl::unexpected(
            Error{ErrorKind::StoreUnreachable, "stopped while waiting for " + status.name, {}});
    const std::string problem = status.problem.empty() ? "no answer yet" : status.problem;
    const bool namesStore = problem.starts_with(status.name);
    return tl::unexpected(
        Error{ErrorKind::StoreUnreachable,
              "the store is not ready: " + (namesStore ? "" : status.name + ": ") + problem,
              {}});
}

} // namespace penstock
