// SPDX-License-Identifier: MIT
#include "core/limit/token_bucket.h"
#include "core/store/client/redis_channel.h"
#include "core/util/random.h"
#include "core/util/sha1.h"
#include "core/util/units.h"
#include "tests/support/channel_execution.h"
#include "tests/support/limiter_contract.h"
#include "tests/support/redis_server.h"

#include <QTest>

#include <array>
#include <vector>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

/// The text of token_bucket.lua on a clock of the test's own: its one TIME call becomes two
/// arguments. All else, every number and every write, is the script that is shipped.
const Script& clockedScript()
{
    static const std::string source = [] {
        std::string text(findScript("token_bucket")->source);
        constexpr std::string_view kCall = "call('TIME')";
        const auto at = text.find(kCall);
        if (at != std::string::npos && text.find(kCall, at + 1) == std::string::npos)
            text.replace(at, kCall.size(), "{ARGV[6], ARGV[7]}");
        return text;
    }();
    static const Script script{"clocked", source, sha1Hex(source)};
    return script;
}

Limit bucket(std::string_view capacity, std::string_view refill)
{
    Limit limit = standardLimit(kTokenBucket);
    *findValue(limit, "capacity") = ParameterValue::of(*parseTokens(capacity));
    *findValue(limit, "refill") = ParameterValue::of(*parseRate(refill));
    return limit;
}

} // namespace

/// What the scripts themselves do on a real server.
class TestBucketScripts : public UnitTest
{
    Q_OBJECT

private slots:
    void theClockIsReadOnce()
    {
        QVERIFY(clockedScript().source.find("TIME'") == std::string::npos);
    }

