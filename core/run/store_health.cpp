// SPDX-License-Identifier: MIT
#include "core/run/store_health.h"

namespace penstock {

std::optional<RunMark> StoreHealth::note(const Decision& decision, Nanos started, Nanos ended)
{
    const bool failed = isStoreFailure(decision.outcome);
    if (failed == isDown() || decision.errorClass == StoreErrorClass::Stopped)
        return std::nullopt;
    const std::lock_guard lock(m_mutex);
    if (failed == m_isDown.load(std::memory_order_relaxed) || started < m_turnedAt)
        return std::nullopt;
    m_turnedAt = ended;
    m_errorClass = decision.errorClass;
    m_isDown.store(failed, std::memory_order_release);
    if (!failed)
        return RunMark{RunMark::Kind::StoreBack, ended, "store back"};
    return RunMark{RunMark::Kind::StoreDown, ended,
                   "store down: " + std::string(toText(decision.errorClass))};
}

std::string StoreHealth::problem() const
{
    const std::lock_guard lock(m_mutex);
    return std::string(toText(m_errorClass));
}

} // namespace penstock
