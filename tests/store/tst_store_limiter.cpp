// SPDX-License-Identifier: MIT
#include "core/store/client/store_limiter.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <functional>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

/// Answers each command by a function, and counts pipelines.
class FakeChannel final : public CommandChannel
{
public:
    using Answer = std::function<ChannelReply(const Command&)>;
    explicit FakeChannel(Answer answer) : m_answer(std::move(answer)) {}

    void exchange(std::span<const Command> commands, std::span<ChannelReply> replies,
                  SteadyTime deadline) override
    {
        ++pipelines;
        lastDeadline = deadline;
        for (std::size_t i = 0; i < commands.size(); ++i)
            replies[i] = m_answer(commands[i]);
    }
    std::uint64_t storeLife() const override { return 7; }
    std::uint64_t scriptReloads() const override { return 0; }

    int pipelines = 0;
    SteadyTime lastDeadline;

private:
    Answer m_answer;
};

/// A store side of one or two commands: GET, and for keys that begin with "two:" then INCR. The
/// reply to the last is what is left; 0 is denied.
class TwoStepSide final : public StoreSide
{
public:
    void begin(const StoreQuestion& question, Command& command) override
    {
        m_key = question.key;
        m_needsSecond = m_key.starts_with("two:");
        command.clear().add("GET").add(m_key).add(question.cost.micros());
    }
    tl::expected<StoreStep, std::string> advance(const Reply& reply, Command& command) override
    {
        if (std::exchange(m_needsSecond, false)) {
            command.clear().add("INCR").add(m_key);
            return StoreStep();
        }
        if (reply.type != Reply::Type::Integer)
            return tl::unexpected(std::string("an integer was due"));
        StoreAnswer answer;
        answer.verdict = reply.integer > 0 ? Verdict::Allowed : Verdict::Denied;
        answer.tokensLeft = MicroTokens::fromTokens(reply.integer);
        answer.storeTime = StoreTime(5s);
        return answer;
    }

private:
    std::string m_key;
    bool m_needsSecond = false;
};

const Algorithm kTwoStep{
    .id = "two_step",
    .title = "",
    .summary = "",
    .parameters = {},
    .scriptName = "",
    .makeStoreSide = []() -> std::unique_ptr<StoreSide> { return std::make_unique<TwoStepSide>(); },
    .bucket = [](const Limit&) -> std::optional<BucketShape> {
        return BucketShape{MicroTokens::fromTokens(20), Rate::perSecond(1)};
    },
};

std::string shown(const Decision& decision)
{
    return std::string(toText(decision.outcome)) + ' ' +
           std::to_string(decision.tokensLeft.micros() / MicroTokens::kPerToken) + ' ' +
           std::string(toText(decision.errorClass)) + (decision.ambiguous ? " ambiguous" : "");
}

struct Fixture
{
    explicit Fixture(FakeChannel::Answer answer, FailPolicy policy = FailPolicy::FailOpen)
        : limit(std::make_shared<const Limit>(Limit{&kTwoStep, {}})),
          channel(new FakeChannel(std::move(answer))),
          limiter(std::unique_ptr<CommandChannel>(channel), {limit, policy, 100ms})
    {
    }

    std::shared_ptr<const Limit> limit;
    FakeChannel* channel; // the limiter's
    StoreLimiter limiter;
};

ChannelReply failure(StoreErrorClass errorClass, bool isAmbiguous)
{
    return tl::unexpected(StoreError{errorClass, isAmbiguous, "words"});
}

} // namespace

class TestStoreLimiter : public UnitTest
{
    Q_OBJECT

private slots:
    void anAnswerBecomesADecision()
    {
        Fixture fixture([](const Command&) { return Reply::makeInteger(3); });
        const Decision decision = fixture.limiter.acquire({"k"});
        QCOMPARE(shown(decision), std::string("allowed 3 none"));
        QVERIFY(decision.decidedBy == DecidedBy::Store);
        QCOMPARE(decision.storeLife, 7u);
        QVERIFY(decision.storeTime == StoreTime(5s));
        QVERIFY(decision.limit == fixture.limit);
        QVERIFY(decision.latency >= 0ns && decision.latency < 60s);
    }

