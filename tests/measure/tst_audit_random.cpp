// SPDX-License-Identifier: MIT
#include "core/limit/algorithm.h"
#include "core/measure/auditor.h"
#include "core/measure/bucket_lookup.h"
#include "core/util/random.h"
#include "tests/support/records.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace penstock;
using namespace penstock::test;
using namespace std::chrono_literals;

namespace {

/// A random history of a store whose decisions are those of the native token bucket, plus, where
/// asked for, grants that it did not make. Every time is microseconds; the store's clock reads the
/// run's plus an offset.
class Store
{
public:
    Store(std::uint64_t seed, bool isRacy, bool changesLimit)
        : m_random(seed, RandomStream::Purpose::Keys), m_isRacy(isRacy),
          m_changesLimit(changesLimit)
    {
        changeLimit();
    }

    std::vector<DecisionRecord> run(int calls)
    {
        std::vector<DecisionRecord> records;
        for (int i = 0; i < calls; ++i) {
            if (m_changesLimit && m_random.below(50) == 0)
                changeLimit();
            // Often nothing passes: equal store times. Racy grants need time between two limits.
            if (m_random.below(3) > 0)
                m_now +=
                    static_cast<std::int64_t>(m_random.below(m_random.below(10) ? 900 : 90'000));
            records.push_back(call());
        }
        return records;
    }

    std::int64_t granted() const { return m_granted; }
    std::uint64_t admitted() const { return m_admitted; }

private:
    void changeLimit()
    {
        static constexpr std::array<std::int64_t, 5> kDens{1, 3, 7, 12, 86'400};
        Limit limit = standardLimit(*findAlgorithm("token_bucket"));
        const std::int64_t den = kDens[m_random.below(kDens.size())];
        *findValue(limit, "capacity") =
            ParameterValue::of(MicroTokens::fromMicros(1'000'000 + below(20'000'000)));
        *findValue(limit, "refill") = ParameterValue::of(Rate::reduced(1 + below(400 * den), den));
        m_limit = std::make_shared<const Limit>(limit);
        ++m_now;
    }

    std::int64_t below(std::int64_t bound)
    {
        return static_cast<std::int64_t>(m_random.below(static_cast<std::uint64_t>(bound)));
    }

    DecisionRecord call()
    {
        const auto key = static_cast<std::uint32_t>(m_random.below(3));
        const MicroTokens cost = MicroTokens::fromMicros(1 + below(1'500'000));
        const StoreTime time{Micros(kOffset + m_now)};
        auto& bucket = m_buckets[key];
        if (!bucket)
            bucket = m_limit->algorithm->makeNative();
        StoreAnswer answer = bucket->decide(*m_limit, time, cost);
        if (answer.verdict == Verdict::Denied && m_isRacy && m_random.below(4) == 0)
            grantAnyway(*bucket, answer, time, cost);

        DecisionRecord record;
        record.key = key;
        record.cost = cost;
        record.started = Micros(m_now - 1 - below(3'000));
        record.ended = Micros(m_now + 1 + below(3'000));
        record.decision.outcome =
            answer.verdict == Verdict::Allowed ? Outcome::Allowed : Outcome::Denied;
        record.decision.decidedBy = DecidedBy::Store;
        record.decision.storeTime = time;
        record.decision.storeLife = 1;
        record.decision.fresh = answer.fresh;
        record.decision.limit = m_limit;
        m_admitted += record.decision.outcome == Outcome::Allowed;
        return record;
    }

    /// What a race does: the cost is granted and the bucket ends empty.
    void grantAnyway(NativeLimiter& bucket, StoreAnswer& answer, StoreTime time, MicroTokens cost)
    {
        const MicroTokens left = answer.tokensLeft;
        if (left == MicroTokens())
            return; // nothing to drain: the native bucket would not write
        QCOMPARE(bucket.decide(*m_limit, time, left).verdict, Verdict::Allowed);
        m_granted += (cost - left).micros();
        answer.verdict = Verdict::Allowed;
    }

    static constexpr std::int64_t kOffset = 1'800'000'000'000'000;
    RandomStream m_random;
    bool m_isRacy;
    bool m_changesLimit;
    std::shared_ptr<const Limit> m_limit;
    std::map<std::uint32_t, std::unique_ptr<NativeLimiter>> m_buckets;
    std::int64_t m_now = 10'000;
    std::int64_t m_granted = 0;
    std::uint64_t m_admitted = 0;
};

/// Gives the records to an auditor as a run does: by the time of their answers, in rounds, each
/// with the oldest open call as the watermark.
AuditReport audit(std::vector<DecisionRecord> records, Nanos round)
{
    AuditReport report;
    Auditor auditor(report);
    BucketLookup buckets;
    std::sort(records.begin(), records.end(),
              [](const DecisionRecord& a, const DecisionRecord& b) { return a.ended < b.ended; });
    std::vector<Nanos> oldestFrom(records.size() + 1, Nanos::max());
    for (std::size_t i = records.size(); i-- > 0;)
        oldestFrom[i] = std::min(oldestFrom[i + 1], records[i].started);
    Nanos now = round;
    for (std::size_t i = 0; i < records.size(); ++i) {
        for (; records[i].ended > now; now += round)
            auditor.settle(std::min(now, oldestFrom[i]));
        auditor.add(records[i], buckets.of(records[i].decision.limit));
    }
    auditor.settle(Nanos::max());
    return report;
}

} // namespace

class TestAuditRandom : public UnitTest
{
    Q_OBJECT

private slots:
    void aCorrectScriptIsNeverAccused()
    {
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            Store store(seed, false, seed % 2 == 0);
            const auto records = store.run(2'000);
            const AuditReport report = audit(records, seed % 3 == 0 ? 100us : 33ms);
            QVERIFY2(report.overAdmission == MicroTokens(), qPrintable(QString::number(seed)));
            QCOMPARE(report.high, MicroTokens());
            QCOMPARE(report.epochCount, 1u);
            QCOMPARE(report.audited, store.admitted());
        }
    }

    void grantsBeyondTheBucketAreCountedExactly()
    {
        std::int64_t all = 0;
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            Store store(seed, true, seed % 2 == 0);
            const auto records = store.run(2'000);
            const AuditReport report = audit(records, seed % 3 == 0 ? 100us : 33ms);
            QVERIFY(report.overAdmission);
            QCOMPARE(report.overAdmission->micros(), store.granted());
            all += store.granted();
        }
        QVERIFY(all > 0);
    }
};

QTEST_GUILESS_MAIN(TestAuditRandom)
#include "tst_audit_random.moc"
