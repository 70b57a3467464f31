// SPDX-License-Identifier: MIT
#include "core/limit/algorithm.h"
#include "core/limit/decision.h"
#include "core/util/units.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <limits>
#include <set>

using namespace penstock;

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr StoreTime kNoon{std::chrono::seconds(1'796'126'400)};

Limit limitOf(std::string_view row, MicroTokens capacity, Rate refill)
{
    Limit limit = standardLimit(*findAlgorithm(row));
    *findValue(limit, "capacity") = ParameterValue::of(capacity);
    *findValue(limit, "refill") = ParameterValue::of(refill);
    return limit;
}

QString shown(const Command& command)
{
    QStringList words;
    for (std::size_t i = 0; i < command.size(); ++i)
        words << QString::fromStdString(std::string(command.word(i)));
    const auto name = command.script() ? command.script()->name : std::string_view("plain");
    return QString::fromStdString(std::string(name)) + QLatin1String(": ") +
           words.join(QLatin1Char(' '));
}

Reply integers(std::initializer_list<std::int64_t> values)
{
    std::vector<Reply> items;
    for (const std::int64_t value : values)
        items.push_back(Reply::makeInteger(value));
    return Reply::makeArray(std::move(items));
}

} // namespace

class TestLimit : public UnitTest
{
    Q_OBJECT

private slots:
    void everyRowIsWhole()
    {
        std::set<std::string_view> ids;
        for (const Algorithm* row : catalogue()) {
            QVERIFY(ids.insert(row->id).second);
            QCOMPARE(findAlgorithm(row->id), row);
            QVERIFY(!row->title.empty() && !row->summary.empty());
            QVERIFY(row->parameters.size() <= kMaxParameters);
            QVERIFY(row->scriptName.empty() || findScript(row->scriptName) != nullptr);
            const Limit standard = standardLimit(*row);
            QCOMPARE(toText(row->validate(standard, MicroTokens::fromTokens(1))), "");
            for (const ParameterSpec& spec : row->parameters) {
                QCOMPARE(*findValue(standard, spec.id), spec.standard);
                for (const ParameterValue end : {spec.least, spec.most}) {
                    Limit limit = standard;
                    *findValue(limit, spec.id) = end;
                    QCOMPARE(toText(row->validate(limit, MicroTokens::fromTokens(1))), "");
                }
            }
            QVERIFY(row->makeNative() && row->makeStoreSide());
        }
        QVERIFY(findAlgorithm("leaky") == nullptr);
        const Limit standard = standardLimit(*findAlgorithm("token_bucket"));
        QVERIFY(findValue(standard, "window") == nullptr);
        QVERIFY(findValue(Limit{}, "capacity") == nullptr);
    }

    void impossibleValuesAreProblems_data()
    {
        QTest::addColumn<QString>("row");
        QTest::addColumn<qint64>("capacity");
        QTest::addColumn<qint64>("num");
        QTest::addColumn<qint64>("den");
        QTest::addColumn<qint64>("cost");
        QTest::addColumn<QStringList>("fields");
        const auto add = [](const char* name, const char* row, std::int64_t capacity, Rate refill,
                            std::int64_t cost, const QStringList& fields) {
            QTest::newRow(name) << QString::fromLatin1(row) << qint64{capacity}
                                << qint64{refill.num} << qint64{refill.den} << qint64{cost}
                                << fields;
        };
        const QString capacity = QStringLiteral("capacity");
        const QString refill = QStringLiteral("refill");
        const QString cost = QStringLiteral("cost");
        constexpr std::int64_t kLargest = std::int64_t{1} << 52;
        add("zero capacity", "token_bucket", 0, {1, 1}, 1, {capacity});
        add("negative capacity", "token_bucket", -1, {1, 1}, 1, {capacity});
        add("enormous capacity", "token_bucket", kMost, {1, 1}, 1, {capacity});
        add("least capacity", "token_bucket", 1, {1, 1}, 1, {});
        add("largest capacity", "token_bucket", kLargest, {1, 1}, 1, {});
        add("above it", "token_bucket", kLargest + 1, {1, 1}, 1, {capacity});
        add("largest x den", "token_bucket", kLargest / 86'400, {1, 86'400}, 1, {});
        add("above it x den", "token_bucket", kLargest / 86'400 + 1, {1, 86'400}, 1, {capacity});
        add("zero refill", "token_bucket", 1, {0, 1}, 1, {});
        add("negative refill", "token_bucket", 1, {-1, 1}, 1, {refill});
        add("refill below zero", "token_bucket", 1, {1, 0}, 1, {refill});
        add("enormous refill", "token_bucket", 1, {kMost, 1}, 1, {refill});
        add("tiny refill", "token_bucket", 1, {1, kMost}, 1, {refill});
        add("zero cost", "token_bucket", 1, {1, 1}, 0, {cost});
        add("negative cost", "token_bucket", 1, {1, 1}, -1, {cost});
        add("enormous cost", "token_bucket", 1, {1, 1}, kMost, {cost});
        add("cost above capacity", "token_bucket", 1, {1, 1}, 2, {});
        add("all at once", "token_bucket", 0, {-1, 1}, -1, {capacity, refill, cost});
        add("article, zero refill", "article", 1, {0, 1}, 1, {refill});
        add("article, endless life", "article", kLargest, {1, 1'000'000'000}, 1, {capacity});
    }
    void impossibleValuesAreProblems()
    {
        QFETCH(QString, row);
        QFETCH(qint64, capacity);
        QFETCH(qint64, num);
        QFETCH(qint64, den);
        QFETCH(qint64, cost);
        QFETCH(QStringList, fields);
        const Limit limit =
            limitOf(row.toStdString(), MicroTokens::fromMicros(capacity), {num, den});
        QStringList actual;
        for (const Problem& problem :
             limit.algorithm->validate(limit, MicroTokens::fromMicros(cost))) {
            QVERIFY(!problem.message.empty());
            actual << QString::fromStdString(problem.field);
        }
        QCOMPARE(actual, fields);
    }

    void problemsReadWell()
    {
        const Limit limit =
            limitOf("token_bucket", MicroTokens::fromTokens(100'000'000), {1, 86'400});
        QCOMPARE(toText(limit.algorithm->validate(limit, MicroTokens::fromTokens(1))),
                 "capacity: must be at most 52124.995687 tokens to be exact with a refill of "
                 "1/day");
    }

    void theHardenedBucketIsOneCall()
    {
        const Limit limit = limitOf("token_bucket", MicroTokens::fromTokens(20), {1, 12});
        const auto side = limit.algorithm->makeStoreSide();
        Command command;
        side->begin({limit, "pen:1", MicroTokens::fromMicros(1'500'000), kNoon}, command);
        QCOMPARE(shown(command),
                 QStringLiteral("token_bucket: pen:1 20000000 1 12 1500000 86400000000"));
        QCOMPARE(command.keyCount(), std::size_t{1});

        // The caller's clock plays no part: two clients a second or an hour apart ask the same.
        Command skewed;
        side->begin(
            {limit, "pen:1", MicroTokens::fromMicros(1'500'000), kNoon + std::chrono::hours(1)},
            skewed);
        QCOMPARE(shown(skewed), shown(command));

        const auto step = side->advance(integers({0, 250'000, 1'250, 19'000, 77, 1}), command);
        const StoreAnswer expected{.verdict = Verdict::Denied,
                                   .tokensLeft = MicroTokens::fromMicros(250'000),
                                   .retryAfter = Micros(1'250),
                                   .resetAfter = Micros(19'000),
                                   .storeTime = StoreTime(Micros(77)),
                                   .fresh = true};
        QVERIFY(step && *step == expected);
    }

    void repliesOfAnotherShapeAreErrors_data()
    {
        QTest::addColumn<QString>("row");
        QTest::addColumn<int>("reply");
        for (const char* row : {"token_bucket", "article"}) {
            for (int reply = 0; reply < 4; ++reply)
                QTest::addRow("%s %d", row, reply) << QString::fromLatin1(row) << reply;
        }
    }
    void repliesOfAnotherShapeAreErrors()
    {
        QFETCH(QString, row);
        QFETCH(int, reply);
        const std::array<Reply, 4> replies{
            Reply::makeStatus("OK"), integers({1}),
            Reply::makeArray({Reply::makeInteger(1), Reply::makeBulk("4")}),
            integers({7, 0, 0, 0, 0, 0})};
        const Limit limit = standardLimit(*findAlgorithm(row.toStdString()));
        const auto side = limit.algorithm->makeStoreSide();
        Command command;
        side->begin({limit, "k", MicroTokens::fromTokens(1), kNoon}, command);
        const auto step = side->advance(replies[reply], command);
        QVERIFY(!step && !step.error().empty());
    }

    void theArticleIsAskedAsPublished()
    {
        const Limit limit = standardLimit(*findAlgorithm("article"));
        const auto side = limit.algorithm->makeStoreSide();
        Command command;
        side->begin({limit, "app:global_rate_limit", MicroTokens::fromTokens(1),
                     kNoon + std::chrono::milliseconds(999)},
                    command);
        QCOMPARE(shown(command),
                 QStringLiteral("article: app:global_rate_limit 5 0.5 1796126400 1 15"));
        const auto step = side->advance(integers({1, 4}), command);
        const StoreAnswer expected{.verdict = Verdict::Allowed,
                                   .tokensLeft = MicroTokens::fromTokens(4)};
        QVERIFY(step && *step == expected);
    }

    void aPeekAtTheArticleOnlyReads()
    {
        const Limit limit = standardLimit(*findAlgorithm("article"));
        const auto side = limit.algorithm->makeStoreSide();
        Command command;
        side->begin({limit, "k", {}, kNoon}, command);
        QCOMPARE(shown(command), QStringLiteral("plain: HMGET k tokens last_refill_time"));
        const auto read = [&](const char* tokens, const char* last) {
            const auto step = side->advance(
                Reply::makeArray({Reply::makeBulk(tokens), Reply::makeBulk(last)}), command);
            return step ? toText((*step)->tokensLeft) : step.error();
        };
        QCOMPARE(read("1.5", "1796126397"), "3"); // three seconds later
        QCOMPARE(read("1.5", "1796126400"), "1"); // the fraction is cut off
        QCOMPARE(read("1", "1796126404"), "-1");  // the clock ran backwards
        QCOMPARE(read("x", "1796126400"), "the bucket holds no numbers: \"x\", \"1796126400\"");
    }

    void theArticlesDefectsAreKept()
    {
        const Limit limit = standardLimit(*findAlgorithm("article"));
        const auto native = limit.algorithm->makeNative();
        const auto tokensAt = [&](std::int64_t millis) {
            const StoreTime now = kNoon + std::chrono::milliseconds(millis);
            return toText(native->decide(limit, now, MicroTokens::fromTokens(1)).tokensLeft);
        };
        QCOMPARE(tokensAt(0), "4");
        QCOMPARE(tokensAt(999), "3");   // nothing flowed in: the second is the same
        QCOMPARE(tokensAt(1'000), "2"); // half a token came, and the reply cuts it off
        QCOMPARE(tokensAt(2'000), "2");
        QCOMPARE(tokensAt(0), "0");      // a clock that steps back takes tokens away
        QCOMPARE(tokensAt(10'000), "4"); // and one that runs ahead mints them
    }

    void wordsAreStable()
    {
        QCOMPARE(toText(Outcome::FailOpenAllowed), "fail_open_allowed");
        QCOMPARE(toText(FailPolicy::FailClosed), "fail_closed");
        QCOMPARE(toText(Verdict::NeverFits), "never_fits");
        std::set<std::string_view> words;
        for (std::size_t i = 0; i < kOutcomeCount; ++i)
            words.insert(toText(static_cast<Outcome>(i)));
        for (std::size_t i = 0; i < kStoreErrorClassCount; ++i)
            words.insert(toText(static_cast<StoreErrorClass>(i)));
        QCOMPARE(words.size(), kOutcomeCount + kStoreErrorClassCount);
        QVERIFY(!words.contains("unknown"));
    }
};

QTEST_GUILESS_MAIN(TestLimit)
#include "tst_limit.moc"
