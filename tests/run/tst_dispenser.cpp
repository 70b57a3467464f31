// SPDX-License-Identifier: MIT
#include "core/run/dispenser.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <sstream>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

/// A dispenser driven by a small language, one command a word: `@1500` sets the clock (ms), `take`,
/// `look` (advance), `pause`, `resume`, `step`, `burst:N`, `rate:N`, `drain`. What happens is
/// printed: `+1@500` offered, `!3@700` shed, `2@500` taken, `-` nothing to take, `next@T`.
class Play
{
public:
    explicit Play(const TrafficSettings& settings, Rounds rounds = {5, 0})
        : m_settings(settings), m_dispenser(settings, rounds, 42)
    {
    }

    QString run(const char* text)
    {
        std::istringstream words(text);
        std::string word;
        while (words >> word)
            execute(word);
        return QString::fromStdString(m_log.str()).trimmed();
    }

    Dispenser& dispenser() { return m_dispenser; }

private:
    static std::int64_t ms(Nanos t) { return t / 1ms; }

    void execute(const std::string& word)
    {
        ArrivalBatch batch;
        const auto colon = word.find(':');
        const std::string verb = word.substr(0, colon);
        const int number = colon == std::string::npos ? 0 : std::stoi(word.substr(colon + 1));
        std::ostringstream own;
        if (verb[0] == '@')
            m_now = std::chrono::milliseconds(std::stoi(verb.substr(1)));
        else if (verb == "take")
            take(own, batch);
        else if (verb == "look")
            m_dispenser.advance(m_now, batch);
        else if (verb == "pause")
            m_dispenser.pause(m_now, batch);
        else if (verb == "resume")
            m_dispenser.resume(m_now);
        else if (verb == "step")
            m_dispenser.step();
        else if (verb == "burst")
            m_dispenser.burst(static_cast<std::uint32_t>(number), m_now, batch);
        else if (verb == "rate")
            changeRate(number, batch);
        else if (verb == "next")
            own << "next@" << ms(m_dispenser.nextArrival(m_now)) << ' ';
        else if (verb == "drain")
            drain(own);
        else
            qFatal("unknown word %s", word.c_str());
        for (const auto& offered : batch.offered)
            m_log << '+' << offered.count << '@' << ms(offered.at) << ' ';
        for (const auto& shed : batch.shed)
            m_log << '!' << shed.number << '@' << ms(shed.intended) << ' ';
        m_log << own.str();
    }

    void take(std::ostringstream& own, ArrivalBatch& batch)
    {
        if (const auto request = m_dispenser.take(m_now, batch))
            own << request->number << '@' << ms(request->intended) << ' ';
        else
            own << "- ";
    }

    void drain(std::ostringstream& own)
    {
        for (const Request& request : m_dispenser.drain(m_now))
            own << "left:" << request.number << '@' << ms(request.intended) << ' ';
    }

    void changeRate(int perSecond, ArrivalBatch& batch)
    {
        m_settings.rate = Rate::perSecond(perSecond);
        m_dispenser.change(m_settings, m_now, batch);
    }

    TrafficSettings m_settings;
    Dispenser m_dispenser;
    Nanos m_now{0};
    std::ostringstream m_log;
};

TrafficSettings constantRate(int perSecond, std::uint32_t queue = 1000)
{
    TrafficSettings settings;
    settings.loop = Loop::Open;
    settings.pattern = ArrivalPattern::Constant;
    settings.rate = Rate::perSecond(perSecond);
    settings.queue = queue;
    return settings;
}

TrafficSettings closedLoop()
{
    TrafficSettings settings;
    settings.loop = Loop::Closed;
    return settings;
}

} // namespace

