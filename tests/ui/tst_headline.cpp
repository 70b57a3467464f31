// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/unit_test.h"
#include "tests/ui/ui_frame.h"
#include "ui/headline/bucket_view.h"
#include "ui/headline/headline_card.h"
#include "ui/headline/headline_text.h"
#include "ui/live_numbers.h"

#include <QTest>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

HeadlineInput calm()
{
    HeadlineInput input;
    input.store.name = "private Redis";
    input.tokens = 14.2;
    input.bucket = BucketShape{MicroTokens::fromTokens(20), Rate::perSecond(10)};
    input.offered = 8;
    input.allowed = 8;
    return input;
}

template <class Change>
HeadlineInput with(Change change)
{
    HeadlineInput input = calm();
    change(input);
    return input;
}

/// Strong parts in *stars*, accented ones in <brackets>, orange ones in !marks!.
QString marked(const HeadlineText& text)
{
    QString out;
    for (const HeadlineSpan& span : text.sentence) {
        switch (span.tone) {
        case HeadlineSpan::Tone::Plain:
            out += span.text;
            break;
        case HeadlineSpan::Tone::Strong:
            out += QLatin1Char('*') % span.text % QLatin1Char('*');
            break;
        case HeadlineSpan::Tone::Allow:
            out += QLatin1Char('<') % span.text % QLatin1Char('>');
            break;
        case HeadlineSpan::Tone::Deny:
            out += QLatin1Char('!') % span.text % QLatin1Char('!');
            break;
        }
    }
    return out;
}

} // namespace

Q_DECLARE_METATYPE(penstock::HeadlineInput)

/// The headline's words for every state, and that the card shows what the history holds.
class TestHeadline : public UnitTest
{
    Q_OBJECT

private slots:
    void words_data()
    {
        QTest::addColumn<HeadlineInput>("input");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("next");
        const auto row = [](const char* name, const HeadlineInput& input, const char* sentence,
                            const char* next) {
            QTest::newRow(name) << input << QString::fromUtf8(sentence) << QString::fromUtf8(next);
        };
        using In = HeadlineInput;
        row("refilling", calm(), "*14 of 20* tokens left, allowing <8.0/s>, denying *0.0/s*",
            "Refill outpaces the load by 2.0/s: full again in about 3 s.");
        row("after a burst", with([](In& in) {
                in.lastBurst = BurstOutcome{30, 19};
            }),
            "*14 of 20* tokens left, allowing <8.0/s>, denying *0.0/s*",
            "Refill outpaces the load by 2.0/s: full again in about 3 s. Of the last burst, 19 of "
            "30 got through.");
        row("full", with([](In& in) { in.tokens = 20; }),
            "*20 of 20* tokens left, allowing <8.0/s>, denying *0.0/s*",
            "Refill outpaces the load by 2.0/s: the bucket stays full.");
        row("emptying", with([](In& in) { in.offered = 15; }),
            "*14 of 20* tokens left, allowing <8.0/s>, denying *0.0/s*",
            "The load outpaces refill by 5.0/s: empty in about 3 s.");
        row("overloaded", with([](In& in) {
                in.tokens = 0.4;
                in.offered = 40;
                in.allowed = 10;
                in.denied = 30;
            }),
            "*0 of 20* tokens left, allowing <10.0/s>, denying !30.0/s!",
            "The load outpaces refill by 30.0/s: about 75 % of it is denied.");
        row("even", with([](In& in) { in.offered = 10; }),
            "*14 of 20* tokens left, allowing <8.0/s>, denying *0.0/s*",
            "Load and refill are equal: the level holds.");
        row("nobody asks", with([](In& in) { in.offered = in.allowed = 0; }),
            "*14 of 20* tokens left, allowing <0.0/s>, denying *0.0/s*",
            "No requests come: full again in less than a second.");
        row("no refill", with([](In& in) { in.bucket->refill = Rate{}; }),
            "*14 of 20* tokens left, allowing <8.0/s>, denying *0.0/s*",
            "Nothing refills the bucket: empty in about 2 s.");
        row("no refill, empty", with([](In& in) {
                in.bucket->refill = Rate{};
                in.tokens = 0;
            }),
            "*0 of 20* tokens left, allowing <8.0/s>, denying *0.0/s*",
            "Nothing refills the bucket: it stays empty.");
        row("cost above capacity", with([](In& in) { in.cost = 30; }),
            "*14 of 20* tokens left, allowing <8.0/s>, denying *0.0/s*",
            "A request costs more than the bucket holds: none can ever pass.");
        row("nothing known yet", with([](In& in) { in.tokens.reset(); }),
            "Tokens left not known yet, allowing <8.0/s>, denying *0.0/s*",
            "The first reply of the store tells how many there are.");
        row("shedding", with([](In& in) {
                in.shed = 12;
                in.queued = 1000;
            }),
            "*14 of 20* tokens left, allowing <8.0/s>, denying *0.0/s*",
            "Refill outpaces the load by 2.0/s: full again in about 3 s. The queue is full: 12.0/s "
            "are turned away unasked.");
        row("queueing", with([](In& in) { in.queued = 40; }),
            "*14 of 20* tokens left, allowing <8.0/s>, denying *0.0/s*",
            "Refill outpaces the load by 2.0/s: full again in about 3 s. 40 requests wait for a "
            "worker.");
        row("paused", with([](In& in) { in.state = RunState::Paused; }),
            "*Paused* with *14 of 20* tokens left",
            "Nobody asks, but the bucket refills. Space runs on, . sends one request.");
        row("paused and full", with([](In& in) {
                in.state = RunState::Paused;
                in.tokens = 20;
            }),
            "*Paused* with *20 of 20* tokens left",
            "The bucket is full and stays so. Space runs on, . sends one request.");
        row("waiting", with([](In& in) {
                in.state = RunState::Waiting;
                in.store.state = StoreStatus::State::Starting;
                in.tokens.reset();
            }),
            "Waiting for *private Redis*", "The run begins by itself when it answers.");
        row("waiting with a reason", with([](In& in) {
                in.state = RunState::Waiting;
                in.store.name = "redis://localhost:6379/0";
                in.store.problem = "connection refused";
            }),
            "Waiting for *redis://localhost:6379/0*",
            "Connection refused. The run begins by itself when it answers.");
        row("store down, fail open", with([](In& in) {
                in.store.state = StoreStatus::State::Down;
                in.tokens.reset();
                in.unprotected = 8;
            }),
            "*Private Redis* does not answer: !letting all requests through!, unprotected",
            "Fail open: 8.0/s pass uncounted by the bucket. The limit holds again when the store "
            "is back.");
        row("store down, fail closed", with([](In& in) {
                in.store.state = StoreStatus::State::Restarting;
                in.policy = FailPolicy::FailClosed;
                in.failedClosed = 8;
            }),
            "*Private Redis* does not answer: !refusing all requests!",
            "Fail closed: 8.0/s are refused. The store is being started again, empty.");
        row("finished", with([](In& in) {
                in.state = RunState::Finished;
                in.endReason = EndReason::Completed;
                in.requests = 20;
                in.totalAllowed = 5;
                in.totalDenied = 15;
                in.elapsed = 65s;
            }),
            "Finished: <5 of 20> requests allowed, !15! denied",
            "It ran for 01:05. R runs it again with the same seed.");
        row("failed", with([](In& in) {
                in.state = RunState::Finished;
                in.endReason = EndReason::Failed;
                in.problem = "no connection could be made";
                in.elapsed = 2s;
            }),
            "!The run failed! after 00:02", "No connection could be made.");
        row("empty feed", with([](In& in) { in.isFeedEmpty = true; }),
            "*The feed has no entries*: there is nothing to ask for",
            "Reload the feed, or choose another address, a file or the sample, on the left.");
        row("stopping", with([](In& in) { in.state = RunState::Stopping; }), "Stopping",
            "Calls in flight are being ended.");
    }
    void words()
    {
        QFETCH(HeadlineInput, input);
        const HeadlineText text = headlineText(input);
        QTEST(marked(text), "sentence");
        QTEST(text.next, "next");
        QVERIFY(!text.shortNext.isEmpty());
    }

