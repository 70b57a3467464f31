// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/store.h"

#include <QString>

#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace penstock {

/// Asks a store for PING on a thread of its own, so that the window never waits. Made, polled and
/// destroyed on the GUI thread; the destructor ends the call within milliseconds.
class ConnectionTest
{
public:
    struct Answer
    {
        bool isGood = false;
        QString text; ///< "answered in 0.31 ms", or what is wrong and what to do
    };

    /// Starts at once. A store of its own: the run's is left alone.
    explicit ConnectionTest(const StoreSpec& spec);
    ~ConnectionTest();

    /// The answer, once there is one.
    std::optional<Answer> poll() const;

private:
    void ask(Micros timeout);

    StopSignal m_stop;
    std::unique_ptr<Store> m_store;
    mutable std::mutex m_mutex; ///< guards m_answer
    std::optional<Answer> m_answer;
    std::thread m_thread; ///< touches m_store, m_stop and m_answer
};

} // namespace penstock
