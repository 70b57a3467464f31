// SPDX-License-Identifier: MIT
#pragma once

#include "core/limit/algorithm.h"
#include "core/limit/limiter.h"
#include "core/util/error.h"

#include <tl/expected.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace penstock {

/// What a PooledLimiter is made of. Fields of problems are the names below.
struct PooledLimiterOptions
{
    /// redis://[user:pass@]host:port/database or unix:PATH.
    std::string address = "redis://127.0.0.1:6379";
    /// Such as standardLimit(*findAlgorithm("token_bucket")) with its values set.
    Limit limit;
    FailPolicy onStoreFailure = FailPolicy::FailOpen;
    /// Of a new connection, login included. At least 1 ms.
    Micros connectTimeout = std::chrono::milliseconds(250);
    /// Of a whole call: waiting for a connection, connecting, asking. At least 1 ms.
    Micros commandTimeout = std::chrono::milliseconds(100);
    /// Most connections at once, 1 to 1024; each is made when it is first needed. One serves about
    /// as many callers as it has milliseconds to spare: 8 are enough for most services.
    std::uint32_t connections = 8;
    /// Put before every key, such as "api:". At most 256 bytes.
    std::string keyPrefix;
};

/// Everything that is wrong with @p options; empty when a limiter can be made. Pure.
Problems validate(const PooledLimiterOptions& options);

/// The limiter for a service: any number of threads ask it, a bounded pool of connections answers.
/// Calls never throw and end within the command timeout; a store that fails is answered by policy.
/// Connects by itself, also when the store appears later or comes back. Any thread, all functions;
/// no call may be under way when it is destroyed: stop() ends them.
class PooledLimiter final : public Limiter
{
public:
    /// Looks a host's name up, which blocks; does not wait for the store.
    static tl::expected<std::unique_ptr<PooledLimiter>, Problems>
    create(PooledLimiterOptions options);
    ~PooledLimiter() override;

    Decision acquire(const AcquireRequest& request) override;
    void acquireBatch(std::span<const AcquireRequest> requests,
                      std::span<Decision> answers) override;
    Decision peek(std::string_view key) override;
    void release(std::string_view key, std::uint64_t lease) override;

    /// For every call that begins later. With problems nothing changed.
    Problems setLimit(const Limit& limit);

    /// Calls under way and later ones are answered by policy at once; for a service's shutdown.
    void stop();

private:
    class Impl;
    explicit PooledLimiter(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> m_impl;
};

} // namespace penstock
