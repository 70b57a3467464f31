// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/time.h"

#include <cstdint>

namespace penstock {

/// What the embedded store calls the time: what TIME answers and expiry is judged by. now() is
/// called under the store's own exclusion, by whichever thread is in it.
class StoreClock
{
public:
    virtual ~StoreClock() = default;
    virtual StoreTime now() const = 0;

    /// Milliseconds since the epoch, rounded down: the unit that Redis keeps expiry in.
    std::int64_t nowMillis() const
    {
        return std::chrono::floor<std::chrono::milliseconds>(now()).time_since_epoch().count();
    }
};

/// The machine's wall clock.
class RealStoreClock final : public StoreClock
{
public:
    StoreTime now() const override
    {
        return std::chrono::floor<Micros>(std::chrono::system_clock::now());
    }
};

/// A clock that stands still until its owner moves it.
class VirtualStoreClock final : public StoreClock
{
public:
    explicit VirtualStoreClock(StoreTime start = {}) : m_now(start) {}

    StoreTime now() const override { return m_now; }
    void set(StoreTime now) { m_now = now; }
    void advance(Micros step) { m_now += step; }

private:
    StoreTime m_now;
};

} // namespace penstock
