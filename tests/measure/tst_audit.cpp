// SPDX-License-Identifier: MIT
#include "core/measure/auditor.h"
#include "core/measure/bucket_lookup.h"
#include "tests/support/records.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <cmath>
#include <sstream>
#include <string>

using namespace penstock;
using namespace penstock::test;
using namespace std::chrono_literals;

namespace {

Nanos millis(const std::string& text)
{
    return Nanos(std::llround(std::stod(text) * 1e6));
}

MicroTokens tokens(const std::string& text)
{
    return MicroTokens::fromMicros(std::llround(std::stod(text) * 1e6));
}

std::string text(MicroTokens amount)
{
    std::ostringstream out;
    out << static_cast<double>(amount.micros()) / 1e6;
    return out.str();
}

/// Reads a trace, a line an event, and tells what the audit found. The store's clock reads as many
/// milliseconds as the run's, unless a line says otherwise. Words of a line:
///
///     limit CAPACITY NUM/DEN        in force for the lines after it
///     settle MS                     no call sent before MS is open
///     MS allow|deny|lost|open       a call that the store ran at MS: admitted; denied; its answer
///                                   lost (ambiguous); let through by the policy
///         cost=1 key=0 life=1 fresh from=MS to=MS (when it was sent and answered)
class Trace
{
public:
    static std::string audit(const std::string& trace)
    {
        Trace reader;
        std::istringstream lines(trace);
        for (std::string line; std::getline(lines, line);)
            reader.readLine(line);
        reader.m_auditor.settle(Nanos::max());
        return reader.tell();
    }

private:
    void readLine(const std::string& line)
    {
        std::istringstream words(line);
        std::string first;
        std::string second;
        if (!(words >> first >> second))
            return;
        if (first == "limit") {
            std::string rate;
            words >> rate;
            const auto slash = rate.find('/');
            m_limit = makeLimit(tokens(second), Rate::reduced(std::stol(rate.substr(0, slash)),
                                                              std::stol(rate.substr(slash + 1))));
        } else if (first == "settle") {
            m_auditor.settle(millis(second));
        } else {
            readCall(millis(first), second, words);
        }
    }

    void readCall(Nanos at, const std::string& kind, std::istringstream& words)
    {
        DecisionRecord record = makeRecord(at, kind == "allow"  ? Outcome::Allowed
                                               : kind == "deny" ? Outcome::Denied
                                                                : Outcome::FailOpenAllowed);
        record.decision.ambiguous = kind == "lost";
        record.decision.storeLife = 1;
        record.decision.limit = m_limit;
        if (kind == "allow" || kind == "deny")
            record.decision.storeTime = StoreTime(std::chrono::floor<Micros>(at));
        for (std::string word; words >> word;) {
            const auto value = word.substr(word.find('=') + 1);
            if (word == "fresh")
                record.decision.fresh = true;
            else if (word == "untimed")
                record.decision.storeTime.reset();
            else if (word.starts_with("cost="))
                record.cost = tokens(value);
            else if (word.starts_with("key="))
                record.key = static_cast<std::uint32_t>(std::stoul(value));
            else if (word.starts_with("life="))
                record.decision.storeLife = std::stoul(value);
            else if (word.starts_with("from="))
                record.started = millis(value);
            else if (word.starts_with("to="))
                record.ended = millis(value);
            else
                QFAIL(word.c_str());
        }
        m_auditor.add(record, m_buckets.of(m_limit));
    }

    std::string tell() const
    {
        std::string told = m_report.overAdmission ? "over " + text(*m_report.overAdmission)
                                                  : "unknown: " + m_report.whyUnknown;
        if (m_report.high != m_report.low)
            told += " to " + text(m_report.high);
        if (m_report.unprotected > 0)
            told += ", unprotected " + std::to_string(m_report.unprotected);
        for (const AuditEpoch& epoch : m_report.epochs) {
            if (epoch.reason != "start")
                told += ", " + epoch.reason + " gave " + text(epoch.gaveAway);
        }
        return told;
    }

