// SPDX-License-Identifier: MIT
#include "core/store/client/back_off.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <limits>

using namespace penstock;
using namespace std::chrono_literals;

class TestBackOff : public UnitTest
{
    Q_OBJECT

private slots:
    void doublesUpToTheMost_data()
    {
        QTest::addColumn<int>("failures");
        QTest::addColumn<int>("shortest"); // milliseconds
        QTest::addColumn<int>("longest");
        QTest::newRow("first") << 1 << 50 << 100;
        QTest::newRow("second") << 2 << 100 << 200;
        QTest::newRow("third") << 3 << 200 << 400;
        QTest::newRow("fourth") << 4 << 250 << 500;
        QTest::newRow("hundredth") << 100 << 250 << 500;
    }
    void doublesUpToTheMost()
    {
        QFETCH(int, failures);
        QFETCH(int, shortest);
        QFETCH(int, longest);
        const auto nth = [&](std::uint64_t random) {
            BackOff backOff;
            for (int i = 1; i < failures; ++i)
                backOff.next(random);
            return backOff.next(random);
        };
        const auto width = static_cast<std::uint64_t>(longest - shortest) * 1000;
        QVERIFY(nth(0) == std::chrono::milliseconds(shortest));
        QVERIFY(nth(width) == std::chrono::milliseconds(longest));
        for (std::uint64_t random = 0; random < 10 * width; random += 997)
            QVERIFY(nth(random) >= std::chrono::milliseconds(shortest) &&
                    nth(random) <= std::chrono::milliseconds(longest));
    }

    void resetMakesThePauseShortAgain()
    {
        BackOff backOff;
        for (int i = 0; i < 10; ++i)
            backOff.next(0);
        backOff.reset();
        QVERIFY(backOff.next(0) == 50ms);
    }

    void equalBoundsGiveNoJitter()
    {
        BackOff backOff({.least = 20ms, .most = 20ms});
        QVERIFY(backOff.next(std::numeric_limits<std::uint64_t>::max()) == 20ms);
        QVERIFY(backOff.next(1) == 20ms);
    }
};

QTEST_GUILESS_MAIN(TestBackOff)
#include "tst_back_off.moc"
