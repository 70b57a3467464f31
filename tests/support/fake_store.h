// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/native_limiter.h"
#include "core/store/store.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace penstock {

/// A store without a server, whose troubles a test turns on and off. It answers PING, DEL and calls
/// of the script token_bucket, which it decides by the native bucket on the system's clock. Any
/// thread.
class FakeStore final : public Store
{
public:
    FakeStore();
    ~FakeStore() override;

    /// How long an answer takes (at most the caller's deadline: then it is a timeout).
    void setLatency(Nanos latency);
    /// Every call fails at once with this; none: calls are answered again.
    void setFailure(std::optional<StoreErrorClass> errorClass);
    /// Nothing is answered: each call takes until its deadline, or until it is stopped.
    void setFrozen(bool isFrozen);
    /// What was kept is gone, and a new life begins.
    void restart();

    std::uint64_t decisions() const; ///< script calls that were decided
    std::uint64_t peeks() const;     ///< those of them with a cost of 0
    std::vector<std::string> deletedKeys() const;
    std::vector<std::string> keys() const;
    int openChannels() const;

    std::unique_ptr<CommandChannel> openChannel(const StopSignal& stop) override;
    StoreStatus status() const override;

private:
    class Channel;
    struct Trouble
    {
        Nanos latency{0};
        std::optional<StoreErrorClass> failure;
        bool isFrozen = false;
    };

    Trouble trouble() const;
    Reply answer(const Command& command);
    Reply decide(const Command& command);

    mutable std::mutex m_mutex; ///< guards all that follows
    Trouble m_trouble;
    std::map<std::string, std::unique_ptr<NativeLimiter>, std::less<>> m_buckets;
    std::vector<std::string> m_deleted;
    std::uint64_t m_decisions = 0;
    std::uint64_t m_peeks = 0;
    std::uint64_t m_life = 1;
    int m_openChannels = 0;
};

} // namespace penstock
