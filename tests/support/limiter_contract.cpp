// SPDX-License-Identifier: MIT
#include "tests/support/limiter_contract.h"

#include "core/limit/decision.h"
#include "core/util/random.h"
#include "core/util/units.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <vector>

namespace penstock {

namespace {

__extension__ using Wide = __int128;

using std::chrono::seconds;

/// 2026-12-01 12:00 UTC, a whole second; where time is injected every test starts here.
constexpr StoreTime kStart{seconds(1'796'126'400)};

constexpr MicroTokens kOne = MicroTokens::fromTokens(1);

Limit rowUnderTest()
{
    QFETCH(QString, row);
    return standardLimit(*findAlgorithm(row.toStdString()));
}

/// A limit of the same row with other values of every size that the row takes.
Limit changed(const Limit& limit, RandomStream& random)
{
    constexpr std::array<Rate, 8> kRates{
        {{10, 1}, {1, 12}, {1, 86'400}, {7, 11}, {10'000, 1}, {1'000'000, 3}, {1, 2}, {0, 1}}};
    Limit result = limit;
    const auto specs = limit.algorithm->parameters;
    do {
        for (std::size_t i = 0; i < specs.size(); ++i) {
            if (specs[i].unit == ParameterUnit::Rate)
                result.values[i] = ParameterValue::of(kRates[random.below(kRates.size())]);
            else if (specs[i].unit == ParameterUnit::Tokens)
                result.values[i].num = static_cast<std::int64_t>(1 + random.below(20'000'000));
        }
    } while (!limit.algorithm->validate(result, kOne).empty());
    return result;
}

/// Of a cost: nothing, a fraction, whole tokens or more than most buckets hold.
MicroTokens anyCost(RandomStream& random)
{
    switch (random.below(6)) {
    case 0:
        return {};
    case 1:
        return MicroTokens::fromTokens(30);
    case 2:
        return MicroTokens::fromMicros(static_cast<std::int64_t>(1 + random.below(3'000'000)));
    default:
        return MicroTokens::fromTokens(static_cast<std::int64_t>(1 + random.below(3)));
    }
}

/// Time between two calls, microseconds: none, a hair, or long; back only where time is injected.
std::int64_t anyStep(RandomStream& random, bool mayStepBack)
{
    switch (random.below(mayStepBack ? 6 : 4)) {
    case 0:
        return 0;
    case 1:
        return static_cast<std::int64_t>(random.below(100));
    case 2:
        return static_cast<std::int64_t>(random.below(300'000));
    case 3:
        return static_cast<std::int64_t>(random.below(4'000'000));
    case 4:
        return -static_cast<std::int64_t>(random.below(11'000'000));
    default:
        return static_cast<std::int64_t>(random.below(200'000'000));
    }
}

} // namespace

std::string toText(const StoreAnswer& answer)
{
    std::string text(toText(answer.verdict));
    text += " tokens=" + toText(answer.tokensLeft);
    text += " retry=" + std::to_string(answer.retryAfter.count());
    text += " reset=" + std::to_string(answer.resetAfter.count());
    if (answer.storeTime)
        text += " at=" + std::to_string(answer.storeTime->time_since_epoch().count());
    return text + (answer.fresh ? " fresh" : "");
}

void LimiterContract::addRows()
{
    QTest::addColumn<QString>("row");
    for (const Algorithm* row : catalogue()) {
        const QByteArray id(row->id.data(), static_cast<qsizetype>(row->id.size()));
        QTest::newRow(id.constData()) << QString::fromUtf8(id);
    }
}

StoreAnswer LimiterContract::ask(const Limit& limit, const std::string& key, MicroTokens cost)
{
    const auto answer = execution().decide(limit, key, cost);
    if (!answer)
        QTest::qFail(answer.error().c_str(), __FILE__, __LINE__);
    return answer.value_or(StoreAnswer{});
}

std::string LimiterContract::newKey()
{
    return "contract:" + std::to_string(++m_keys);
}

void LimiterContract::aNewKeyIsFull()
{
    const Limit limit = rowUnderTest();
    const auto capacity = findValue(limit, "capacity")->tokens();
    const std::string key = newKey();
    execution().setTime(kStart);
    const StoreAnswer first = ask(limit, key, kOne);
    QCOMPARE(toText(first.verdict), "allowed");
    QCOMPARE(toText(first.tokensLeft), toText(capacity - kOne));
    QCOMPARE(first.fresh, limit.algorithm->hasStoreTime);
    QVERIFY(!ask(limit, key, kOne).fresh);
}

void LimiterContract::tracesMatchTheNativeRow()
{
    const bool isInjected = execution().hasInjectedTime();
    const Limit standard = rowUnderTest();
    const bool isCallersClock = !isInjected && !standard.algorithm->hasStoreTime;
    for (std::uint32_t trace = 0; trace < 20; ++trace) {
        RandomStream random(11, RandomStream::Purpose::Cost, trace);
        std::array<std::string, 3> keys{newKey(), newKey(), newKey()};
        NativeExecution native;
        Limit limit = changed(standard, random);
        StoreTime now = kStart;
        for (int call = 0; call < 200; ++call) {
            if (random.below(20) == 0)
                limit = changed(standard, random);
            // A caller's clock that leaves the server's behind must not reach the time to live.
            now += Micros(isCallersClock ? static_cast<std::int64_t>(random.below(20'000))
                                         : anyStep(random, isInjected));
            const std::string& key = keys[random.below(keys.size())];
            const MicroTokens cost = anyCost(random);
            execution().setTime(now);
            const StoreAnswer actual = ask(limit, key, cost);
            native.setTime(isInjected ? now : actual.storeTime.value_or(now));
            const StoreAnswer expected = *native.decide(limit, key, cost);
            const std::string what = "trace " + std::to_string(trace) + " call " +
                                     std::to_string(call) + ": " + toText(actual) +
                                     ", native: " + toText(expected);
            QVERIFY2(actual == expected, what.c_str());
        }
    }
}

void LimiterContract::keysAreIndependent()
{
    const Limit limit = rowUnderTest();
    const std::string drained = newKey();
    execution().setTime(kStart);
    const auto capacity = findValue(limit, "capacity")->tokens();
    QCOMPARE(toText(ask(limit, drained, capacity).verdict), "allowed");
    QCOMPARE(toText(ask(limit, newKey(), capacity).verdict), "allowed");
}

void LimiterContract::peeksTakeNothing()
{
    const Limit limit = rowUnderTest();
    const auto capacity = findValue(limit, "capacity")->tokens();
    const std::string key = newKey();
    execution().setTime(kStart);
    QCOMPARE(toText(ask(limit, key, {}).tokensLeft), toText(capacity));
    QVERIFY(execution().timeToLive(key).value_or(-2) == -2); // not even a key
    ask(limit, key, capacity - kOne);
    for (int i = 0; i < 3; ++i)
        QVERIFY(ask(limit, key, {}).tokensLeft >= kOne);
    QCOMPARE(toText(ask(limit, key, kOne).verdict), "allowed");
}

void LimiterContract::denialsTakeNothing()
{
    const Limit limit = rowUnderTest();
    const auto capacity = findValue(limit, "capacity")->tokens();
    const std::string key = newKey();
    execution().setTime(kStart);
    ask(limit, key, capacity - kOne);
    for (int i = 0; i < 5; ++i)
        QCOMPARE(toText(ask(limit, key, capacity).verdict), "denied");
    QCOMPARE(toText(ask(limit, key, kOne).verdict), "allowed");
}

/// floor(B + r s) in every interval of length s, by adversarial and by random traffic.
void LimiterContract::admissionsStayBelowTheBound()
{
    const Limit standard = rowUnderTest();
    if (!standard.algorithm->hasStoreTime)
        QSKIP("the row tells no store time");
    for (std::uint32_t trace = 0; trace < 10; ++trace) {
        RandomStream random(12, RandomStream::Purpose::Cost, trace);
        const Limit limit = changed(standard, random);
        const BucketShape bucket = *limit.algorithm->bucket(limit);
        const std::string key = newKey();
        StoreTime now = kStart;
        std::vector<std::pair<std::int64_t, std::int64_t>> admissions; // time, cost
        for (int call = 0; call < 300; ++call) {
            now += Micros(anyStep(random, false));
            execution().setTime(now);
            const MicroTokens cost = anyCost(random);
            const StoreAnswer answer = ask(limit, key, cost);
            if (answer.verdict == Verdict::Allowed)
                admissions.emplace_back(answer.storeTime->time_since_epoch().count(),
                                        cost.micros());
        }
        for (std::size_t first = 0; first < admissions.size(); ++first) {
            Wide admitted = 0;
            for (std::size_t last = first; last < admissions.size(); ++last) {
                admitted += admissions[last].second;
                const Wide length = admissions[last].first - admissions[first].first;
                QVERIFY(admitted * bucket.refill.den <=
                        Wide{bucket.capacity.micros()} * bucket.refill.den +
                            length * bucket.refill.num);
            }
        }
    }
}

void LimiterContract::waitingRetryAfterIsEnough()
{
    if (!execution().hasInjectedTime())
        QSKIP("the store's clock cannot be moved");
    const Limit standard = rowUnderTest();
    if (!standard.algorithm->hasStoreTime)
        QSKIP("the row tells no retry-after");
    for (std::uint32_t trace = 0; trace < 50; ++trace) {
        RandomStream random(13, RandomStream::Purpose::Cost, trace);
        const Limit limit = changed(standard, random);
        const auto capacity = static_cast<std::uint64_t>(findValue(limit, "capacity")->num);
        const std::string key = newKey();
        StoreTime now = kStart;
        for (int call = 0; call < 40; ++call) {
            const auto cost =
                MicroTokens::fromMicros(static_cast<std::int64_t>(1 + random.below(capacity)));
            execution().setTime(now);
            const StoreAnswer answer = ask(limit, key, cost);
            if (answer.verdict == Verdict::Allowed)
                continue;
            QVERIFY(answer.retryAfter > Micros(0));
            execution().setTime(now + answer.retryAfter - Micros(1)); // a hair early is too early
            QCOMPARE(toText(ask(limit, key, cost).verdict), "denied");
            now += answer.retryAfter;
            execution().setTime(now);
            QCOMPARE(toText(ask(limit, key, cost).verdict), "allowed");
        }
    }
}

void LimiterContract::aCostAboveTheCapacityNeverFits()
{
    const Limit limit = rowUnderTest();
    const auto capacity = findValue(limit, "capacity")->tokens();
    const std::string key = newKey();
    execution().setTime(kStart);
    const StoreAnswer answer = ask(limit, key, capacity + MicroTokens::fromMicros(1));
    // The article knows no such answer: there it is one more denial.
    QCOMPARE(toText(answer.verdict), limit.algorithm->hasStoreTime ? "never_fits" : "denied");
    QCOMPARE(answer.retryAfter, Micros(0));
    QCOMPARE(toText(ask(limit, key, capacity).verdict), "allowed");
}

void LimiterContract::everyAdmissionLeavesAnExpiry()
{
    const Limit standard = rowUnderTest();
    RandomStream random(14, RandomStream::Purpose::Cost);
    const std::string key = newKey();
    execution().setTime(kStart);
    if (!execution().timeToLive(key))
        QSKIP("there is no store to ask");
    for (int call = 0; call < 100; ++call) {
        const Limit limit = changed(standard, random);
        const StoreAnswer answer = ask(limit, key, kOne);
        if (answer.verdict == Verdict::Allowed) {
            const auto ttl = Micros(std::chrono::milliseconds(*execution().timeToLive(key)));
            QVERIFY(ttl >= std::chrono::milliseconds(1));
            QVERIFY(ttl >= answer.resetAfter);
        }
    }
}

} // namespace penstock
