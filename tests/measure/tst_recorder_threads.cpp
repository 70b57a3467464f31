// SPDX-License-Identifier: MIT
#include "core/measure/recorder.h"
#include "tests/support/records.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <atomic>
#include <mutex>
#include <thread>

using namespace penstock;
using namespace penstock::test;
using namespace std::chrono_literals;

namespace {

constexpr int kWriters = 8;
constexpr std::uint64_t kEach = 5'000;

/// An exact limiter that many threads share: one mutex, a clock of its own that counts calls.
class SharedBucket
{
public:
    SharedBucket() : m_limit(makeLimit(kShape.capacity, kShape.refill)) {}

    Decision acquire()
    {
        const std::lock_guard lock(m_mutex);
        const StoreTime now{Micros(++m_calls)};
        Decision decision;
        decision.decidedBy = DecidedBy::Store;
        decision.storeTime = now;
        decision.storeLife = 1;
        decision.limit = m_limit;
        const bool fits = m_bucket.tokensAt(kShape, now) >= MicroTokens::fromTokens(1);
        decision.outcome = fits ? Outcome::Allowed : Outcome::Denied;
        if (fits)
            m_bucket.admit(kShape, now, MicroTokens::fromTokens(1));
        decision.tokensLeft = m_bucket.tokensAt(kShape, now);
        return decision;
    }

private:
    static constexpr BucketShape kShape{MicroTokens::fromTokens(20),
                                        Rate::perSecond(400'000)}; // 0.4 tokens a call
    std::mutex m_mutex;                                            ///< guards what follows
    std::int64_t m_calls = 0;
    ExactBucket m_bucket{kShape, StoreTime{}};
    std::shared_ptr<const Limit> m_limit;
};

class Clock
{
public:
    Nanos now() const { return std::chrono::steady_clock::now() - m_start; }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

void writeAll(Recorder& recorder, SharedBucket& bucket, const Clock& clock)
{
    Recorder::Shard* shard = &recorder.takeShard();
    for (std::uint64_t i = 1; i <= kEach; ++i) {
        DecisionRecord record;
        record.number = i;
        record.cost = MicroTokens::fromTokens(1);
        record.intended = record.started = clock.now();
        shard->callOpened(record.started);
        record.decision = bucket.acquire();
        record.ended = clock.now();
        shard->addOffered(record.intended);
        if (i % 16 == 0)
            recorder.addOffered(record.intended);
        shard->append(std::move(record));
        shard->callClosed();
        if (i % 1'000 == 0) {
            recorder.addMark({RunMark::Kind::Change, clock.now(), "change"});
            recorder.addPeek(clock.now(), bucket.acquire());
            recorder.giveBack(*shard);
            shard = &recorder.takeShard();
        }
    }
    recorder.giveBack(*shard);
}

std::uint64_t offeredIn(const SeriesLevel& level)
{
    std::uint64_t sum = 0;
    for (const SeriesBucket& bucket : level.buckets)
        sum += bucket.offered;
    return sum;
}

} // namespace

class TestRecorderThreads : public UnitTest
{
    Q_OBJECT

private slots:
    void nothingIsLostBetweenManyWritersAndOneReader()
    {
        const Clock clock;
        SharedBucket bucket;
        std::uint64_t seen = 0;
        Recorder recorder{{.sink = [&seen](const DecisionRecord&) { ++seen; }}};
        std::atomic<int> running = kWriters;
        {
            std::vector<std::jthread> writers;
            for (int i = 0; i < kWriters; ++i) {
                writers.emplace_back([&] {
                    writeAll(recorder, bucket, clock);
                    --running;
                });
            }
            while (running > 0)
                recorder.collect(clock.now(), 0, running);
        }
        recorder.collect(clock.now(), 0, 0, true);

        const RunHistory& history = recorder.history();
        QCOMPARE(history.totals.requests(), kWriters * kEach);
        QCOMPARE(history.eventCount, kWriters * kEach);
        QCOMPARE(seen, kWriters * kEach);
        QCOMPARE(history.latency.count(), kWriters * kEach);
        QCOMPARE(offeredIn(history.levels[2]), kWriters * (kEach + kEach / 16));
        QCOMPARE(history.marks.size(), std::size_t{kWriters * kEach / 1'000});
        QCOMPARE(history.audit.audited, history.totals.of(Outcome::Allowed));
        QVERIFY(history.audit.overAdmission);
        // Forty peeks of the test also spent tokens, unseen by the audit: that only hides grants.
        QCOMPARE(history.audit.overAdmission->micros(), 0);
        QVERIFY(history.totals.of(Outcome::Denied) > 0);
    }

    void totalsAreKeptWhenTheReaderIsLate()
    {
        Recorder recorder{{.dropAfter = 1ms}};
        {
            std::vector<std::jthread> writers;
            for (int i = 0; i < kWriters; ++i) {
                writers.emplace_back([&recorder] {
                    Recorder::Shard& shard = recorder.takeShard();
                    for (std::uint64_t n = 1; n <= kEach; ++n)
                        shard.append(makeRecord(n * 1us, Outcome::Denied));
                });
            }
        }
        recorder.collect(1s, 0, 0, true);
        const RunHistory& history = recorder.history();
        QCOMPARE(history.totals.requests(), kWriters * kEach);
        QCOMPARE(history.eventCount, kWriters * std::uint64_t{1'000});
        QCOMPARE(history.dropped, kWriters * (kEach - 1'000));
    }
};

QTEST_GUILESS_MAIN(TestRecorderThreads)
#include "tst_recorder_threads.moc"
