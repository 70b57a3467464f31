// SPDX-License-Identifier: MIT
#include "core/store/client/store_gate.h"
#include "tests/support/unit_test.h"

#include <QTest>

using namespace penstock;
using namespace std::chrono_literals;
using Pass = StoreGate::Pass;
using Reason = StoreGate::Reason;

namespace {

constexpr Micros kProbeTime = 250ms;
constexpr SteadyTime kStart{std::chrono::hours(1)};

/// Shut by one timeout at kStart, with pauses of exactly 50 ms, then 100 ms.
class Outage
{
public:
    Outage() { gate.shut(Reason::NotAnswering, Pass::Enter, kStart); }
    Pass enterAt(Micros after) { return gate.enter(kStart + after, kProbeTime); }

    StoreGate gate{BackOffOptions{.least = 50ms, .most = 50ms}};
};

} // namespace

class TestStoreGate : public UnitTest
{
    Q_OBJECT

private slots:
    void openLetsEverybodyIn()
    {
        StoreGate gate;
        QVERIFY(gate.enter(kStart, kProbeTime) == Pass::Enter);
        QVERIFY(gate.enter(kStart, kProbeTime) == Pass::Enter);
        const auto epoch = gate.connected(Pass::Enter);
        QVERIFY(gate.isConnectionGood(epoch));
        QVERIFY(gate.isOpen());
    }

    void oneProbeAfterTheBackOff()
    {
        Outage outage;
        QVERIFY(outage.enterAt(0ms) == Pass::Wait);
        QVERIFY(outage.enterAt(49ms) == Pass::Wait);
        QVERIFY(outage.enterAt(50ms) == Pass::Probe);
        QVERIFY(outage.enterAt(50ms) == Pass::Wait);
        QVERIFY(outage.enterAt(299ms) == Pass::Wait);
    }

    void aProbeThatNeverReportsIsReplaced()
    {
        Outage outage;
        QVERIFY(outage.enterAt(50ms) == Pass::Probe);
        QVERIFY(outage.enterAt(300ms) == Pass::Probe);
    }

    void aTimeoutEndsTheUseOfEveryConnection()
    {
        StoreGate gate;
        const auto epoch = gate.connected(Pass::Enter);
        gate.shut(Reason::NotAnswering, Pass::Enter, kStart);
        QVERIFY(!gate.isConnectionGood(epoch));
        QVERIFY(!gate.isOpen());
        QVERIFY(gate.enter(kStart + 1s, kProbeTime) == Pass::Probe);
        const auto newEpoch = gate.connected(Pass::Probe);
        QVERIFY(gate.isConnectionGood(newEpoch));
        QVERIFY2(!gate.isConnectionGood(epoch), "older than the outage");
        QVERIFY(gate.enter(kStart + 1s, kProbeTime) == Pass::Enter);
    }

    void aHandshakeBegunBeforeTheOutageDoesNotEndIt()
    {
        StoreGate gate;
        QVERIFY(gate.enter(kStart, kProbeTime) == Pass::Enter);
        gate.shut(Reason::NotAnswering, Pass::Enter, kStart);
        const auto epoch = gate.connected(Pass::Enter);
        QVERIFY(!gate.isConnectionGood(epoch));
        QVERIFY(gate.enter(kStart, kProbeTime) == Pass::Wait);
    }

    void aRefusalKeepsTheConnectionsThatStand()
    {
        StoreGate gate;
        const auto epoch = gate.connected(Pass::Enter);
        gate.shut(Reason::Refusing, Pass::Enter, kStart);
        QVERIFY(gate.isConnectionGood(epoch));
        QVERIFY(gate.enter(kStart, kProbeTime) == Pass::Wait);
        QVERIFY(gate.enter(kStart + 1s, kProbeTime) == Pass::Probe);
        QCOMPARE(gate.connected(Pass::Probe), epoch);
        QVERIFY(gate.isConnectionGood(epoch));
    }

    void onlyAFailedProbeMakesThePauseLonger()
    {
        StoreGate gate({.least = 50ms, .most = 500ms});
        for (int i = 0; i < 50; ++i) // calls under way when the server froze
            gate.shut(Reason::NotAnswering, Pass::Enter, kStart);
        QVERIFY(gate.enter(kStart + 100ms, kProbeTime) == Pass::Probe);
        gate.shut(Reason::NotAnswering, Pass::Probe, kStart + 100ms);
        QVERIFY2(gate.enter(kStart + 199ms, kProbeTime) == Pass::Wait, "second pause: 100 to 200");
        QVERIFY(gate.enter(kStart + 300ms, kProbeTime) == Pass::Probe);
    }
};

QTEST_GUILESS_MAIN(TestStoreGate)
#include "tst_store_gate.moc"
