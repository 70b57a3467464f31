// SPDX-License-Identifier: MIT
#include "core/limit/decision.h"
#include "core/limit/token_bucket.h"
#include "core/util/random.h"
#include "core/util/units.h"
#include "tests/support/limiter_contract.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <array>
#include <cmath>
#include <vector>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

__extension__ using Wide = __int128;

constexpr StoreTime kStart{1'796'126'400s};

Limit bucket(std::string_view capacity, std::string_view refill)
{
    Limit limit = standardLimit(kTokenBucket);
    *findValue(limit, "capacity") = ParameterValue::of(*parseTokens(capacity));
    *findValue(limit, "refill") = ParameterValue::of(*parseRate(refill));
    return limit;
}

/// A bucket with a clock that a test can read as text: "1 at 10s" costs one token at ten seconds.
class Bench
{
public:
    explicit Bench(const Limit& bucketLimit) : limit(bucketLimit) {}

    StoreAnswer ask(std::string_view cost, std::string_view at)
    {
        return bucket.decide(limit, kStart + timeOf(at), *parseTokens(cost));
    }
    /// "allowed 4", "denied 0.5 retry 500ms"
    std::string say(std::string_view cost, std::string_view at)
    {
        const StoreAnswer answer = ask(cost, at);
        std::string text(toText(answer.verdict));
        text += " " + toText(answer.tokensLeft);
        if (answer.retryAfter > 0us)
            text += " retry " + toText(Nanos(answer.retryAfter));
        return text;
    }
    int drain(std::string_view at)
    {
        int grants = 0;
        while (ask("1", at).verdict == Verdict::Allowed)
            ++grants;
        return grants;
    }

    Limit limit;
    TokenBucket bucket;

private:
    static Micros timeOf(std::string_view text)
    {
        const bool isBefore = text.starts_with('-');
        const Nanos time = *parseDuration(isBefore ? text.substr(1) : text);
        return std::chrono::duration_cast<Micros>(isBefore ? -time : time);
    }
};

/// The bucket as a textbook has it, in exact fractions and without a clamp: written for this test
/// alone. The limit is constant; time does not step back.
class ReferenceBucket
{
public:
    ReferenceBucket(MicroTokens capacity, Rate refill)
        : m_capacity(Wide{capacity.micros()} * refill.den), m_refill(refill), m_level(m_capacity)
    {
    }
    bool take(std::int64_t now, std::int64_t cost)
    {
        m_level = std::min(m_capacity, m_level + Wide{now - m_now} * m_refill.num);
        m_now = now;
        const bool isAllowed = m_level >= Wide{cost} * m_refill.den;
        if (isAllowed)
            m_level -= Wide{cost} * m_refill.den;
        return isAllowed;
    }
    std::int64_t tokens() const { return static_cast<std::int64_t>(m_level / m_refill.den); }

private:
    Wide m_capacity;
    Rate m_refill;
    Wide m_level;
    std::int64_t m_now = 0;
};

/// The deny fraction of a bucket of @p capacity at load @p rho: blocking of M/D/1/K, K = capacity.
double denyFraction(int capacity, double rho)
{
    std::vector<double> a;    // P(Poisson(rho) = k)
    std::vector<double> tail; // P(Poisson(rho) >= k)
    double probability = std::exp(-rho);
    double above = 1;
    for (int k = 0; k <= capacity; ++k) {
        a.push_back(probability);
        tail.push_back(above);
        above -= probability;
        probability *= rho / (k + 1);
    }
    std::vector<double> pi{1};
    double sum = 1;
    for (int k = 1; k < capacity; ++k) {
        double value = tail[k];
        for (int i = 1; i < k; ++i)
            value += pi[i] * tail[k - i + 1];
        pi.push_back(value / a[0]);
        sum += pi.back();
    }
    return 1 - 1 / (1 / sum + rho);
}

} // namespace