    void timesAreRounded_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("short") << 0.2 << QStringLiteral("less than a second");
        QTest::newRow("seconds") << 3.4 << QStringLiteral("about 3 s");
        QTest::newRow("minutes") << 250.0 << QStringLiteral("about 4 min");
        QTest::newRow("hours") << 3.0 * 3600 << QStringLiteral("about 3 h");
        QTest::newRow("days") << 1e9 << QStringLiteral("more than 2 days");
        QTest::newRow("never") << std::numeric_limits<double>::infinity()
                               << QStringLiteral("more than 2 days");
    }
    void timesAreRounded()
    {
        QFETCH(double, seconds);
        QTEST(aboutTime(seconds), "text");
    }

    void cardAgreesWithTheHistory()
    {
        SyntheticRun run({});
        run.advanceTo(20s);
        HeadlineCard card;
        card.setFrame(frameOf(run));
        const LiveNumbers live = liveNumbers(frameOf(run));
        const QString expected = QStringLiteral("%1 of 20 tokens left, allowing %2/s, denying %3/s")
                                     .arg(static_cast<int>(*live.tokens))
                                     .arg(live.of(Outcome::Allowed), 0, 'f', 1)
                                     .arg(live.of(Outcome::Denied), 0, 'f', 1);
        QCOMPARE(card.text().plain(), expected);
        const auto* bucket = card.findChild<BucketView*>(QStringLiteral("bucket"));
        QVERIFY(bucket != nullptr);
        QCOMPARE(bucket->level().tokens, live.tokens);
    }

    void cardTellsWhatBecameOfABurst()
    {
        SyntheticRun run({});
        run.advanceTo(20s);
        HeadlineCard card;
        card.setFrame(frameOf(run));
        const std::uint64_t before = run.history().totals.of(Outcome::Denied);
        run.burst(30);
        run.advanceTo(20s + 40ms);
        card.setFrame(frameOf(run));
        const std::uint64_t denied = run.history().totals.of(Outcome::Denied) - before;
        const QString expected =
            QStringLiteral("Of the last burst, %1 of 30 got through.").arg(30 - denied);
        QVERIFY2(card.text().next.contains(expected), qPrintable(card.text().next));
        for (int i = 1; i <= 70; ++i) {
            run.advanceTo(20s + std::chrono::seconds(i));
            card.setFrame(frameOf(run));
        }
        QVERIFY(!card.text().next.contains(QStringLiteral("burst")));
    }

    void noStaleNumberWhileTheStoreIsDown()
    {
        SyntheticRun run({});
        run.advanceTo(10s);
        run.breakStore(FailPolicy::FailClosed);
        run.advanceTo(12s);
        HeadlineCard card;
        card.setFrame(frameOf(run));
        QVERIFY(card.text().plain().contains(QStringLiteral("refusing all requests")));
        QVERIFY(!card.findChild<BucketView*>(QStringLiteral("bucket"))->level().tokens);
        run.mendStore();
        run.advanceTo(14s);
        card.setFrame(frameOf(run));
        QVERIFY(card.text().plain().contains(QStringLiteral("tokens left")));
    }
};

QTEST_MAIN(TestHeadline)
#include "tst_headline.moc"
