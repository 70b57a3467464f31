// SPDX-License-Identifier: MIT
#include "core/util/random.h"
#include "core/util/sha1.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <cmath>

using namespace penstock;

class TestRandom : public UnitTest
{
    Q_OBJECT

private slots:
    void splitMixMatchesThePublishedSequence()
    {
        SplitMix64 mixer(1234567);
        QCOMPARE(mixer.next(), 6457827717110365317u);
        QCOMPARE(mixer.next(), 3203168211198807973u);
        QCOMPARE(mixer.next(), 9817491932198370423u);
    }

    void streamsDiffer()
    {
        RandomStream a(42, RandomStream::Purpose::Arrivals);
        RandomStream b(42, RandomStream::Purpose::Retry);
        RandomStream c(42, RandomStream::Purpose::Arrivals, 1);
        const auto first = a.next();
        QVERIFY(first != b.next());
        QVERIFY(first != c.next());
        RandomStream again(42, RandomStream::Purpose::Arrivals);
        QCOMPARE(again.next(), first);
    }

    void belowIsUniform()
    {
        RandomStream random(7, RandomStream::Purpose::Keys);
        std::array<int, 10> counts{};
        constexpr int kDraws = 100'000;
        for (int i = 0; i < kDraws; ++i)
            ++counts[random.below(counts.size())];
        double chiSquare = 0;
        for (const int count : counts)
            chiSquare += (count - kDraws / 10.0) * (count - kDraws / 10.0) / (kDraws / 10.0);
        QVERIFY2(chiSquare < 33.7, "chi-square with 9 degrees of freedom, p = 0.0001");
    }

    void exponentialHasItsMeanAndVariance()
    {
        RandomStream random(7, RandomStream::Purpose::Arrivals);
        constexpr int kDraws = 1'000'000;
        constexpr double kMean = 1e9;
        double sum = 0;
        double squares = 0;
        int aboveMean = 0;
        for (int i = 0; i < kDraws; ++i) {
            const auto x = static_cast<double>(random.exponentialNanos(1'000'000'000)) / kMean;
            sum += x;
            squares += x * x;
            aboveMean += x > 1;
        }
        const double sigma = 4 / std::sqrt(double{kDraws});
        QVERIFY(std::abs(sum / kDraws - 1) < sigma);
        QVERIFY(std::abs(squares / kDraws - 2) < sigma * std::sqrt(20.0));
        QVERIFY(std::abs(aboveMean / double{kDraws} - std::exp(-1.0)) < sigma / 2);
    }

    void sha1KnowsTheStandardVectors_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("digest");
        QTest::newRow("empty") << QByteArray("")
                               << QByteArray("da39a3ee5e6b4b0d3255bfef95601890afd80709");
        QTest::newRow("abc") << QByteArray("abc")
                             << QByteArray("a9993e364706816aba3e25717850c26c9cd0d89d");
        QTest::newRow("two blocks")
            << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
            << QByteArray("84983e441c3bd26ebaae4aa1f95129e5e54670f1");
        QTest::newRow("a million")
            << QByteArray(1'000'000, 'a') << QByteArray("34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    }
    void sha1KnowsTheStandardVectors()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, digest);
        QCOMPARE(QByteArray::fromStdString(sha1Hex(bytes.toStdString())), digest);
    }
};

QTEST_GUILESS_MAIN(TestRandom)
#include "tst_random.moc"