class TestTokenBucket : public UnitTest
{
    Q_OBJECT

private slots:
    void drainsAndRefills()
    {
        Bench bench(bucket("2", "1/s"));
        QCOMPARE(bench.say("1", "0s"), "allowed 1");
        QCOMPARE(bench.say("1", "0s"), "allowed 0");
        QCOMPARE(bench.say("1", "0s"), "denied 0 retry 1s");
        QCOMPARE(bench.say("1", "250ms"), "denied 0.25 retry 750ms");
        QCOMPARE(bench.say("1", "999999us"), "denied 0.999999 retry 1us");
        QCOMPARE(bench.say("1", "1s"), "allowed 0");
        QCOMPARE(bench.say("0", "1h"), "allowed 2");
        QCOMPARE(bench.ask("2", "1h").resetAfter, Micros(2s));
    }

    void aThirdOfATokenIsNotLost()
    {
        Bench bench(bucket("1", "1/3s"));
        QCOMPARE(bench.say("1", "0s"), "allowed 0");
        QCOMPARE(bench.say("0.333333", "1s"), "allowed 0"); // a third of a micro-token remains
        QCOMPARE(bench.say("0.333333", "2s"), "allowed 0");
        QCOMPARE(bench.say("0.333334", "3s"), "allowed 0"); // and comes back as a whole one
    }

    void theClockStepsBackAndReturns()
    {
        Bench bench(bucket("10", "1/s"));
        QCOMPARE(bench.say("10", "0s"), "allowed 0");
        QCOMPARE(bench.say("1", "4s"), "allowed 3");
        QCOMPARE(bench.say("0", "-7s"), "allowed 3");
        QCOMPARE(bench.say("5", "-7s"), "denied 3 retry 2s");
        QCOMPARE(bench.say("3", "-7s"), "allowed 0");
        QCOMPARE(bench.say("1", "-7s"), "denied 0 retry 1s");
        QCOMPARE(bench.say("1", "4s"), "denied 0 retry 1s"); // what flowed in before 4 s is spent
        QCOMPARE(bench.say("1", "5s"), "allowed 0");
    }

    void theClockJumpsAhead()
    {
        Bench bench(bucket("10", "1/s"));
        bench.ask("10", "0s");
        QCOMPARE(bench.drain("1h"), 10);
        QCOMPARE(bench.drain("2h"), 10);
    }

    void aPollingClientIsNotStarved()
    {
        Bench bench(bucket("5", "1/s"));
        QCOMPARE(bench.drain("0s"), 5);
        int grants = 0;
        for (int poll = 1; poll <= 250; ++poll) // at 2.5 times the rate, for 100 s
            grants += bench.ask("1", std::to_string(poll * 400) + "ms").verdict == Verdict::Allowed;
        QCOMPARE(grants, 100);
    }

    void aHundredMillionStaysExact()
    {
        Bench bench(bucket("100000000", "1/s"));
        QCOMPARE(bench.say("100000000", "0s"), "allowed 0");
        QCOMPARE(bench.say("100000000", "99999999999999us"), "denied 99999999.999999 retry 1us");
        QCOMPARE(bench.say("100000000", "100000000s"), "allowed 0");
    }

    void sensibleUnitsWork()
    {
        Bench half(bucket("3", "0.1/s"));
        QCOMPARE(half.say("1.5", "0s"), "allowed 1.5");
        QCOMPARE(half.say("1.5", "0s"), "allowed 0");
        QCOMPARE(half.say("1.5", "5s"), "denied 0.5 retry 10s");
        Bench minute(bucket("5", "5/min"));
        QCOMPARE(minute.drain("0s"), 5);
        QCOMPARE(minute.say("1", "0s"), "denied 0 retry 12s");
        Bench day(bucket("1", "1/day"));
        QCOMPARE(day.drain("0s"), 1);
        QCOMPARE(day.say("1", "12h"), "denied 0.5 retry 12h");
        QCOMPARE(day.say("1", "24h"), "allowed 0");
    }

    void aSlowBucketIsNotFullEarly()
    {
        Bench bench(bucket("3", "1/15s"));
        QCOMPARE(bench.drain("0s"), 3);
        QCOMPARE(bench.say("1", "10s"), "denied 0.666666 retry 5s");
    }

