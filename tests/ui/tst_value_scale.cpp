// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/unit_test.h"
#include "ui/controls/value_scale.h"
#include "ui/controls/value_text.h"

#include <QTest>

namespace penstock {

using Stride = ValueScale::Stride;

class TestValueScale : public UnitTest
{
    Q_OBJECT

private slots:
    void walks_data();
    void walks();
    void positionAndValueAgree();
    void ends();
    void display_data();
    void display();
    void typed_data();
    void typed();
    void typedNonsense();
};

namespace {

const ValueScale& scaleCalled(const QString& name)
{
    using Value = ParameterValue;
    static const ValueScale capacity(ParameterUnit::Tokens, Value::of(MicroTokens::fromTokens(1)),
                                     Value::of(MicroTokens::fromTokens(100'000)));
    static const ValueScale cost(ParameterUnit::Tokens, Value::of(MicroTokens::fromMicros(100'000)),
                                 Value::of(MicroTokens::fromTokens(100)));
    static const ValueScale refill(ParameterUnit::Rate, Value::of(Rate{}),
                                   Value::of(Rate::perSecond(10'000)));
    static const ValueScale work(ParameterUnit::Duration, Value::of(Micros(0)),
                                 Value::of(Micros(10'000'000)));
    static const ValueScale workers(ParameterUnit::Count, Value::ofCount(1), Value::ofCount(256));
    return name == QLatin1String("capacity") ? capacity
           : name == QLatin1String("cost")   ? cost
           : name == QLatin1String("refill") ? refill
           : name == QLatin1String("work")   ? work
                                             : workers;
}

ParameterValue read(const ValueScale& scale, const QString& text)
{
    return fromScenarioText(scale.unit(), text.toStdString()).value();
}

} // namespace

void TestValueScale::walks_data()
{
    QTest::addColumn<QString>("scale");
    QTest::addColumn<QString>("from");
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("direction");
    QTest::addColumn<QString>("walk");
    const auto row = [](const char* scale, const char* from, Stride stride, int direction,
                        const char* walk) {
        QTest::addRow("%s from %s by %d to %d", scale, from, static_cast<int>(stride), direction)
            << QString::fromLatin1(scale) << QString::fromLatin1(from) << static_cast<int>(stride)
            << direction << QString::fromLatin1(walk);
    };
    row("capacity", "1", Stride::Sensible, 1,
        "2 3 4 5 6 7 8 9 10 12 15 20 25 30 40 50 60 70 80 90 100");
    row("capacity", "100", Stride::Sensible, -1, "90 80 70");
    row("capacity", "23", Stride::Sensible, 1, "25 30");
    row("capacity", "23", Stride::Sensible, -1, "20 15");
    row("capacity", "20", Stride::Page, 1, "50 100 200");
    row("capacity", "20", Stride::Page, -1, "10 5 2 1 1");
    row("capacity", "90000", Stride::Sensible, 1, "100000 100000");
    row("capacity", "99", Stride::Fine, 1, "100 101");
    row("capacity", "12340", Stride::Fine, 1, "12400 12500");
    row("capacity", "1000", Stride::Fine, -1, "999 998");
    row("cost", "0.1", Stride::Sensible, 1, "0.2 0.3 0.4");
    row("cost", "0.9", Stride::Sensible, 1, "1 1.2 1.5 2");
    row("refill", "0/s", Stride::Sensible, 1, "0.1/s 0.2/s");
    row("refill", "0.2/s", Stride::Sensible, -1, "0.1/s 0/s 0/s");
    row("refill", "0/s", Stride::Page, 1, "0.1/s 0.2/s 0.5/s 1/s");
    row("refill", "5/min", Stride::Sensible, 1, "0.1/s");
    row("work", "0s", Stride::Sensible, 1, "1ms 2ms");
    row("work", "100ms", Stride::Sensible, 1, "120ms 150ms 200ms");
    row("work", "9s", Stride::Sensible, 1, "10s 10s");
    row("workers", "10", Stride::Page, 1, "20 50 100 200 256");
}

void TestValueScale::walks()
{
    QFETCH(QString, scale);
    QFETCH(QString, from);
    QFETCH(int, stride);
    QFETCH(int, direction);
    QFETCH(QString, walk);
    const ValueScale& values = scaleCalled(scale);
    ParameterValue value = read(values, from);
    QStringList seen;
    for (qsizetype i = 0; i < walk.count(QLatin1Char(' ')) + 1; ++i) {
        value = values.next(value, static_cast<Stride>(stride), direction);
        seen += QString::fromStdString(toScenarioText(values.unit(), value));
    }
    QCOMPARE(seen.join(QLatin1Char(' ')), walk);
}

void TestValueScale::positionAndValueAgree()
{
    for (const char* name : {"capacity", "cost", "refill", "work", "workers"}) {
        const ValueScale& scale = scaleCalled(QString::fromLatin1(name));
        ParameterValue value = scale.least();
        double last = -1;
        while (true) {
            const double position = scale.position(value);
            QVERIFY(position > last);
            last = position;
            QCOMPARE(scale.valueAt(position).num * value.den,
                     value.num * scale.valueAt(position).den);
            const ParameterValue next = scale.next(value, Stride::Sensible, 1);
            if (next == value)
                break;
            value = next;
        }
        QCOMPARE(last, 1.0);
    }
}

void TestValueScale::ends()
{
    const ValueScale& refill = scaleCalled(QStringLiteral("refill"));
    QCOMPARE(refill.position(read(refill, QStringLiteral("0/s"))), 0.0);
    QCOMPARE(refill.position(read(refill, QStringLiteral("50000/s"))), 1.0);
    QCOMPARE(refill.valueAt(0.0), read(refill, QStringLiteral("0/s")));
    QCOMPARE(refill.valueAt(1.0), refill.most());
    QCOMPARE(refill.valueAt(7.0), refill.most());
}

void TestValueScale::display_data()
{
    QTest::addColumn<int>("unit");
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("noun");
    QTest::addColumn<QString>("shown");
    const auto row = [](ParameterUnit unit, const char* written, const char* noun,
                        const char* shown) {
        QTest::newRow(shown) << static_cast<int>(unit) << QString::fromLatin1(written)
                             << QString::fromLatin1(noun) << QString::fromLatin1(shown);
    };
    row(ParameterUnit::Tokens, "20", "", "20 tokens");
    row(ParameterUnit::Tokens, "1", "", "1 token");
    row(ParameterUnit::Tokens, "0.1", "", "0.1 tokens");
    row(ParameterUnit::Tokens, "100000", "", "100,000 tokens");
    row(ParameterUnit::Rate, "10/s", "", "10.0 /s");
    row(ParameterUnit::Rate, "0", "", "0.0 /s");
    row(ParameterUnit::Rate, "5/min", "", "5 /min");
    row(ParameterUnit::Duration, "50ms", "", "50 ms");
    row(ParameterUnit::Duration, "1.5s", "", "1.5 s");
    row(ParameterUnit::Duration, "0", "", "0 ms");
    row(ParameterUnit::Count, "10", "at once", "10 at once");
    row(ParameterUnit::Count, "1000", "", "1,000");
}

void TestValueScale::display()
{
    QFETCH(int, unit);
    QFETCH(QString, written);
    QFETCH(QString, noun);
    QFETCH(QString, shown);
    const auto which = static_cast<ParameterUnit>(unit);
    const ParameterValue value = fromScenarioText(which, written.toStdString()).value();
    QCOMPARE(toDisplay(which, value, noun), shown);
    // What is shown can be typed.
    QCOMPARE(parseTyped(which, shown, ParameterValue{}, noun).value(), value);
}

void TestValueScale::typed_data()
{
    QTest::addColumn<int>("unit");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("after");
    const auto row = [](ParameterUnit unit, const char* before, const char* text,
                        const char* after) {
        QTest::newRow(text) << static_cast<int>(unit) << QString::fromLatin1(before)
                            << QString::fromLatin1(text) << QString::fromLatin1(after);
    };
    row(ParameterUnit::Tokens, "20", "33", "33");
    row(ParameterUnit::Tokens, "20", " 1,234.5 ", "1234.5");
    row(ParameterUnit::Rate, "10/s", "12", "12/s");
    row(ParameterUnit::Rate, "5/min", "12", "12/min");
    row(ParameterUnit::Rate, "10/s", "3 / 10s", "3/10s");
    row(ParameterUnit::Duration, "50ms", "75", "75ms");
    row(ParameterUnit::Duration, "2s", "3", "3s");
    row(ParameterUnit::Duration, "50ms", "1.5 s", "1.5s");
}

void TestValueScale::typed()
{
    QFETCH(int, unit);
    QFETCH(QString, before);
    QFETCH(QString, text);
    QFETCH(QString, after);
    const auto which = static_cast<ParameterUnit>(unit);
    const auto value =
        parseTyped(which, text, fromScenarioText(which, before.toStdString()).value());
    QCOMPARE(*value, fromScenarioText(which, after.toStdString()).value());
}

void TestValueScale::typedNonsense()
{
    const ParameterValue now = ParameterValue::of(Rate::perSecond(1));
    for (const char* text : {"", "fast", "-3/s", "1e9/s", "nan", "inf", "10/parsec"})
        QVERIFY2(!parseTyped(ParameterUnit::Rate, QString::fromLatin1(text), now), text);
    for (const char* text : {"", "ten", "-1", "0.5 at once"})
        QVERIFY2(!parseTyped(ParameterUnit::Count, QString::fromLatin1(text), now,
                             QStringLiteral("at once")),
                 text);
}

} // namespace penstock

QTEST_APPLESS_MAIN(penstock::TestValueScale)
#include "tst_value_scale.moc"