    void randomTracesMatchTheNativeBucket()
    {
        m_compared = 0;
        constexpr std::array<Rate, 8> kRates{{{10, 1},
                                              {1, 12},
                                              {1, 86'400},
                                              {7, 11},
                                              {1'000'003, 997},
                                              {1, 1'000'003},
                                              {std::int64_t{1} << 51, 1},
                                              {0, 1}}};
        for (std::uint32_t trace = 0; trace < 100; ++trace) {
            RandomStream random(31, RandomStream::Purpose::Cost, trace);
            Trace calls(farAhead());
            Limit limit = standardLimit(kTokenBucket);
            for (int call = 0; call < 250; ++call) {
                while (call == 0 || random.below(60) == 0) {
                    const std::int64_t most = std::int64_t{1} << (20 + random.below(33));
                    limit.values = {ParameterValue{1 + static_cast<std::int64_t>(random.below(
                                                           static_cast<std::uint64_t>(most)))},
                                    ParameterValue::of(kRates[random.below(kRates.size())])};
                    if (kTokenBucket.validate(limit, MicroTokens::fromTokens(1)).empty())
                        break;
                    limit = bucket("20", "10/s");
                }
                const auto step = static_cast<std::int64_t>(random.below(1u << random.below(27)));
                calls.now += Micros(random.below(5) == 0 ? -step : step);
                const auto most = static_cast<std::uint64_t>(limit.values[0].num);
                calls.add(limit, MicroTokens::fromMicros(static_cast<std::int64_t>(random.below(
                                     random.below(8) == 0 ? 2 * most : most / 3 + 1))));
            }
            compare(calls, "trace " + std::to_string(trace));
        }
        QVERIFY(m_compared > 5'000);
    }

    void aHundredMillionStaysExactOverManyReloads()
    {
        m_compared = 0;
        const Limit limit = bucket("100000000", "7/11s");
        for (int part = 0; part < 100; ++part) {
            Trace calls(farAhead());
            RandomStream random(32, RandomStream::Purpose::Cost, static_cast<std::uint32_t>(part));
            calls.add(limit, MicroTokens::fromTokens(100'000'000));
            for (int call = 1; call < 1000; ++call) {
                calls.now += Micros(static_cast<std::int64_t>(1 + random.below(999'999)));
                calls.add(limit, MicroTokens::fromMicros(
                                     static_cast<std::int64_t>(1 + random.below(900'000))));
            }
            compare(calls, "part " + std::to_string(part));
        }
        QCOMPARE(m_compared, 100'000);
    }

    void theStateIsWholeNumbers()
    {
        const std::string key = newKey();
        const StoreAnswer answer = ask(bucket("100000000", "1/3s"), key, "0.5");
        const auto now = std::to_string(answer.storeTime->time_since_epoch().count());
        QCOMPARE(toText(m_server.command({"HGETALL", key})),
                 "[\"tokens\", \"99999999500000\", \"last\", \"" + now +
                     "\", \"remainder\", \"0\", \"den\", \"3\"]");
    }

    void denialsAndPeeksWriteNothing()
    {
        const std::string key = newKey();
        const Limit limit = bucket("2", "1/h");
        ask(limit, key, "2");
        const Reply state = m_server.command({"DUMP", key});
        const Reply expiry = m_server.command({"PEXPIRETIME", key});
        QCOMPARE(toText(ask(limit, key, "1").verdict), "denied");
        QCOMPARE(toText(ask(limit, key, "3").verdict), "never_fits");
        ask(limit, key, "0");
        QCOMPARE(toText(m_server.command({"DUMP", key})), toText(state));
        QCOMPARE(toText(m_server.command({"PEXPIRETIME", key})), toText(expiry));

        const std::string untouched = newKey();
        ask(limit, untouched, "0");
        ask(limit, untouched, "3");
        QCOMPARE(toText(m_server.command({"EXISTS", untouched})), "0");
    }

    void aKeyOutlivesTheWayToFull()
    {
        const std::string key = newKey();
        ask(bucket("3", "1/15s"), key, "3");
        QVERIFY(isWithin(timeToLive(key), 45s, 50'010ms));
        ask(bucket("3", "0"), newKey(), "1");
        QVERIFY(isWithin(timeToLive("scripts:" + std::to_string(m_keys)), 24h, 24h + 5'010ms));
        // Slower, and larger: a denial or a peek is enough for the key to stay.
        ask(bucket("3", "1/min"), key, "1");
        QVERIFY(isWithin(timeToLive(key), 179s, 185'010ms));
        ask(bucket("10", "1/min"), key, "0");
        QVERIFY(isWithin(timeToLive(key), 599s, 605'010ms));
        m_server.command({"PERSIST", key});
        ask(bucket("10", "1/min"), key, "1");
        QVERIFY(isWithin(timeToLive(key), 599s, 605'010ms));
    }

    void aKeyOfAnotherTypeIsRedisOwnError()
    {
        const std::string key = newKey();
        m_server.command({"SET", key, "x"});
        for (const Algorithm* row : catalogue()) {
            const auto answer =
                m_execution.decide(standardLimit(*row), key, MicroTokens::fromTokens(1));
            QVERIFY(!answer && answer.error().starts_with("WRONGTYPE "));
        }
    }

    void aDamagedStateGrantsNothing_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("value");
        for (const char* field : {"tokens", "last", "remainder", "den"}) {
            for (const char* value : {"", "x", "-1", "0.5", "nan", "inf", "1e300", "gone"}) {
                QTest::addRow("%s=%s", field, value)
                    << QString::fromLatin1(field) << QString::fromLatin1(value);
            }
        }
        QTest::newRow("remainder=den") << QStringLiteral("remainder") << QStringLiteral("3");
        QTest::newRow("den=0") << QStringLiteral("den") << QStringLiteral("0");
    }
    void aDamagedStateGrantsNothing()
    {
        QFETCH(QString, field);
        QFETCH(QString, value);
        const Limit limit = bucket("2", "1/3s");
        const std::string key = newKey();
        ask(limit, key, "1");
        if (value == QLatin1String("gone"))
            m_server.command({"HDEL", key, field.toStdString()});
        else
            m_server.command({"HSET", key, field.toStdString(), value.toStdString()});
        const auto answer = m_execution.decide(limit, key, MicroTokens::fromTokens(1));
        QVERIFY(!answer);
        QVERIFY2(answer.error().starts_with("ERR damaged bucket"), answer.error().c_str());
    }

    /// A bucket that another program with the published script has written, and the way back.
    void theArticlesBucketIsShared()
    {
        const Limit limit = standardLimit(*findAlgorithm("article"));
        const std::string key = newKey();
        m_execution.setTime(StoreTime(1'796'126'400'999ms));
        m_server.command({"HSET", key, "tokens", "2.25", "last_refill_time", "1796126399"});
        QCOMPARE(toText(ask(limit, key, "0")), "allowed tokens=2 retry=0 reset=0");
        QCOMPARE(toText(ask(limit, key, "1")), "allowed tokens=1 retry=0 reset=0");
        QCOMPARE(toText(m_server.command({"HGETALL", key})),
                 "[\"tokens\", \"1.75\", \"last_refill_time\", \"1796126400\"]");
        QCOMPARE(toText(m_server.command({"TTL", key})), "15");
        QCOMPARE(toText(ask(limit, key, "2")), "denied tokens=1 retry=0 reset=0");
        QCOMPARE(toText(m_server.command({"TTL", key})), "15");
    }

private:
    struct Call
    {
        Limit limit;
        MicroTokens cost;
        StoreTime at;
    };
    /// Calls on one key at times of the test's own.
    struct Trace
    {
        explicit Trace(StoreTime start) : now(start) {}
        void add(const Limit& limit, MicroTokens cost) { calls.push_back({limit, cost, now}); }

        StoreTime now;
        std::vector<Call> calls;
    };

    /// A year after the server's own clock: no key of a trace expires while the test runs.
    static StoreTime farAhead()
    {
        return std::chrono::floor<Micros>(std::chrono::system_clock::now()) + 8760h;
    }

    std::string newKey() { return "scripts:" + std::to_string(++m_keys); }

    StoreAnswer ask(const Limit& limit, const std::string& key, std::string_view cost)
    {
        const auto answer = m_execution.decide(limit, key, *parseTokens(cost));
        if (!answer)
            QTest::qFail(answer.error().c_str(), __FILE__, __LINE__);
        return answer.value_or(StoreAnswer{});
    }

    std::chrono::milliseconds timeToLive(const std::string& key)
    {
        return std::chrono::milliseconds(m_execution.timeToLive(key).value_or(-3));
    }
    static bool isWithin(Nanos value, Nanos least, Nanos most)
    {
        return value >= least && value <= most;
    }

    /// Runs the trace in one pipeline and holds each answer against the native bucket.
    void compare(const Trace& trace, const std::string& name)
    {
        const std::string key = newKey();
        const auto side = kTokenBucket.makeStoreSide();
        std::vector<Command> commands(trace.calls.size());
        for (std::size_t i = 0; i < commands.size(); ++i) {
            const auto& [limit, cost, at] = trace.calls[i];
            Command asShipped;
            side->begin({limit, key, cost, at}, asShipped);
            commands[i].call(clockedScript(), 1);
            for (std::size_t word = 0; word < asShipped.size(); ++word)
                commands[i].add(asShipped.word(word));
            const std::int64_t micros = at.time_since_epoch().count();
            commands[i].add(micros / 1'000'000).add(micros % 1'000'000);
        }
        std::vector<ChannelReply> replies(commands.size());
        m_channel.exchange(commands, replies, std::chrono::steady_clock::now() + 30s);

        TokenBucket native;
        bool isKnown = false; // an admission has left a state
        for (std::size_t i = 0; i < replies.size(); ++i) {
            const auto& [limit, cost, at] = trace.calls[i];
            QVERIFY2(replies[i], replies[i] ? "" : replies[i].error().text.c_str());
            Command none;
            const auto step = side->advance(*replies[i], none);
            QVERIFY2(step && *step, step ? "" : step.error().c_str());
            const StoreAnswer expected = native.decide(limit, at, cost);
            if (isKnown && expected.fresh)
                break; // forgotten; the server's clock, which expires keys, stands still
            isKnown |= expected.verdict == Verdict::Allowed && cost > MicroTokens();
            ++m_compared;
            const std::string what = name + " call " + std::to_string(i) + ": " + toText(**step) +
                                     ", native: " + toText(expected);
            QVERIFY2(**step == expected, what.c_str());
        }
    }

    RedisServer m_server;
    StopSignal m_stop;
    RedisChannel m_channel{std::make_shared<RedisEndpoint>(m_server.address()), m_stop};
    ChannelExecution m_execution{m_channel};
    int m_keys = 0;
    int m_compared = 0; ///< calls of traces held against the native bucket
};

QTEST_GUILESS_MAIN(TestBucketScripts)
#include "tst_bucket_scripts.moc"
