// SPDX-License-Identifier: MIT
// A limiter on a real Redis that fails in every way a Redis fails.
#include "core/store/client/redis_channel.h"
#include "core/store/client/store_limiter.h"
#include "tests/support/plain_client.h"
#include "tests/support/redis_server.h"
#include "tests/support/unit_test.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTest>

#include <array>
#include <atomic>
#include <functional>
#include <thread>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

using Transport = RedisServer::Transport;
using Clock = std::chrono::steady_clock;

std::shared_ptr<const Limit> bucket(std::int64_t capacity, Rate refill = {})
{
    Limit limit = standardLimit(*findAlgorithm("token_bucket"));
    *findValue(limit, "capacity") = ParameterValue::of(MicroTokens::fromTokens(capacity));
    *findValue(limit, "refill") = ParameterValue::of(refill);
    return std::make_shared<const Limit>(limit);
}

/// Large enough never to be empty, never refilled: what is missing is what was spent.
constexpr std::int64_t kCapacity = 1'000'000'000;

struct Counts
{
    std::array<std::atomic<std::int64_t>, kOutcomeCount> outcomes{};
    std::atomic<std::int64_t> requests = 0;
    std::atomic<std::int64_t> ambiguous = 0;
    std::atomic<std::int64_t> waiting = 0;
    std::atomic<std::int64_t> slowest = 0; ///< nanoseconds

    void add(const Decision& decision)
    {
        ++requests;
        ++outcomes[static_cast<std::size_t>(decision.outcome)];
        ambiguous += decision.ambiguous;
        waiting += decision.errorClass == StoreErrorClass::Waiting;
        auto latency = slowest.load();
        while (latency < decision.latency.count() &&
               !slowest.compare_exchange_weak(latency, decision.latency.count())) {
        }
    }
    std::int64_t of(Outcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
    std::int64_t errors() const
    {
        return of(Outcome::FailOpenAllowed) + of(Outcome::FailClosedDenied);
    }
};

/// Threads that ask one hot key as fast as they can, each on its own connection, as a run does.
class Load
{
public:
    Load(const RedisServer& server, int threads, Micros limit = 100ms)
        : m_endpoint(std::make_shared<RedisEndpoint>(server.address()))
    {
        for (int i = 0; i < threads; ++i)
            m_threads.emplace_back(
                [this, limit](const std::stop_token& token) { work(token, limit); });
    }
    ~Load() { end(); }

    void end()
    {
        for (std::jthread& thread : m_threads)
            thread.request_stop();
        m_threads.clear();
    }

    Counts counts;
    std::atomic<std::uint64_t> mostReloads = 0; ///< of one connection
    StopSignal stop;

private:
    void work(const std::stop_token& token, Micros limit)
    {
        StoreLimiter limiter(std::make_unique<RedisChannel>(m_endpoint, stop),
                             {bucket(kCapacity), FailPolicy::FailOpen, limit});
        while (!token.stop_requested())
            counts.add(limiter.acquire({"hot"}));
        const auto reloads = limiter.channel().scriptReloads();
        auto most = mostReloads.load();
        while (most < reloads && !mostReloads.compare_exchange_weak(most, reloads)) {
        }
    }

    std::shared_ptr<RedisEndpoint> m_endpoint;
    std::vector<std::jthread> m_threads;
};

/// Tokens that the store spent on the hot key, whoever knows of it.
std::int64_t spent(const RedisServer& server)
{
    const std::string tokens = server.command({"HGET", "hot", "tokens"}).text;
    return (kCapacity * MicroTokens::kPerToken - std::stoll(tokens)) / MicroTokens::kPerToken;
}

} // namespace

class TestStoreFailures : public UnitTest
{
    Q_OBJECT

private slots:
    void scriptsForgottenUnderLoadAreNoErrors()
    {
        constexpr std::uint64_t kFlushes = 20;
        const RedisServer server;
        Load load(server, 4, 30s); // a limit that no slow machine reaches
        for (std::uint64_t flush = 0; flush < kFlushes; ++flush) {
            const auto before = load.counts.requests.load();
            QVERIFY(server.command({"SCRIPT", "FLUSH"}).text == "OK");
            QTRY_VERIFY(load.counts.requests >= before + 40);
            QTest::qWait(50);
        }
        load.end();
        QCOMPARE(load.counts.errors(), 0);
        QCOMPARE(load.counts.of(Outcome::Allowed), load.counts.requests.load());
        QVERIFY2(load.mostReloads >= 2, "the flushes did hit");
        QVERIFY2(load.mostReloads <= kFlushes + 1, "one for each flush, and the first");
        QCOMPARE(spent(server), load.counts.requests.load());
    }