    void waitsAreRoundedUp()
    {
        Bench bench(bucket("1", "7/11s")); // a token takes 1571428.57 us
        QCOMPARE(bench.say("1", "0s"), "allowed 0");
        QCOMPARE(bench.say("1", "0s"), "denied 0 retry 1571.429ms");
        QCOMPARE(bench.ask("0", "0s").resetAfter, Micros(1'571'429));
        QCOMPARE(bench.say("1", "1571428us"), "denied 0.999999 retry 1us");
        QCOMPARE(bench.say("1", "1571429us"), "allowed 0");
    }

    void neverFitsTakesNothing()
    {
        Bench bench(bucket("5", "1/s"));
        QCOMPARE(bench.say("5.000001", "0s"), "never_fits 5");
        QCOMPARE(bench.say("5", "0s"), "allowed 0");
    }

    void changesActOnTheNextCall()
    {
        Bench bench(bucket("20", "1/s"));
        QCOMPARE(bench.say("5", "0s"), "allowed 15");
        bench.limit = bucket("10", "1/s");
        QCOMPARE(bench.say("1", "0s"), "allowed 9");
        bench.limit = bucket("100", "1/s");
        QCOMPARE(bench.say("0", "0s"), "allowed 9"); // what was used stays used
        bench.limit = bucket("100", "1/3s");
        QCOMPARE(bench.say("1", "6s"), "allowed 10"); // 6 s of the new refill
    }

    void aSlowerRefillKeepsADeniedKeyAlive()
    {
        Bench bench(bucket("10", "100/s"));
        QCOMPARE(bench.say("10", "0s"), "allowed 0"); // expires at 5.1 s
        bench.limit = bucket("10", "1/min");
        QCOMPARE(bench.say("1", "3s"), "denied 0.05 retry 57s");
        QCOMPARE(bench.say("1", "30s"), "denied 0.5 retry 30s");
        QCOMPARE(bench.ask("1", "60s").fresh, false);
    }

    void withoutRefillABucketIsAQuota()
    {
        Bench bench(bucket("2", "0"));
        QCOMPARE(bench.drain("0s"), 2);
        QCOMPARE(bench.say("1", "1h"), "denied 0 retry 23h");
        QCOMPARE(bench.say("1", "86399999999us"), "denied 0 retry 1us");
        QCOMPARE(bench.say("1", "24h"), "allowed 1");
    }

    void keysAreForgottenOnceFull()
    {
        Bench bench(bucket("3", "1/15s"));
        QVERIFY(bench.ask("1", "0s").fresh);
        QVERIFY(!bench.ask("0", "20000ms").fresh); // 15 s to full and the margin
        QVERIFY(bench.ask("0", "20001ms").fresh);
        QVERIFY(bench.ask("0", "20000ms").fresh); // and it stays forgotten
    }

