// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/unit_test.h"
#include "tests/ui/session_fixture.h"
#include "ui/session/command_line.h"
#include "ui/session/store_message.h"

#include <QTest>

using namespace std::chrono_literals;

namespace penstock {

class TestRunSession : public UnitTest
{
    Q_OBJECT

private slots:
    void opensRunning();
    void feedEntriesBecomeLabels();
    void startsWithTheSampleWhenTheFeedIsLate();
    void liveValueActsAtOnce();
    void badValueChangesNothing();
    void otherValueStartsOneNewRun();
    void resetKeepsWhatTheUserChanged();
    void pauseAndStep();
    void storeDownIsSaidAndSettled();
    void noStoreIsSaid();
    void chosenStoreIsUsed();
    void unknownScenarioLeavesTheRun();
    void saveNeverRunsOverOthers();
    void commandLineRepeatsTheRun();
    void shellQuoting_data();
    void shellQuoting();
};

void TestRunSession::opensRunning()
{
    SessionFixture f;
    QVERIFY(f.open());
    QCOMPARE(f.session->source(), QStringLiteral("first-look"));
    QVERIFY(f.pass(2s));
    QCOMPARE(f.session->status().state, RunState::Running);
    QVERIFY(f.session->frame().history.totals.requests() > 5);
    QCOMPARE(f.session->frame().now, Nanos(2s));
}

void TestRunSession::feedEntriesBecomeLabels()
{
    SessionFixture f;
    QVERIFY(f.open(QStringLiteral("first-look"),
                   {{QStringLiteral("feed.entries"), QStringLiteral("2")}}));
    const std::vector<Label> expected{{"Alpha", {}}, {"Beta", {}}};
    QCOMPARE(f.session->frame().labels, expected);
    QCOMPARE(f.session->feed().loaded()->source, FeedSource::File);
    QVERIFY(!f.session->isFeedPending());
}

void TestRunSession::startsWithTheSampleWhenTheFeedIsLate()
{
    // A file that is not there: the sample stands in, and the reason is kept.
    SessionFixture f;
    f.feedPath = f.folder.filePath(QStringLiteral("missing.xml"));
    QVERIFY(f.open());
    QTRY_VERIFY(f.session->feed().loaded().has_value());
    QCOMPARE(f.session->feed().loaded()->source, FeedSource::Sample);
    QVERIFY(!f.session->feed().loaded()->failure.empty());
    QVERIFY(!f.session->frame().labels.empty());
}

void TestRunSession::liveValueActsAtOnce()
{
    SessionFixture f;
    QVERIFY(f.open());
    QSignalSpy started(f.session.get(), &RunSession::runStarted);
    QVERIFY(f.session->setValue(QStringLiteral("limiter.refill"), QStringLiteral("5/s")));
    QCOMPARE(findValue(f.session->scenario().limiter.limit, "refill")->rate(), Rate::perSecond(5));
    QCOMPARE(started.count(), 0);
    QVERIFY(f.session->isModified());
    QCOMPARE(f.session->changes().size(), 1U);
}

void TestRunSession::badValueChangesNothing()
{
    SessionFixture f;
    QVERIFY(f.open());
    const Scenario before = f.session->scenario();
    const Result<void> set =
        f.session->setValue(QStringLiteral("limiter.refill"), QStringLiteral("much"));
    QVERIFY(!set);
    QVERIFY(set.error().message.find("limiter.refill") != std::string::npos);
    QCOMPARE(f.session->scenario(), before);
    QVERIFY(!f.session->setValue(QStringLiteral("workers"), QStringLiteral("0")));
}

void TestRunSession::otherValueStartsOneNewRun()
{
    SessionFixture f;
    QVERIFY(f.open());
    QSignalSpy started(f.session.get(), &RunSession::runStarted);
    for (const char* queue : {"10", "20", "30"}) // a slider on its way
        QVERIFY(f.session->setValue(QStringLiteral("traffic.queue"), QLatin1String(queue)));
    QCOMPARE(f.session->scenario().traffic.queue, 30U); // shown at once
    QTRY_COMPARE(started.count(), 1);
    QCOMPARE(f.world.started.size(), 2U);
    QCOMPARE(f.world.started.back().traffic.queue, 30U);
    QTRY_COMPARE(f.world.ended, 1); // the old run is let go
}

void TestRunSession::resetKeepsWhatTheUserChanged()
{
    SessionFixture f;
    QVERIFY(f.open());
    QVERIFY(f.session->setValue(QStringLiteral("workers"), QStringLiteral("7")));
    const std::uint64_t run = f.session->frame().run;
    QVERIFY(f.pass(3s));
    f.session->reset();
    QCOMPARE(f.world.started.size(), 2U);
    QCOMPARE(f.world.started[1].workers, 7U);
    QCOMPARE(f.world.started[1].seed, f.world.started[0].seed);
    QVERIFY(f.session->frame().run != run);
    QCOMPARE(f.session->frame().history.totals.requests(), 0U);
}

void TestRunSession::pauseAndStep()
{
    SessionFixture f;
    QVERIFY(f.open());
    QVERIFY(f.pass(1s));
    f.session->togglePause();
    QVERIFY(f.pass(1s));
    const std::uint64_t before = f.session->frame().history.totals.requests();
    QVERIFY(f.pass(5s));
    QCOMPARE(f.session->frame().history.totals.requests(), before);
    f.session->step();
    QVERIFY(f.pass(1ms));
    QCOMPARE(f.session->frame().history.totals.requests(), before + 1);
    f.session->togglePause();
    QVERIFY(f.pass(2s));
    QVERIFY(f.session->frame().history.totals.requests() > before + 1);
}

void TestRunSession::storeDownIsSaidAndSettled()
{
    SessionFixture f;
    QVERIFY(f.open());
    QSignalSpy raised(f.session.get(), &RunSession::messageRaised);
    QSignalSpy settled(f.session.get(), &RunSession::messageSettled);
    f.world.store = StoreStatus::State::Down;
    QVERIFY(f.pass(1s));
    QTRY_COMPARE(raised.count(), 1);
    const auto message = raised[0][0].value<Message>();
    QCOMPARE(message.id, kStoreMessage);
    QVERIFY(message.meaning.contains(QStringLiteral("fail open")));
    QVERIFY(!message.next.isEmpty());
    QVERIFY(f.pass(1s));
    QCOMPARE(raised.count(), 1); // once, not thirty times a second
    f.world.store = StoreStatus::State::Ready;
    QVERIFY(f.pass(1s));
    QTRY_COMPARE(settled.count(), 1);
}

void TestRunSession::noStoreIsSaid()
{
    SessionFixture f;
    f.world.canMakeStore = false;
    QSignalSpy raised(f.session.get(), &RunSession::messageRaised);
    QVERIFY(f.session->openNamed(QStringLiteral("first-look"),
                                 {{QStringLiteral("feed.url"), f.feedPath}}));
    QTRY_COMPARE(raised.count(), 1);
    const auto message = raised[0][0].value<Message>();
    QVERIFY2(message.what.contains(QStringLiteral("redis-server is not installed")),
             qPrintable(message.what));
    QVERIFY(!message.action.isEmpty());
    // The frame is still there for the views, and empty.
    QCOMPARE(f.session->frame().history.totals.requests(), 0U);
    f.world.canMakeStore = true;
    f.session->chooseStore(StoreSpec{.kind = StoreSpec::Kind::Embedded});
    QCOMPARE(f.world.started.size(), 1U);
}

void TestRunSession::chosenStoreIsUsed()
{
    SessionFixture f;
    QVERIFY(f.open());
    QCOMPARE(f.world.storesUsed.back().kind, StoreSpec::Kind::Default);
    f.session->chooseStore(StoreSpec{.kind = StoreSpec::Kind::Embedded});
    QCOMPARE(f.world.storesUsed.back().kind, StoreSpec::Kind::Embedded);
    QVERIFY(f.open(QStringLiteral("steady-overload"))); // holds for other scenarios too
    QCOMPARE(f.world.storesUsed.back().kind, StoreSpec::Kind::Embedded);
    QCOMPARE(f.session->base().store.kind, StoreSpec::Kind::Default);
}

void TestRunSession::unknownScenarioLeavesTheRun()
{
    SessionFixture f;
    QVERIFY(f.open());
    const Result<void> opened = f.session->openNamed(QStringLiteral("frist-look"));
    QVERIFY(!opened);
    QVERIFY(opened.error().message.find("first-look") != std::string::npos);
    QCOMPARE(f.session->source(), QStringLiteral("first-look"));
    QCOMPARE(f.world.started.size(), 1U);
}

void TestRunSession::saveNeverRunsOverOthers()
{
    SessionFixture f;
    QVERIFY(f.open());
    QVERIFY(f.session->setValue(QStringLiteral("workers"), QStringLiteral("3")));
    const QString path = f.folder.filePath(QStringLiteral("mine.json"));
    QVERIFY(f.session->save(path));
    QVERIFY(!f.session->isModified());
    QCOMPARE(loadScenario(path.toStdString())->workers, 3U);
    QVERIFY(f.session->setValue(QStringLiteral("workers"), QStringLiteral("4")));
    QVERIFY(f.session->save(path)); // our own file

    QFile other(path);
    QVERIFY(other.open(QIODevice::Append));
    other.write("\n");
    other.close();
    QVERIFY(f.session->setValue(QStringLiteral("workers"), QStringLiteral("5")));
    const Result<void> refused = f.session->save(path);
    QVERIFY(!refused);
    QCOMPARE(loadScenario(path.toStdString())->workers, 4U);
    QVERIFY(f.session->save(path, true));
    QCOMPARE(loadScenario(path.toStdString())->workers, 5U);
}

void TestRunSession::commandLineRepeatsTheRun()
{
    SessionFixture f;
    QVERIFY(f.open(QStringLiteral("first-look"),
                   {{QStringLiteral("limiter.capacity"), QStringLiteral("50")}}));
    const QString folder = f.folder.filePath(QStringLiteral("runs"));
    QCOMPARE(
        f.session->repeatCommandLine(folder).value(),
        QStringLiteral("penstock-cli run first-look --set limiter.capacity=50 --set feed.url=") %
            shellQuoted(f.feedPath));
    // Changes have times, which only a file can hold.
    QVERIFY(f.pass(4s));
    QVERIFY(f.session->setValue(QStringLiteral("limiter.refill"), QStringLiteral("2/s")));
    const QString command = f.session->repeatCommandLine(folder).value();
    const QString prefix = QStringLiteral("penstock-cli run ");
    QVERIFY2(command.startsWith(prefix), qPrintable(command));
    const Result<Scenario> record = loadScenario(command.mid(prefix.size()).toStdString());
    QVERIFY(record.has_value());
    QCOMPARE(record->timeline.back().at, Nanos(4s));
    QCOMPARE(findValue(record->limiter.limit, "refill")->rate(), Rate::perSecond(10));
}

void TestRunSession::shellQuoting_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("quoted");
    QTest::newRow("bare") << QStringLiteral("a/b-1.c=5%") << QStringLiteral("a/b-1.c=5%");
    QTest::newRow("blank") << QStringLiteral("a b") << QStringLiteral("'a b'");
    QTest::newRow("empty") << QString() << QStringLiteral("''");
    QTest::newRow("quote") << QStringLiteral("it's") << QStringLiteral("'it'\\''s'");
    QTest::newRow("dollar") << QStringLiteral("$HOME") << QStringLiteral("'$HOME'");
}

void TestRunSession::shellQuoting()
{
    QFETCH(QString, word);
    QFETCH(QString, quoted);
    QCOMPARE(shellQuoted(word), quoted);
}

} // namespace penstock

QTEST_MAIN(penstock::TestRunSession)
#include "tst_run_session.moc"