    AuditReport m_report;
    Auditor m_auditor{m_report};
    BucketLookup m_buckets;
    std::shared_ptr<const Limit> m_limit;
};

} // namespace

class TestAudit : public UnitTest
{
    Q_OBJECT

private slots:
    void traces_data()
    {
        QTest::addColumn<QString>("trace");
        QTest::addColumn<QString>("found");
        const auto row = [](const char* name, const char* trace, const char* found) {
            QTest::newRow(name) << QString::fromUtf8(trace) << QString::fromUtf8(found);
        };
        row("nothing asked", "", "over 0");
        row("a full bucket, used up", R"(limit 3 0/1
            0 allow
            0 allow
            0 allow)",
            "over 0");
        row("one more than there is", R"(limit 3 0/1
            0 allow
            0 allow
            0 allow
            0 allow)",
            "over 1");
        row("refilled in time", R"(limit 1 2/1
            0 allow
            500 allow
            1000 allow)",
            "over 0");
        row("a microsecond too early", R"(limit 1 2/1
            0 allow
            499.999 allow)",
            "over 2e-06");
        row("part of a token was there", R"(limit 1 2/1
            0 allow
            400 allow)",
            "over 0.2");
        row("an over-admission leaves an empty bucket", R"(limit 1 1/1
            0 allow
            500 allow
            1000 allow
            2000 allow)",
            "over 1");
        row("never above the capacity", R"(limit 2 1/1
            0 allow
            90000 allow
            90000 allow
            90000 allow)",
            "over 1");
        row("5 a minute, the fraction carried", R"(limit 1 1/12
            0 allow
            12000 allow
            24000 allow
            36000 allow cost=0.5
            42000 allow cost=1)",
            "over 0");
        row("1/3 of a micro-token a microsecond is not lost", R"(limit 0.000001 1/3
            0 allow cost=0.000001
            0.001 allow cost=0
            0.003 allow cost=0.000001
            0.005 allow cost=0.000001)",
            "over 1e-06");
        row("costs", R"(limit 10 1/1
            0 allow cost=9.5
            1000 allow cost=1.5
            1000 allow cost=0.000001)",
            "over 1e-06");
        row("a denial writes nothing", R"(limit 1 1/1
            0 allow
            400 deny
            800 deny
            1000 allow)",
            "over 0");
        row("keys do not share", R"(limit 1 0/1
            0 allow key=0
            0 allow key=1
            0 allow key=2
            5 allow key=1)",
            "over 1");
        row("answers in another order", R"(limit 2 1/1
            2000 allow from=1999 to=2001
            1000 allow from=999 to=2002
            0 allow from=0 to=2003
            0 allow from=0 to=2004)",
            "over 0");
        row("an open call is waited for", R"(limit 1 1/1
            1000 allow from=990 to=1010
            settle 980
            0 allow from=-10 to=1020)",
            "over 0");
        row("a call seen too late changes the verdict", R"(limit 1 1/1
            1000 allow from=990 to=1010
            settle 1010
            1500 allow from=1020 to=1600)",
            "over 0.5");
        row("the clock is set back: no refill, no false alarm", R"(limit 3 1/1
            20000 allow
            20000 allow
            21000 allow
            settle 21000
            10000 allow from=21010 to=21010
            10100 allow from=21110 to=21110
            settle 21500
            22000 allow from=33000 to=33000)",
            "over 1");
        row("set back while an earlier call waits to be judged", R"(limit 3 1/1
            20000 allow cost=3
            settle 20000
            21000 allow cost=0.5 from=20990 to=21010
            10000 allow cost=0.5 from=21015 to=21020)",
            "over 0");
        row("fail-open grants are counted apart", R"(limit 1 0/1
            0 allow
            1 open
            2 open)",
            "over 0, unprotected 2");
        row("a lower capacity cuts at the next admission", R"(limit 10 0/1
            0 allow
            limit 2 0/1
            1 allow
            2 allow
            3 allow)",
            "over 1");
        row("a higher capacity keeps what was used", R"(limit 2 1/1
            0 allow
            0 allow
            limit 10 1/1
            1000 allow
            1000 allow)",
            "over 1");
        row("a new rate counts from the last admission", R"(limit 5 1/1
            0 allow cost=5
            limit 5 2/1
            1000 allow cost=2)",
            "over 0");
        row("another denominator drops the fraction", R"(limit 1 1/3
            0 allow
            0.001 allow cost=0.000000
            0.002 allow cost=0.000001
            limit 1 1/7
            0.003 allow cost=0.000001)",
            "over 2e-06");
        row("equal times, two limits: the larger capacity first", R"(limit 5 0/1
            0 allow key=9
            0 allow
            limit 100 0/1
            0 allow cost=50)",
            "over 0");
        row("equal times, two limits: the faster refill first", R"(limit 10 1/1
            0 allow cost=10
            1000 allow
            limit 5 100/1
            1000 allow)",
            "over 0");
        row("a new server is a new bucket", R"(limit 5 0/1
            0 allow cost=5 life=1 fresh
            1000 allow cost=5 life=2 fresh
            1000 allow cost=1 life=2)",
            "over 1, new server gave 5");
        row("a late answer of the old server", R"(limit 5 0/1
            0 allow cost=2 life=1 fresh
            2000 allow cost=5 life=2 fresh
            10 allow cost=3 life=1 to=1900)",
            "over 0, new server gave 5");
        row("a server that kept its data gives nothing away", R"(limit 5 0/1
            0 allow cost=2 life=1 fresh
            2000 allow cost=3 life=2)",
            "over 0, new server gave 0");
        row("a life that is not known yet", R"(limit 5 0/1
            0 allow cost=2 life=0 fresh
            2000 allow cost=3 life=2
            2001 allow cost=1 life=0)",
            "over 1");
        row("each key of a new server", R"(limit 5 0/1
            0 allow cost=5 key=1 fresh
            0 allow cost=2 key=2 fresh
            9 allow key=1 life=2 fresh
            9 allow key=2 life=2 fresh
            9 allow key=3 life=2 fresh)",
            "over 0, new server gave 7");
        row("a lost key", R"(limit 5 1/1
            0 allow cost=5 fresh
            2000 allow cost=5 fresh)",
            "over 0, key lost gave 3");
        row("an expired key was full", R"(limit 5 1/1
            0 allow cost=5 fresh
            5000 allow cost=5 fresh)",
            "over 0");
        row("expired, then a higher capacity", R"(limit 5 1/1
            0 allow cost=5 fresh
            limit 50 1/1
            9000 allow cost=50 fresh)",
            "over 0");
        row("equal times, one of them found no key", R"(limit 5 0/1
            0 allow cost=4
            0 allow cost=1 fresh)",
            "over 0");
        row("lost at the time of another admission", R"(limit 5 0/1
            0 allow cost=4 fresh
            7 allow cost=5 fresh
            7 allow cost=1)",
            "over 0, key lost gave 5");
        row("an ambiguous call that cannot matter", R"(limit 5 0/1
            0 allow
            1 lost
            2 allow)",
            "over 0, unprotected 1");
        row("an ambiguous call that may have been one too many", R"(limit 2 0/1
            0 allow
            1 lost
            2 allow)",
            "over 0 to 1, unprotected 1");
        row("it may run after it was given up", R"(limit 2 1/10
            0 allow
            1 lost from=1 to=50
            9000 allow cost=1.5)",
            "over 0 to 0.6, unprotected 1");
        row("several ambiguous calls, partly covered", R"(limit 4 0/1
            0 allow
            1 lost
            1 lost
            2 lost
            3 allow)",
            "over 0 to 1, unprotected 3");
        row("no ambiguous call is charged twice", R"(limit 2 1/1
            0 allow cost=2
            0 lost
            0.001 allow cost=0.000001
            5000 allow cost=2)",
            "over 0 to 1, unprotected 1");
        row("an ambiguous call to an idle, full bucket", R"(limit 2 1/1
            0 allow cost=2
            settle 30000
            60000 lost)",
            "over 0, unprotected 1");
        row("a script without store time", R"(limit 5 1/1
            0 allow untimed)",
            "unknown: test_bucket gives no store time");
        row("a denial tells it as well", R"(limit 5 1/1
            0 deny untimed)",
            "unknown: test_bucket gives no store time");
    }
    void traces()
    {
        QFETCH(QString, trace);
        QFETCH(QString, found);
        QCOMPARE(QString::fromStdString(Trace::audit(trace.toStdString())), found);
    }

    void aLimitThatIsNoBucketCannotBeAudited()
    {
        AuditReport report;
        Auditor auditor(report);
        DecisionRecord record = makeRecord(0ns, Outcome::Allowed);
        record.decision.storeTime = StoreTime(1us);
        auditor.add(record, std::nullopt);
        auditor.settle(Nanos::max());
        QVERIFY(!report.overAdmission);
        QCOMPARE(report.whyUnknown, std::string("the limiter is not equal to a bucket"));
    }

    void whatWasDroppedCannotBeAudited()
    {
        AuditReport report;
        Auditor auditor(report);
        RunTotals totals;
        totals.add(makeRecord(0ns, Outcome::Denied).decision);
        auditor.addDropped(totals);
        auditor.settle(Nanos::max());
        QVERIFY(report.overAdmission);
        totals.add(makeRecord(0ns, Outcome::Allowed).decision);
        auditor.addDropped(totals);
        auditor.settle(Nanos::max());
        QVERIFY(!report.overAdmission);
    }

    void checkThenSetOverAdmitsByWhatIsKnown()
    {
        // 10 clients in lockstep: all read the balance, then all write it less one. A bucket of 5
        // without refill lets 10 through five times.
        AuditReport report;
        Auditor auditor(report);
        const BucketShape shape{MicroTokens::fromTokens(5), {}};
        int balance = 5;
        for (std::int64_t round = 1; balance > 0; ++round) {
            const int read = balance;
            for (int client = 0; client < 10; ++client) {
                DecisionRecord record = makeRecord(round * 1ms, Outcome::Allowed);
                record.decision.storeTime = StoreTime(round * 1ms);
                auditor.add(record, shape);
                balance = read - 1;
            }
            auditor.settle(round * 1ms);
        }
        QVERIFY(report.overAdmission);
        QCOMPARE(report.overAdmission->micros(), 45'000'000);
        QCOMPARE(report.audited, 50u);
    }

    void timeDoesNotRunBackInABucket()
    {
        const BucketShape shape{MicroTokens::fromTokens(9), Rate::perSecond(1)};
        ExactBucket bucket(shape, StoreTime(10s));
        QCOMPARE(bucket.admit(shape, StoreTime(10s), MicroTokens::fromTokens(5)), MicroTokens());
        QCOMPARE(bucket.admit(shape, StoreTime(2s), MicroTokens::fromTokens(1)), MicroTokens());
        QCOMPARE(bucket.tokensAt(shape, StoreTime(10s)), MicroTokens::fromTokens(3));
        QCOMPARE(bucket.tokensAt(shape, StoreTime(11s)), MicroTokens::fromTokens(4));
    }

    void theLastEpochsAreKept()
    {
        AuditReport report;
        Auditor auditor(report);
        const BucketShape shape{MicroTokens::fromTokens(5), {}};
        for (std::int64_t life = 1; life <= 150; ++life) {
            DecisionRecord record = makeRecord(life * 1s, Outcome::Allowed);
            record.decision.storeTime = StoreTime(life * 1s);
            record.decision.storeLife = static_cast<std::uint64_t>(life);
            record.decision.fresh = true;
            auditor.add(record, shape);
            auditor.settle(life * 1s);
        }
        QCOMPARE(report.epochCount, 150u);
        QCOMPARE(report.epochs.size(), Auditor::kMaxEpochs);
        QCOMPARE(report.epochs.back().since, Nanos(150s));
        QCOMPARE(report.epochs.back().gaveAway.micros(), 1'000'000);
    }
};

QTEST_GUILESS_MAIN(TestAudit)
#include "tst_audit.moc"