    void killedAndStartedAgainUnderLoad_data()
    {
        QTest::addColumn<Transport>("transport");
        QTest::newRow("unix socket") << Transport::Unix;
        QTest::newRow("tcp") << Transport::Tcp;
    }
    void killedAndStartedAgainUnderLoad()
    {
        QFETCH(Transport, transport);
        RedisServer server(transport);
        Load load(server, 8);
        for (int again = 0; again < 3; ++again) {
            auto before = load.counts.of(Outcome::Allowed);
            QTRY_VERIFY(load.counts.of(Outcome::Allowed) > before + 100);
            const auto ambiguous = load.counts.ambiguous.load();
            server.kill9();
            before = load.counts.errors();
            QTRY_VERIFY(load.counts.errors() > before + 100);
            QVERIFY2(load.counts.ambiguous <= ambiguous + 8, "at most what was under way");
            QVERIFY(server.start());
            const auto allowed = load.counts.of(Outcome::Allowed);
            QElapsedTimer timer;
            timer.start();
            QTRY_VERIFY(load.counts.of(Outcome::Allowed) > allowed);
            QVERIFY2(timer.elapsed() < 1000, "back within a second of its return");
        }
        load.end();
        QCOMPARE(load.counts.requests.load(),
                 load.counts.of(Outcome::Allowed) + load.counts.errors());
    }

    void frozenAndThawed()
    {
        constexpr int kThreads = 8;
        RedisServer server;
        Load load(server, kThreads);
        QTRY_VERIFY(load.counts.requests > 1000);
        const auto connectionsBefore = server.info("stats", "total_connections_received");
        const auto openBefore = QDir(QStringLiteral("/proc/self/fd")).entryList().size();
        server.freeze();
        const auto ambiguous = load.counts.ambiguous.load();
        QTest::qWait(2000); // the outage: several probes go by
        QVERIFY2(load.counts.ambiguous <= ambiguous + kThreads, "what was under way, then nothing");
        QVERIFY2(load.counts.waiting > 1000, "the rest is answered at once");
        const auto openDuring = QDir(QStringLiteral("/proc/self/fd")).entryList().size();
        QVERIFY2(openDuring <= openBefore + 1, "no socket is left behind");
        server.thaw();
        const auto allowed = load.counts.of(Outcome::Allowed);
        QTRY_VERIFY(load.counts.of(Outcome::Allowed) > allowed + 100);
        load.end();

        // 10 ms beyond the limit on a quiet machine; a loaded one gets more.
        QVERIFY2(load.counts.slowest < Nanos(1s).count(),
                 qPrintable(QString::number(load.counts.slowest)));
        const auto certain = load.counts.of(Outcome::Allowed);
        QVERIFY(spent(server) >= certain);
        QVERIFY2(spent(server) <= certain + load.counts.ambiguous,
                 "the thawed server ran no call but those");
        const auto made = server.info("stats", "total_connections_received") - connectionsBefore;
        QVERIFY2(made <= 3 * kThreads + 20, qPrintable(QString::number(made)));
    }

    void stopsWithin300MillisecondsOnAFrozenServer()
    {
        RedisServer server;
        Load load(server, 4, 1h);
        QTRY_VERIFY(load.counts.requests > 100);
        server.freeze();
        QElapsedTimer timer;
        timer.start();
        load.stop.request();
        load.end();
        QVERIFY(timer.elapsed() < 300);
    }

    void everyErrorHasItsClass_data();
    void everyErrorHasItsClass();
    void aServerBusyWithAScript();
    void aServerThatLoads();
};

namespace {

using Arrange = std::function<void(RedisServer&)>;

void say(RedisServer& server, const std::vector<std::string>& words)
{
    const Reply reply = server.command(words);
    if (reply.isError())
        qWarning("%s: %s", words.front().c_str(), reply.text.c_str());
}

} // namespace

Q_DECLARE_METATYPE(Arrange)