    void agreesWithTheReferenceModel()
    {
        constexpr std::array<Rate, 6> kRates{
            {{10, 1}, {1, 12}, {1, 86'400}, {7, 11}, {1'000'003, 997}, {1, 1'000'003}}};
        for (std::uint32_t trace = 0; trace < 600; ++trace) {
            RandomStream random(21, RandomStream::Purpose::Cost, trace);
            const Rate refill = kRates[random.below(kRates.size())];
            const auto capacity =
                MicroTokens::fromMicros(static_cast<std::int64_t>(1 + (random.next() >> 32)));
            Limit limit = standardLimit(kTokenBucket);
            limit.values = {ParameterValue::of(capacity), ParameterValue::of(refill)};
            if (!limit.algorithm->validate(limit, MicroTokens::fromTokens(1)).empty())
                continue;
            TokenBucket tested;
            ReferenceBucket reference(capacity, refill);
            std::int64_t now = 0;
            for (int call = 0; call < 300; ++call) {
                now += static_cast<std::int64_t>(random.below(1u << random.below(31)));
                const auto cost = static_cast<std::int64_t>(
                    random.below(static_cast<std::uint64_t>(capacity.micros()) + 1));
                const bool isAllowed = reference.take(now, cost);
                const StoreAnswer answer =
                    tested.decide(limit, StoreTime(Micros(now)), MicroTokens::fromMicros(cost));
                QCOMPARE(answer.verdict == Verdict::Allowed, isAllowed);
                QCOMPARE(answer.tokensLeft.micros(), reference.tokens());
            }
        }
    }

    void drainIdleBurstNeverExceedsTheCapacity()
    {
        RandomStream random(22, RandomStream::Purpose::Cost);
        for (int round = 0; round < 1000; ++round) {
            const auto capacity = static_cast<int>(1 + random.below(50));
            Bench bench(bucket(std::to_string(capacity), "7/11s"));
            bench.drain("0s");
            const auto idle = std::to_string(random.next() >> 20 >> random.below(40)) + "us";
            QVERIFY(bench.drain(idle) <= capacity);
        }
    }

    void shiftedTimeChangesNothing()
    {
        Bench one(bucket("5", "7/11s"));
        Bench other(bucket("5", "7/11s"));
        RandomStream random(23, RandomStream::Purpose::Cost);
        Micros now{0};
        for (int call = 0; call < 10'000; ++call) {
            now += Micros(static_cast<std::int64_t>(random.below(3'000'000)));
            const auto cost =
                MicroTokens::fromMicros(static_cast<std::int64_t>(random.below(3'000'000)));
            StoreAnswer a = one.bucket.decide(one.limit, kStart + now, cost);
            const StoreAnswer b = other.bucket.decide(other.limit, kStart + now + 1000h, cost);
            *a.storeTime += 1000h;
            QVERIFY2(a == b, (toText(a) + ", shifted: " + toText(b)).c_str());
        }
    }

    void poissonArrivalsAreDeniedAsTheTheorySays_data()
    {
        QTest::addColumn<int>("capacity");
        QTest::addColumn<double>("rho");
        QTest::addColumn<double>("known");
        QTest::newRow("B=5 rho=.9") << 5 << .9 << .0643619;
        QTest::newRow("B=10 rho=1.2") << 10 << 1.2 << .1709108;
        QTest::newRow("B=2 rho=1") << 2 << 1. << .2689414;
        QTest::newRow("B=50 rho=1") << 50 << 1. << .0100334448;
        QTest::newRow("B=1 rho=1") << 1 << 1. << .5;
    }
    void poissonArrivalsAreDeniedAsTheTheorySays()
    {
        QFETCH(int, capacity);
        QFETCH(double, rho);
        QFETCH(double, known);
        const double theory = denyFraction(capacity, rho);
        QVERIFY(std::abs(theory - known) < 1e-6);

        constexpr int kBatches = 40;
        constexpr int kCalls = 20'000;
        const Limit limit = bucket(std::to_string(capacity), "1/s");
        const auto mean = static_cast<std::int64_t>(1e9 / rho);
        RandomStream random(24, RandomStream::Purpose::Arrivals);
        TokenBucket tested;
        Nanos now{0};
        double sum = 0;
        double squares = 0;
        for (int batch = -1; batch < kBatches; ++batch) { // the first one is the way to balance
            int denied = 0;
            for (int call = 0; call < kCalls; ++call) {
                now += Nanos(random.exponentialNanos(mean));
                const StoreTime time(std::chrono::floor<Micros>(now));
                denied += tested.decide(limit, time, MicroTokens::fromTokens(1)).verdict ==
                          Verdict::Denied;
            }
            if (batch >= 0) {
                sum += denied / double{kCalls};
                squares += denied / double{kCalls} * denied / double{kCalls};
            }
        }
        const double measured = sum / kBatches;
        const double variance = (squares - sum * measured) / (kBatches - 1);
        const double sigma = std::sqrt(variance / kBatches);
        const auto what = QStringLiteral("measured %1, theory %2, sigma %3");
        QVERIFY2(std::abs(measured - theory) < 4 * sigma,
                 qPrintable(what.arg(measured).arg(theory).arg(sigma)));
        QVERIFY(sigma < 0.1 * theory); // the test can tell
    }
};

QTEST_GUILESS_MAIN(TestTokenBucket)
#include "tst_token_bucket.moc"
