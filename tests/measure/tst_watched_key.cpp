// SPDX-License-Identifier: MIT
#include "core/measure/watched_key.h"
#include "tests/support/records.h"
#include "tests/support/unit_test.h"

#include <QTest>

using namespace penstock;
using namespace penstock::test;
using namespace std::chrono_literals;

namespace {

/// An answer of the store: asked and answered in run time, made at a store time.
struct Answer
{
    Nanos started;
    Nanos ended;
    std::optional<Micros> storeTime;
    std::int64_t tokens;
    std::uint64_t life = 1;
};

void add(WatchedKey& key, const Answer& answer)
{
    Decision decision = makeRecord(answer.ended, Outcome::Allowed).decision;
    if (answer.storeTime)
        decision.storeTime = StoreTime(*answer.storeTime);
    decision.storeLife = answer.life;
    decision.tokensLeft = MicroTokens::fromTokens(answer.tokens);
    key.add(answer.started, answer.ended, decision, std::nullopt);
}

} // namespace

class TestWatchedKey : public UnitTest
{
    Q_OBJECT

private slots:
    void theNewestByStoreTimeStays_data()
    {
        QTest::addColumn<QList<Answer>>("answers");
        QTest::addColumn<int>("tokens");
        const auto row = [](const char* name, const QList<Answer>& answers, int tokens) {
            QTest::newRow(name) << answers << tokens;
        };
        row("in order", {{0ms, 2ms, 1ms, 9}, {1ms, 3ms, 2ms, 8}}, 8);
        row("out of order", {{1ms, 3ms, 2ms, 8}, {0ms, 4ms, 1ms, 9}}, 8);
        row("one microsecond: fewer are later", {{0ms, 4ms, 1ms, 8}, {0ms, 3ms, 1ms, 9}}, 8);
        row("one microsecond, the other way", {{0ms, 4ms, 1ms, 9}, {0ms, 3ms, 1ms, 8}}, 8);
        row("the clock was set back", {{0ms, 2ms, 90ms, 9}, {2ms, 3ms, 1ms, 8}}, 8);
        row("without store time by answer", {{0ms, 4ms, {}, 8}, {0ms, 3ms, {}, 9}}, 8);
        row("another life by answer", {{0ms, 3ms, 90ms, 9}, {1ms, 4ms, 5ms, 20, 2}}, 20);
        row("late from the life before", {{1ms, 4ms, 5ms, 20, 2}, {0ms, 3ms, 90ms, 9}}, 20);
    }
    void theNewestByStoreTimeStays()
    {
        QFETCH(QList<Answer>, answers);
        QFETCH(int, tokens);
        WatchedBucket watched;
        WatchedKey key(watched);
        for (const Answer& answer : answers)
            add(key, answer);
        QVERIFY(watched.isKnown);
        QCOMPARE(watched.tokens, MicroTokens::fromTokens(tokens));
    }
};

QTEST_GUILESS_MAIN(TestWatchedKey)
#include "tst_watched_key.moc"
