// SPDX-License-Identifier: MIT
#include "core/util/nearest_name.h"
#include "core/util/random.h"
#include "core/util/units.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <limits>
#include <vector>

using namespace penstock;

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// A row a line: the text, and what it is read as (the canonical text) or the error.
template <class T>
QString readBack(const Parsed<T>& parsed)
{
    return QString::fromStdString(parsed ? toText(*parsed) : "error: " + parsed.error());
}

struct Row
{
    const char* text;
    const char* expected;
};

void addRows(std::initializer_list<Row> rows)
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    for (const auto& [text, expected] : rows)
        QTest::addRow("'%s'", text) << QString::fromUtf8(text) << QString::fromUtf8(expected);
}

/// Errors are compared up to the example after the semicolon, which every one has.
template <class T>
void checkRow(Parsed<T> (*parse)(std::string_view))
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const QString actual = readBack(parse(text.toStdString()));
    if (!expected.startsWith(QLatin1String("error"))) {
        QCOMPARE(actual, expected);
        return;
    }
    QCOMPARE(actual.section(QLatin1String("; "), 0, 0), expected);
    QVERIFY2(actual.contains(QLatin1String("written like")), qPrintable(actual));
}

/// A value of any size: small ones as likely as enormous ones.
std::int64_t anySize(RandomStream& random)
{
    return static_cast<std::int64_t>(random.next() >> 1 >> random.below(63));
}

} // namespace

class TestUnits : public UnitTest
{
    Q_OBJECT

private slots:
    void tokens_data()
    {
        addRows({
            {"20", "20"},
            {"1.5", "1.5"},
            {" 0.000001 ", "0.000001"},
            {"1.50000000000", "1.5"},
            {"0", "0"},
            {"007", "7"},
            {"100000000", "100000000"},
            {"9223372036854.775807", "9223372036854.775807"},
            {"9223372036854.775808", "error: \"9223372036854.775808\" is too large"},
            {"99999999999999999999999", "error: \"99999999999999999999999\" is too large"},
            {"0.0000001", "error: \"0.0000001\" has more than six decimals"},
            {"", "error: \"\" is empty"},
            {"-1", "error: \"-1\" is negative"},
            {"nan", "error: \"nan\" is no number"},
            {"inf", "error: \"inf\" is no number"},
            {"+1", "error: \"+1\" is no number"},
            {".5", "error: \".5\" is no number"},
            {"1.", "error: \"1.\" has no digit after the point"},
            {"1e3", "error: \"1e3\" is not only a number"},
            {"1,5", "error: \"1,5\" is not only a number"},
            {"0x10", "error: \"0x10\" is not only a number"},
            {"10 tokens", "error: \"10 tokens\" is not only a number"},
        });
    }
    void tokens() { checkRow(parseTokens); }

    void rates_data()
    {
        addRows({
            {"10/s", "10/s"},
            {"5/min", "5/min"},
            {"0.1/s", "0.1/s"},
            {"2.5/h", "2.5/h"},
            {"1/day", "1/day"},
            {"1/d", "1/day"},
            {"24/day", "1/h"},
            {"60/min", "1/s"},
            {"10 / s", "10/s"},
            {"1/10s", "0.1/s"},
            {"3/7s", "3/7s"},
            {"1/100ms", "10/s"},
            {"0", "0/s"},
            {"0.0", "0/s"},
            {"0/day", "0/s"},
            {"0.000000000000000001/d", "error: \"0.000000000000000001/d\" is too small"},
            {"9223372036854775807/s", "9223372036854775807/s"},
            {"1/9223372036854775807s", "1/9223372036854775807s"},
            {"9223372036854775807/ns", "error: \"9223372036854775807/ns\" is too large"},
            {"10", "error: \"10\" needs a unit of time"},
            {"10s", "error: \"10s\" has no / after the number"},
            {"-5/s", "error: \"-5/s\" is negative"},
            {"inf/s", "error: \"inf/s\" is no number"},
            {"10/", "error: \"10/\" has no unit of time after the / (ms, s, min, h, day)"},
            {"10/0s", "error: \"10/0s\" has no unit of time after the / (ms, s, min, h, day)"},
            {"10/week", "error: \"10/week\" has no unit of time after the / (ms, s, min, h, day)"},
            {"10/s/s", "error: \"10/s/s\" has no unit of time after the / (ms, s, min, h, day)"},
        });
    }
    void rates() { checkRow(parseRate); }

