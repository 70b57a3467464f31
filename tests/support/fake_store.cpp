// SPDX-License-Identifier: MIT
#include "tests/support/fake_store.h"

#include "core/limit/algorithm.h"
#include "core/limit/script.h"

#include <poll.h>

#include <charconv>
#include <chrono>

namespace penstock {

namespace {

std::int64_t numberAt(const Command& command, std::size_t word)
{
    std::int64_t number = 0;
    const std::string_view text = command.word(word);
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

enum class Waited
{
    Whole,
    ToDeadline,
    Stopped
};

/// Waits for @p duration as a socket would: until the deadline or the stop signal at most.
Waited waitFor(Nanos duration, SteadyTime deadline, const StopSignal& stop)
{
    using std::chrono::steady_clock;
    const SteadyTime until =
        duration > deadline - steady_clock::now() ? deadline : steady_clock::now() + duration;
    while (!stop.isRequested()) {
        const Nanos left = until - steady_clock::now();
        if (left <= Nanos(0))
            return until == deadline ? Waited::ToDeadline : Waited::Whole;
        pollfd event{stop.fd(), POLLIN, 0};
        const timespec time{static_cast<time_t>(left.count() / 1'000'000'000),
                            static_cast<long>(left.count() % 1'000'000'000)};
        ppoll(&event, 1, &time, nullptr);
    }
    return Waited::Stopped;
}

} // namespace

class FakeStore::Channel final : public CommandChannel
{
public:
    Channel(FakeStore& store, const StopSignal& stop) : m_store(store), m_stop(stop) {}
    ~Channel() override
    {
        const std::lock_guard lock(m_store.m_mutex);
        --m_store.m_openChannels;
    }

    void exchange(std::span<const Command> commands, std::span<ChannelReply> replies,
                  SteadyTime deadline) override
    {
        const Trouble trouble = m_store.trouble();
        const Nanos wait = trouble.isFrozen ? Nanos::max() : trouble.latency;
        const Waited waited = trouble.failure ? Waited::Whole : waitFor(wait, deadline, m_stop);
        for (std::size_t i = 0; i < commands.size(); ++i) {
            if (trouble.failure)
                replies[i] = tl::unexpected(StoreError{*trouble.failure, false, "as told"});
            else if (waited == Waited::Stopped)
                replies[i] = tl::unexpected(StoreError{StoreErrorClass::Stopped, true, "stopped"});
            else if (waited == Waited::ToDeadline)
                replies[i] = tl::unexpected(StoreError{StoreErrorClass::Timeout, true, "timeout"});
            else
                replies[i] = m_store.answer(commands[i]);
        }
        const std::lock_guard lock(m_store.m_mutex);
        m_life = m_store.m_life;
    }

    std::uint64_t storeLife() const override { return m_life; }
    std::uint64_t scriptReloads() const override { return 0; }

private:
    FakeStore& m_store;
    const StopSignal& m_stop;
    std::uint64_t m_life = 0;
};

FakeStore::FakeStore() = default;
FakeStore::~FakeStore() = default;

void FakeStore::setLatency(Nanos latency)
{
    const std::lock_guard lock(m_mutex);
    m_trouble.latency = latency;
}

void FakeStore::setFailure(std::optional<StoreErrorClass> errorClass)
{
    const std::lock_guard lock(m_mutex);
    m_trouble.failure = errorClass;
}

void FakeStore::setFrozen(bool isFrozen)
{
    const std::lock_guard lock(m_mutex);
    m_trouble.isFrozen = isFrozen;
}

void FakeStore::restart()
{
    const std::lock_guard lock(m_mutex);
    m_buckets.clear();
    ++m_life;
}

FakeStore::Trouble FakeStore::trouble() const
{
    const std::lock_guard lock(m_mutex);
    return m_trouble;
}

Reply FakeStore::answer(const Command& command)
{
    const std::lock_guard lock(m_mutex);
    if (command.script() != nullptr)
        return decide(command);
    if (command.size() > 0 && command.word(0) == "PING")
        return Reply::makeStatus("PONG");
    if (command.size() > 1 && command.word(0) == "DEL") {
        const std::string key(command.word(1));
        m_deleted.push_back(key);
        return Reply::makeInteger(static_cast<std::int64_t>(m_buckets.erase(key)));
    }
    return Reply::makeError("ERR the fake store does not know this command");
}

Reply FakeStore::decide(const Command& command)
{
    const Algorithm& algorithm = *findAlgorithm("token_bucket");
    if (command.script()->name != algorithm.scriptName)
        return Reply::makeError("ERR the fake store does not know this script");
    auto& bucket = m_buckets[std::string(command.word(0))];
    if (!bucket)
        bucket = algorithm.makeNative();
    Limit limit = standardLimit(algorithm);
    *findValue(limit, "capacity") =
        ParameterValue::of(MicroTokens::fromMicros(numberAt(command, 1)));
    *findValue(limit, "refill") =
        ParameterValue::of(Rate::reduced(numberAt(command, 2), numberAt(command, 3)));
    const auto cost = MicroTokens::fromMicros(numberAt(command, 4));
    const auto now = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
    const StoreAnswer answer = bucket->decide(limit, now, cost);
    ++m_decisions;
    m_peeks += cost == MicroTokens();
    const std::int64_t verdict = answer.verdict == Verdict::Allowed  ? 1
                                 : answer.verdict == Verdict::Denied ? 0
                                                                     : -1;
    return Reply::makeArray(
        {Reply::makeInteger(verdict), Reply::makeInteger(answer.tokensLeft.micros()),
         Reply::makeInteger(answer.retryAfter.count()),
         Reply::makeInteger(answer.resetAfter.count()),
         Reply::makeInteger(now.time_since_epoch().count()), Reply::makeInteger(answer.fresh)});
}

std::uint64_t FakeStore::decisions() const
{
    const std::lock_guard lock(m_mutex);
    return m_decisions;
}

std::uint64_t FakeStore::peeks() const
{
    const std::lock_guard lock(m_mutex);
    return m_peeks;
}

std::vector<std::string> FakeStore::deletedKeys() const
{
    const std::lock_guard lock(m_mutex);
    return m_deleted;
}

std::vector<std::string> FakeStore::keys() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<std::string> all;
    for (const auto& entry : m_buckets)
        all.push_back(entry.first);
    return all;
}

int FakeStore::openChannels() const
{
    const std::lock_guard lock(m_mutex);
    return m_openChannels;
}

std::unique_ptr<CommandChannel> FakeStore::openChannel(const StopSignal& stop)
{
    const std::lock_guard lock(m_mutex);
    ++m_openChannels;
    return std::make_unique<Channel>(*this, stop);
}

StoreStatus FakeStore::status() const
{
    return {StoreStatus::State::Ready, "fake store", "1", {}};
}

} // namespace penstock
