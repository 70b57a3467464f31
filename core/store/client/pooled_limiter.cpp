// SPDX-License-Identifier: MIT
#include "core/store/client/pooled_limiter.h"

#include "core/store/client/policy_answer.h"
#include "core/store/client/redis_channel.h"
#include "core/store/client/store_limiter.h"

#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace penstock {

namespace {

constexpr std::uint32_t kMostConnections = 1024;
constexpr std::size_t kMostPrefix = 256;

Problems problemsOf(const Limit& limit)
{
    if (!limit.algorithm)
        return {{"limit", "names no algorithm"}};
    Problems problems = limit.algorithm->validate(limit, MicroTokens::fromMicros(1));
    for (Problem& problem : problems)
        problem.field = "limit." + problem.field;
    return problems;
}

} // namespace

Problems validate(const PooledLimiterOptions& options)
{
    Problems problems = problemsOf(options.limit);
    if (const auto address = parseStoreAddress(options.address); !address)
        problems.push_back({"address", address.error().message});
    constexpr Micros kLeast = std::chrono::milliseconds(1);
    if (options.connectTimeout < kLeast)
        problems.push_back({"connectTimeout", "must be at least 1 ms"});
    if (options.commandTimeout < kLeast)
        problems.push_back({"commandTimeout", "must be at least 1 ms"});
    if (options.connections < 1 || options.connections > kMostConnections)
        problems.push_back({"connections", "must be from 1 to 1024"});
    if (options.keyPrefix.size() > kMostPrefix)
        problems.push_back({"keyPrefix", "must be at most 256 bytes"});
    return problems;
}

class PooledLimiter::Impl
{
public:
    Impl(PooledLimiterOptions options, const StoreAddress& address)
        : m_options(std::move(options)), m_limit(std::make_shared<const Limit>(m_options.limit)),
          m_endpoint(std::make_shared<RedisEndpoint>(
              address,
              RedisEndpointOptions{.connectTimeout = m_options.connectTimeout, .backOff = {}}))
    {
    }

    void resolve() { [[maybe_unused]] const auto result = m_endpoint->resolve(); }

    void acquire(std::span<const AcquireRequest> requests, std::span<Decision> answers)
    {
        const SteadyTime start = std::chrono::steady_clock::now();
        if (Slot* slot = take(start + m_options.commandTimeout)) {
            slot->ask(requests, answers, m_options.keyPrefix, start);
            giveBack(slot);
            return;
        }
        const StoreErrorClass why =
            m_stop.isRequested() ? StoreErrorClass::Stopped : StoreErrorClass::Timeout;
        for (Decision& answer : answers) {
            answer = {};
            answer.limit = limit();
            answerByPolicy(m_options.onStoreFailure, why, answer);
            answer.latency = std::chrono::steady_clock::now() - start;
        }
    }

    void setLimit(const Limit& limit)
    {
        auto shared = std::make_shared<const Limit>(limit);
        const std::lock_guard lock(m_mutex);
        m_limit = std::move(shared);
    }

    void stop()
    {
        m_stop.request();
        const std::lock_guard lock(m_mutex);
        m_returned.notify_all();
    }

private:
    /// One connection with its limiter and its memory for keys; one caller at a time.
    struct Slot
    {
        Slot(std::unique_ptr<CommandChannel> channel, StoreLimiterOptions options)
            : limit(options.limit), limiter(std::move(channel), std::move(options))
        {
        }

        void ask(std::span<const AcquireRequest> asked, std::span<Decision> answers,
                 const std::string& prefix, SteadyTime start)
        {
            keys.clear();
            requests.clear();
            for (const AcquireRequest& request : asked)
                keys.append(prefix).append(request.key);
            std::size_t begin = 0;
            for (const AcquireRequest& request : asked) {
                const std::size_t size = prefix.size() + request.key.size();
                requests.push_back({std::string_view(keys).substr(begin, size), request.cost});
                begin += size;
            }
            limiter.acquireBatch(requests, answers, start);
        }

        std::shared_ptr<const Limit> limit; ///< the one that the limiter has
        StoreLimiter limiter;
        std::string keys;
        std::vector<AcquireRequest> requests;
    };

    /// A free slot with the limit in force, or nullptr when none came free in time. The one used
    /// last is taken first: few callers keep few connections busy.
    Slot* take(SteadyTime deadline)
    {
        RedisEndpoint::resolveInBackground(m_endpoint); // nothing to do once the name is known
        std::unique_lock lock(m_mutex);
        const auto isFree = [this] {
            return !m_free.empty() || m_slots.size() < m_options.connections ||
                   m_stop.isRequested();
        };
        if (!m_returned.wait_until(lock, deadline, isFree) || m_stop.isRequested())
            return nullptr;
        if (m_free.empty()) {
            m_slots.push_back(std::make_unique<Slot>(
                std::make_unique<RedisChannel>(m_endpoint, m_stop),
                StoreLimiterOptions{m_limit, m_options.onStoreFailure, m_options.commandTimeout}));
            m_free.push_back(m_slots.back().get());
        }
        Slot* slot = m_free.back();
        m_free.pop_back();
        if (slot->limit != m_limit) {
            slot->limit = m_limit;
            slot->limiter.setLimit(m_limit);
        }
        return slot;
    }

    void giveBack(Slot* slot)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_free.push_back(slot);
        }
        m_returned.notify_one();
    }

    std::shared_ptr<const Limit> limit()
    {
        const std::lock_guard lock(m_mutex);
        return m_limit;
    }

    const PooledLimiterOptions m_options;
    StopSignal m_stop;

    std::mutex m_mutex; ///< guards what follows, but for a slot that a caller has taken
    std::condition_variable m_returned;
    std::shared_ptr<const Limit> m_limit;
    std::shared_ptr<RedisEndpoint> m_endpoint; ///< set once
    std::vector<std::unique_ptr<Slot>> m_slots;
    std::vector<Slot*> m_free;
};

tl::expected<std::unique_ptr<PooledLimiter>, Problems>
PooledLimiter::create(PooledLimiterOptions options)
{
    if (Problems problems = penstock::validate(options); !problems.empty())
        return tl::unexpected(std::move(problems));
    const auto address = parseStoreAddress(options.address);
    auto impl = std::make_unique<Impl>(std::move(options), *address);
    // A name service that is down now is no mistake of the caller: it is asked again later.
    impl->resolve();
    return std::unique_ptr<PooledLimiter>(new PooledLimiter(std::move(impl)));
}

PooledLimiter::PooledLimiter(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}

PooledLimiter::~PooledLimiter() = default;

Decision PooledLimiter::acquire(const AcquireRequest& request)
{
    Decision decision;
    m_impl->acquire(std::span(&request, 1), std::span(&decision, 1));
    return decision;
}

void PooledLimiter::acquireBatch(std::span<const AcquireRequest> requests,
                                 std::span<Decision> answers)
{
    m_impl->acquire(requests, answers);
}

Decision PooledLimiter::peek(std::string_view key)
{
    return acquire({key, MicroTokens()});
}

// No row of the catalogue has slots, so there is nothing that could be given back.
void PooledLimiter::release(std::string_view, std::uint64_t) {}

Problems PooledLimiter::setLimit(const Limit& limit)
{
    Problems problems = problemsOf(limit);
    if (problems.empty())
        m_impl->setLimit(limit);
    return problems;
}

void PooledLimiter::stop()
{
    m_impl->stop();
}

} // namespace penstock