    void aBatchGoesInRoundsAndKeepsItsOrder()
    {
        Fixture fixture([](const Command& command) -> ChannelReply {
            if (command.word(0) == "INCR")
                return Reply::makeInteger(command.word(1).back() - '0');
            if (command.word(1) == "bad")
                return failure(StoreErrorClass::WrongType, false);
            return Reply::makeInteger(0);
        });
        const std::array<AcquireRequest, 6> requests = {{{"a", MicroTokens::fromTokens(1)},
                                                         {"two:7", MicroTokens::fromTokens(1)},
                                                         {"bad", MicroTokens::fromTokens(1)},
                                                         {"two:8", MicroTokens::fromTokens(1)},
                                                         {"x", MicroTokens::fromMicros(-1)},
                                                         {"two:9", MicroTokens::fromTokens(1)}}};
        for (int again = 0; again < 2; ++again) {
            std::array<Decision, 6> answers;
            fixture.limiter.acquireBatch(requests, answers);
            std::string text;
            for (const Decision& answer : answers)
                text += shown(answer) + "; ";
            QCOMPARE(text, std::string("denied 0 none; allowed 7 none; fail_open_allowed 20 "
                                       "wrong_type; allowed 8 none; never_fits 0 none; "
                                       "allowed 9 none; "));
        }
        QCOMPARE(fixture.channel->pipelines, 4);
    }

    void thePolicyAnswersFailures_data()
    {
        QTest::addColumn<bool>("isOpen");
        QTest::addColumn<bool>("isAmbiguous");
        QTest::addColumn<QByteArray>("decision");
        QTest::newRow("open") << true << false << QByteArray("fail_open_allowed 20 timeout");
        QTest::newRow("open, ambiguous")
            << true << true << QByteArray("fail_open_allowed 20 timeout ambiguous");
        QTest::newRow("closed") << false << false << QByteArray("fail_closed_denied 0 timeout");
        QTest::newRow("closed, ambiguous")
            << false << true << QByteArray("fail_closed_denied 0 timeout ambiguous");
    }
    void thePolicyAnswersFailures()
    {
        QFETCH(bool, isOpen);
        QFETCH(bool, isAmbiguous);
        QFETCH(QByteArray, decision);
        Fixture fixture(
            [&](const Command&) { return failure(StoreErrorClass::Timeout, isAmbiguous); },
            isOpen ? FailPolicy::FailOpen : FailPolicy::FailClosed);
        const Decision answer = fixture.limiter.acquire({"k"});
        QCOMPARE(QByteArray::fromStdString(shown(answer)), decision);
        QVERIFY(answer.decidedBy == DecidedBy::Policy);
        fixture.limiter.setFailPolicy(isOpen ? FailPolicy::FailClosed : FailPolicy::FailOpen);
        QVERIFY(isAdmitted(fixture.limiter.acquire({"k"}).outcome) != isOpen);
    }

    void aReplyOfTheWrongShapeIsAmbiguous()
    {
        Fixture fixture([](const Command&) { return Reply::makeStatus("OK"); });
        QCOMPARE(shown(fixture.limiter.acquire({"k"})),
                 std::string("fail_open_allowed 20 protocol ambiguous"));
    }

    void aNegativeCostNeverReachesTheStore()
    {
        Fixture fixture([](const Command&) { return Reply::makeInteger(3); });
        const Decision decision = fixture.limiter.acquire({"k", MicroTokens::fromMicros(-1)});
        QVERIFY(decision.outcome == Outcome::NeverFits);
        QVERIFY(decision.decidedBy == DecidedBy::Client);
        QCOMPARE(fixture.channel->pipelines, 0);
    }

    void peekCostsNothing()
    {
        std::string cost;
        Fixture fixture([&](const Command& command) {
            cost = command.word(2);
            return Reply::makeInteger(1);
        });
        fixture.limiter.peek("k");
        QCOMPARE(cost, std::string("0"));
    }

    void theLimitOfACallCountsFromItsBegin()
    {
        Fixture fixture([](const Command&) { return Reply::makeInteger(1); });
        const SteadyTime begin = std::chrono::steady_clock::now() - 60ms;
        const AcquireRequest request{"k"};
        Decision decision;
        fixture.limiter.acquireBatch(std::span(&request, 1), std::span(&decision, 1), begin);
        QVERIFY(fixture.channel->lastDeadline == begin + 100ms);
        QVERIFY(decision.latency >= 60ms);
    }
};

QTEST_GUILESS_MAIN(TestStoreLimiter)
#include "tst_store_limiter.moc"
