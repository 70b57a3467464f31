// SPDX-License-Identifier: MIT
#include "core/run/json_writer.h"
#include "core/run/run_id.h"
#include "core/run/store_health.h"
#include "core/run/worker_roster.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <set>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

using Workers = std::vector<std::uint32_t>;

Decision decision(Outcome outcome, StoreErrorClass errorClass = StoreErrorClass::None)
{
    Decision d;
    d.outcome = outcome;
    d.errorClass = errorClass;
    return d;
}

} // namespace

class TestRunParts : public UnitTest
{
    Q_OBJECT

private slots:
    void raisingStartsOnlyTheNewWorkers()
    {
        WorkerRoster roster;
        QCOMPARE(roster.setWanted(2), (Workers{0, 1}));
        QCOMPARE(roster.setWanted(4), (Workers{2, 3}));
        QCOMPARE(roster.running(), 4u);
    }

    void loweringIsTheWorkersOwnCheck()
    {
        WorkerRoster roster;
        roster.setWanted(3);
        QCOMPARE(roster.setWanted(1), Workers{});
        QVERIFY(roster.mayServe(0));
        QVERIFY(!roster.mayServe(1));
        QCOMPARE(roster.running(), 3u);
        roster.leave(2);
        roster.leave(2);
        QCOMPARE(roster.running(), 2u);
    }

    void loweredAndRaisedBeforeItLeftIsNotStartedTwice()
    {
        WorkerRoster roster;
        roster.setWanted(3);
        roster.setWanted(1);
        roster.leave(2); // 1 is still at a request
        QCOMPARE(roster.setWanted(3), (Workers{2}));
        QVERIFY(roster.mayServe(1));
    }

    void healthMarksTheTurningPoints()
    {
        StoreHealth health;
        const auto good = decision(Outcome::Allowed);
        const auto bad = decision(Outcome::FailOpenAllowed, StoreErrorClass::Timeout);
        QVERIFY(!health.note(good, 0ms, 1ms));
        const auto down = health.note(bad, 10ms, 110ms);
        QVERIFY(down);
        QCOMPARE(down->kind, RunMark::Kind::StoreDown);
        QCOMPARE(QString::fromStdString(down->text), QStringLiteral("store down: timeout"));
        QVERIFY(health.isDown());
        QVERIFY(!health.note(bad, 20ms, 120ms));   // the same outage
        QVERIFY(!health.note(good, 100ms, 112ms)); // was asked before it went down
        const auto back = health.note(good, 200ms, 201ms);
        QVERIFY(back);
        QCOMPARE(back->kind, RunMark::Kind::StoreBack);
        QVERIFY(!health.note(bad, 150ms, 250ms)); // a late failure of the old outage
        QVERIFY(!health.isDown());
        QVERIFY(health.note(bad, 300ms, 400ms)); // a new outage
    }

    void aStoppedCallIsNoOutage()
    {
        StoreHealth health;
        QVERIFY(
            !health.note(decision(Outcome::FailOpenAllowed, StoreErrorClass::Stopped), 0ms, 1ms));
        QVERIFY(!health.isDown());
    }

    void runIdsDiffer()
    {
        std::set<std::string> ids;
        for (int i = 0; i < 1000; ++i)
            ids.insert(makeRunId());
        QCOMPARE(ids.size(), 1000u);
        QCOMPARE(ids.begin()->size(), 12u);
    }

    void jsonIsExactAndEscaped()
    {
        std::string out;
        JsonWriter json(out);
        json.beginObject()
            .member("a\"b", "x\n\x01\\")
            .member("tokens", MicroTokens::fromMicros(4'250'000))
            .member("small", MicroTokens::fromMicros(-1))
            .member("whole", MicroTokens::fromTokens(7))
            .member("nan", std::nan(""))
            .member("inf", std::numeric_limits<double>::infinity())
            .member("none", std::optional<double>())
            .member("half", 0.5)
            .member("yes", true);
        json.key("list")
            .beginArray()
            .value(std::uint64_t{1})
            .value("two")
            .beginObject()
            .endObject();
        json.endArray().endObject();
        QCOMPARE(QString::fromStdString(out),
                 QStringLiteral("{\"a\\\"b\":\"x\\n\\u0001\\\\\",\"tokens\":4.25,"
                                "\"small\":-0.000001,\"whole\":7,\"nan\":null,\"inf\":null,"
                                "\"none\":null,\"half\":0.5,\"yes\":true,"
                                "\"list\":[1,\"two\",{}]}"));
    }

    void indentedJson()
    {
        std::string out;
        JsonWriter json(out, true);
        json.beginObject().key("a").beginArray().value(true).value(false).endArray();
        json.key("b").beginObject().endObject().endObject();
        QCOMPARE(QString::fromStdString(out),
                 QStringLiteral("{\n  \"a\": [\n    true,\n    false\n  ],\n  \"b\": {}\n}"));
    }
};

QTEST_GUILESS_MAIN(TestRunParts)
#include "tst_run_parts.moc"