void TestStoreFailures::everyErrorHasItsClass_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<Arrange>("arrange");
    QTest::addColumn<QByteArray>("className");
    const auto row = [](const char* name, const char* options, Arrange arrange) {
        QTest::newRow(name) << QString::fromLatin1(options).split(QLatin1Char(' '),
                                                                  Qt::SkipEmptyParts)
                            << std::move(arrange) << QByteArray(name);
    };
    row("out_of_memory", "--maxmemory 1", [](RedisServer&) {});
    row("misconfigured", "--save 3600 1000", [](RedisServer& server) {
        // A snapshot fails when the folder is gone, also for root.
        say(server, {"CONFIG", "SET", "stop-writes-on-bgsave-error", "yes"});
        server.removeDataFolder();
        say(server, {"BGSAVE"});
        QVERIFY(QTest::qWaitFor([&] {
            return server.command({"SET", "x", "1"}).text.starts_with("MISCONF");
        }));
    });
    row("no_replicas", "--min-replicas-to-write 1", [](RedisServer&) {});
    row("no_permission", "", [](RedisServer& server) {
        say(server, {"ACL", "SETUSER", "default", "-evalsha", "-eval"});
    });
    row("no_auth", "", [](RedisServer& server) {
        say(server, {"CONFIG", "SET", "requirepass", "secret"});
    });
    row("wrong_type", "", [](RedisServer& server) { say(server, {"SET", "hot", "text"}); });
    row("read_only", "", [](RedisServer& server) {
        say(server, {"REPLICAOF", "127.0.0.1", "1"}); // nobody listens there
        say(server, {"CONFIG", "SET", "replica-serve-stale-data", "yes"});
    });
    row("script", "", [](RedisServer& server) { say(server, {"HSET", "hot", "tokens", "?"}); });
}

void TestStoreFailures::everyErrorHasItsClass()
{
    QFETCH(QStringList, options);
    QFETCH(Arrange, arrange);
    QFETCH(QByteArray, className);
    RedisServer server(Transport::Unix, options);
    QVERIFY(server.isRunning());
    arrange(server);
    const StopSignal stop;
    const auto endpoint = std::make_shared<RedisEndpoint>(server.address());
    for (const FailPolicy policy : {FailPolicy::FailOpen, FailPolicy::FailClosed}) {
        StoreLimiter limiter(std::make_unique<RedisChannel>(endpoint, stop),
                             {bucket(5), policy, 10s});
        Decision decision;
        QVERIFY(QTest::qWaitFor([&] {
            decision = limiter.acquire({"hot"});
            return decision.errorClass != StoreErrorClass::Waiting;
        }));
        const std::string_view name = toText(decision.errorClass);
        QCOMPARE(QByteArray(name.data(), static_cast<qsizetype>(name.size())), className);
        QVERIFY(!decision.ambiguous);
        QVERIFY(decision.decidedBy == DecidedBy::Policy);
        QCOMPARE(isAdmitted(decision.outcome), policy == FailPolicy::FailOpen);
    }
}

void TestStoreFailures::aServerBusyWithAScript()
{
    RedisServer server(Transport::Unix,
                       {QStringLiteral("--busy-reply-threshold"), QStringLiteral("1")});
    PlainClient other(server.address());
    QVERIFY(other.send({"EVAL", "while true do end", "0"}));
    const StopSignal stop;
    StoreLimiter limiter(
        std::make_unique<RedisChannel>(std::make_shared<RedisEndpoint>(server.address()), stop),
        {bucket(5), FailPolicy::FailClosed, 10s});
    Decision decision;
    QVERIFY(QTest::qWaitFor([&] {
        decision = limiter.acquire({"hot"});
        return decision.errorClass == StoreErrorClass::Busy;
    }));
    QVERIFY(decision.outcome == Outcome::FailClosedDenied);
    QVERIFY(server.command({"SCRIPT", "KILL"}).text == "OK");
    QTRY_VERIFY(limiter.acquire({"hot"}).outcome == Outcome::Allowed);
}

void TestStoreFailures::aServerThatLoads()
{
    RedisServer server(Transport::Unix,
                       {QStringLiteral("--enable-debug-command"), QStringLiteral("yes")});
    say(server, {"DEBUG", "POPULATE", "20000"});
    say(server, {"SAVE"});
    server.kill9();
    server.addArguments({QStringLiteral("--key-load-delay"), QStringLiteral("1000"),
                         QStringLiteral("--loading-process-events-interval-bytes"),
                         QStringLiteral("1024")});
    QVERIFY(server.start()); // for about 20 s
    const StopSignal stop;
    StoreLimiter limiter(
        std::make_unique<RedisChannel>(std::make_shared<RedisEndpoint>(server.address()), stop),
        {bucket(5), FailPolicy::FailClosed, 10s});
    QVERIFY(limiter.acquire({"hot"}).errorClass == StoreErrorClass::Loading);
}

QTEST_GUILESS_MAIN(TestStoreFailures)
#include "tst_store_failures.moc"