class TestDispenser : public UnitTest
{
    Q_OBJECT

private slots:
    void openLoop_data()
    {
        QTest::addColumn<int>("queue");
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("log");
        const auto row = [](const char* name, int queue, const char* script, const char* log) {
            QTest::newRow(name) << queue << QByteArray(script) << QString::fromLatin1(log);
        };
        // 2 requests a second, the first at 500 ms.
        row("nothing before its time", 9, "@499 take next", "- next@500");
        row("at its time", 9, "@500 take take", "+1@500 1@500 -");
        row("intended times are exact, however late", 9, "@1700 take take take take",
            "+1@500 +1@1000 +1@1500 1@500 2@1000 3@1500 -");
        row("full means shed, at the time of arrival", 2, "@2300 look take take take",
            "+1@500 +1@1000 +1@1500 +1@2000 !3@1500 !4@2000 1@500 2@1000 -");
        row("a take makes room first for those that come later", 1, "@700 take @1200 take",
            "+1@500 1@500 +1@1000 2@1000");
        row("a pause holds arrivals back", 9, "@600 pause @5000 take next",
            "+1@500 - next@9223372036854");
        row("nothing piles up in a pause", 9, "@600 take pause @5600 resume take next @6000 take",
            "+1@500 1@500 - next@6000 +1@6000 2@6000");
        row("the wait of a queued request leaves the pause out", 9, "@600 pause @2600 resume take",
            "+1@500 1@2500");
        row("a step while requests wait", 9, "@1100 pause @2000 step take take",
            "+1@500 +1@1000 1@1400 -");
        row("a step with nothing waiting makes a request", 9, "pause @2000 step take take",
            "+1@2000 1@2000 -");
        row("a step without a pause is nothing", 9, "@100 step take", "-");
        row("a burst", 9, "@100 burst:3 take take take take", "+3@100 1@100 2@100 3@100 -");
        row("a burst above the queue", 2, "@100 burst:4 take", "+4@100 !3@100 !4@100 1@100");
        row("a burst in a pause waits", 9, "@100 pause burst:1 take @300 resume take",
            "+1@100 - 1@300");
        row("rate zero", 9, "@600 rate:0 @9000 look next", "+1@500 next@9223372036854");
        row("a rate that comes back", 9, "rate:0 @9000 rate:10 next @9100 take",
            "next@9100 +1@9100 1@9100");
        row("what waits at the end", 9, "@1100 look drain take",
            "+1@500 +1@1000 left:1@500 left:2@1000 -");
    }
    void openLoop()
    {
        QFETCH(int, queue);
        QFETCH(QByteArray, script);
        QFETCH(QString, log);
        Play run(constantRate(2, static_cast<std::uint32_t>(queue)));
        QCOMPARE(run.run(script.constData()), log);
    }

    void closedLoop_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("log");
        QTest::newRow("as soon as asked")
            << QByteArray("@10 take @30 take") << QStringLiteral("+1@10 1@10 +1@30 2@30");
        QTest::newRow("the plan ends") << QByteArray("take take take take take")
                                       << QStringLiteral("+1@0 1@0 +1@0 2@0 +1@0 3@0 +1@0 4@0 -");
        QTest::newRow("a burst is beside the plan")
            << QByteArray("take burst:1 take take take take take")
            << QStringLiteral("+1@0 1@0 +1@0 2@0 +1@0 3@0 +1@0 4@0 +1@0 5@0 -");
        QTest::newRow("pause, step, resume")
            << QByteArray("take pause @10 take step take take @20 resume take")
            << QStringLiteral("+1@0 1@0 - +1@10 2@10 - +1@20 3@20");
        QTest::newRow("no arrival to wait for")
            << QByteArray("next") << QStringLiteral("next@9223372036854");
    }
    void closedLoop()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, log);
        Play run(::closedLoop(), {2, 2});
        QCOMPARE(run.run(script.constData()), log);
    }

    void entriesComeRoundAndRound()
    {
        Dispenser dispenser(::closedLoop(), {5, 4}, 42);
        ArrivalBatch batch;
        QString labels;
        while (const auto request = dispenser.take(0ns, batch))
            labels += QString::number(request->label);
        QCOMPARE(labels, QStringLiteral("01234012340123401234"));
        QVERIFY(dispenser.isExhausted());
    }

    void exhaustedOnlyWhenNothingWaits()
    {
        Play run(constantRate(2), {1, 2});
        run.run("@9000 look take");
        QVERIFY(!run.dispenser().isExhausted());
        run.run("take");
        QVERIFY(run.dispenser().isExhausted());
        QCOMPARE(run.dispenser().nextArrival(9s), Nanos::max());
    }

    void nothingArrivesAfterTheEnd()
    {
        Dispenser dispenser(constantRate(2), {1, 0}, 42, 1s);
        ArrivalBatch batch;
        dispenser.advance(10s, batch);
        QCOMPARE(batch.offered.size(), 1u); // 500 ms; the one at 1 s is outside
        QCOMPARE(dispenser.nextArrival(10s), Nanos::max());
    }

    void arrivalsAreTheSameHoweverTheyAreLookedAt()
    {
        TrafficSettings settings = constantRate(1000);
        settings.pattern = ArrivalPattern::Poisson;
        Dispenser often(settings, {3, 0}, 7);
        Dispenser once(settings, {3, 0}, 7);
        ArrivalBatch oftenBatch;
        ArrivalBatch onceBatch;
        for (Nanos t = 0ns; t <= 1s; t += 137us)
            often.advance(t, oftenBatch);
        often.advance(1s, oftenBatch);
        once.advance(1s, onceBatch);
        QCOMPARE(oftenBatch.offered.size(), onceBatch.offered.size());
        QVERIFY(oftenBatch.offered == onceBatch.offered);
        QVERIFY(onceBatch.offered.size() > 500);
        Dispenser other(settings, {3, 0}, 8);
        ArrivalBatch otherBatch;
        other.advance(1s, otherBatch);
        QVERIFY(otherBatch.offered != onceBatch.offered);
    }
};

QTEST_GUILESS_MAIN(TestDispenser)
#include "tst_dispenser.moc"