    void ratesAreReducedFractions()
    {
        QVERIFY(parseRate("10/s") == (Rate{10, 1}));
        QVERIFY(parseRate("5/min") == (Rate{1, 12}));
        QVERIFY(parseRate("1/day") == (Rate{1, 86'400}));
        QVERIFY(parseRate("2.5/h") == (Rate{1, 1'440}));
        QVERIFY(parseRate("0") == (Rate{0, 1}));
    }

    void durations_data()
    {
        addRows({
            {"100ms", "100ms"},
            {"10s", "10s"},
            {"1.5s", "1.5s"},
            {"1500ms", "1.5s"},
            {"250us", "250us"},
            {"2min", "2min"},
            {"90s", "90s"},
            {"1.5min", "90s"},
            {"1h", "1h"},
            {"24h", "1d"},
            {"20ns", "20ns"},
            {"1.0000005s", "1000000.5us"},
            {"0", "0s"},
            {"0ms", "0s"},
            {"100 ms", "100ms"},
            {"106751d", "106751d"},
            {"106752d", "error: \"106752d\" is too long"},
            {"0.5ns", "error: \"0.5ns\" is finer than a nanosecond"},
            {"10", "error: \"10\" needs a unit of time"},
            {"-1s", "error: \"-1s\" is negative"},
            {"nan", "error: \"nan\" is no number"},
            {"1sec", "error: \"1sec\" has no known unit of time (us, ms, s, min, h, d)"},
            {"1s 2", "error: \"1s 2\" has no known unit of time (us, ms, s, min, h, d)"},
        });
    }
    void durations() { checkRow(parseDuration); }

    void counts()
    {
        QVERIFY(parseCount("10", 1, 256) == 10);
        QVERIFY(parseCount("256", 1, 256) == 256);
        QCOMPARE(parseCount("257", 1, 256).error(),
                 std::string("\"257\" is out of range; it goes from 1 to 256"));
        QCOMPARE(parseCount("0", 1, 256).error(),
                 std::string("\"0\" is out of range; it goes from 1 to 256"));
        QCOMPARE(parseCount("99999999999999999999", 1, 256).error(),
                 std::string("\"99999999999999999999\" is out of range; it goes from 1 to 256"));
        QCOMPARE(parseCount("1.5", 1, 256).error(),
                 std::string("\"1.5\" is no whole number; a count is a whole number like 10"));
        QCOMPARE(parseCount("ten", 1, 256).error(),
                 std::string("\"ten\" is no number; a count is a whole number like 10"));
    }

    void everyValueSurvivesItsText()
    {
        RandomStream random(3, RandomStream::Purpose::Cost);
        for (int i = 0; i < 100'000; ++i) {
            const auto tokens = MicroTokens::fromMicros(anySize(random));
            QVERIFY2(parseTokens(toText(tokens)) == tokens, toText(tokens).c_str());
            const Rate rate =
                Rate::reduced(anySize(random), std::max<std::int64_t>(1, anySize(random)));
            QVERIFY2(parseRate(toText(rate)) == rate, toText(rate).c_str());
            const Nanos duration(anySize(random));
            QVERIFY2(parseDuration(toText(duration)) == duration, toText(duration).c_str());
        }
        for (const Rate rate : {Rate{kMost, 1}, Rate{1, kMost}, Rate{kMost, kMost - 1}})
            QVERIFY2(parseRate(toText(rate)) == rate, toText(rate).c_str());
        QVERIFY(parseDuration(toText(Nanos(kMost))) == Nanos(kMost));
    }

    void nearestNames_data()
    {
        addRows({
            {"capacty", "capacity"},
            {"CAPACITY", "capacity"},
            {"acpacity", "capacity"},
            {"refil", "refill"},
            {"refill_rate", "none"},
            {"algorithim", "algorithm"},
            {"x", "none"},
            {"", "none"},
            {"key", "key"},
            {"kye", "key"},
            {"entirely different", "none"},
        });
    }
    void nearestNames()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const std::vector<std::string> names{"algorithm", "capacity", "refill", "cost", "key"};
        const auto nearest = nearestName(text.toStdString(), names);
        QCOMPARE(QString::fromStdString(nearest.value_or("none")), expected);
    }

    void didYouMeanEndsAMessage()
    {
        const std::vector<std::string> names{"workers"};
        QCOMPARE(didYouMean("worker", names), std::string(", did you mean \"workers\"?"));
        QCOMPARE(didYouMean("feed", names), std::string());
    }

    void distancesCountSwapsAsOne()
    {
        QCOMPARE(editDistance("", "abc"), std::size_t{3});
        QCOMPARE(editDistance("abc", "acb"), std::size_t{1});
        QCOMPARE(editDistance("kitten", "sitting"), std::size_t{3});
    }
};

QTEST_GUILESS_MAIN(TestUnits)
#include "tst_units.moc"
