// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace penstock {

/// Ends blocking store calls from another thread: an eventfd that every poll() also watches.
/// request() may be called from any thread and from a signal handler; it is never undone.
class StopSignal
{
public:
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    void request() noexcept;
    bool isRequested() const noexcept { return m_requested.load(std::memory_order_acquire); }
    /// Readable once stop is requested; for poll().
    int fd() const noexcept { return m_fd; }

private:
    std::atomic<bool> m_requested = false;
    int m_fd = -1;
};

} // namespace penstock
