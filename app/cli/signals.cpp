// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/signals.h"

#include <atomic>
#include <csignal>

namespace penstock {

namespace {

// A signal handler can reach nothing but globals, and only lock-free ones.
std::atomic<StopSignal*> s_stop = nullptr;
std::atomic<bool> s_isInterrupted = false;
static_assert(std::atomic<StopSignal*>::is_always_lock_free);

void onSignal(int)
{
    s_isInterrupted = true;
    if (StopSignal* const stop = s_stop.load())
        stop->request();
}

void handle(int signal, void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND); // once: the next one kills
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

} // namespace

SignalHandlers::SignalHandlers(StopSignal& stop)
{
    s_stop = &stop;
    handle(SIGINT, onSignal);
    handle(SIGTERM, onSignal);
}

SignalHandlers::~SignalHandlers()
{
    // Too late to stop anything, early enough to end at once.
    handle(SIGINT, SIG_DFL);
    handle(SIGTERM, SIG_DFL);
    s_stop = nullptr;
}

bool SignalHandlers::isInterrupted()
{
    return s_isInterrupted;
}

} // namespace penstock
