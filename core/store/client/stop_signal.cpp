// SPDX-License-Identifier: MIT
#include "core/store/client/stop_signal.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

namespace penstock {

// Without a descriptor (the process has none left) poll() ignores the entry -1; a call then ends at
// its deadline instead of at once.
StopSignal::StopSignal() : m_fd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

StopSignal::~StopSignal()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

void StopSignal::request() noexcept
{
    m_requested.store(true, std::memory_order_release);
    // Only write() here: it is async-signal-safe. The counter is never read, so it stays readable.
    constexpr std::uint64_t kOne = 1;
    [[maybe_unused]] const auto written = ::write(m_fd, &kOne, sizeof kOne);
}

} // namespace penstock
