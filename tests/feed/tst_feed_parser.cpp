// SPDX-License-Identifier: MIT
#include "core/feed/feed_loader.h"
#include "core/feed/feed_parser.h"
#include "tests/support/test_data.h"
#include "tests/support/unit_test.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace penstock;

namespace {

/// One line an entry (title | link | id | published), then one line a problem.
QByteArray printed(const Feed& feed)
{
    QByteArray text;
    for (const FeedEntry& entry : feed.entries)
        text += QByteArray::fromStdString(entry.title + " | " + entry.link + " | " + entry.id +
                                          " | " + entry.published + "\n");
    for (const Problem& problem : feed.problems)
        text += QByteArray::fromStdString("! " + problem.field + ": " + problem.message + "\n");
    return text;
}

QByteArray item(const QByteArray& inside)
{
    return "<rss version='2.0'><channel><title>T</title><item>" + inside +
           "</item></channel></rss>";
}

QByteArray titleOf(const QByteArray& document)
{
    const Feed feed = parseFeed(document);
    return feed.entries.empty() ? QByteArray("(none)")
                                : QByteArray::fromStdString(feed.entries[0].title);
}

} // namespace

class TestFeedParser : public UnitTest
{
    Q_OBJECT

private slots:
    /// Files written for Penstock: beside each NAME.xml stands NAME.txt, what must come out.
    void readsEveryFormat_data()
    {
        QTest::addColumn<QString>("path");
        const QDir folder(testData(QStringLiteral("feed/data")));
        const QStringList files = folder.entryList({QStringLiteral("*.xml")});
        QVERIFY(files.size() >= 8);
        for (const QString& file : files)
            QTest::newRow(qPrintable(file)) << folder.filePath(file);
    }
    void readsEveryFormat()
    {
        QFETCH(QString, path);
        QFile document(path);
        QVERIFY(document.open(QIODevice::ReadOnly));
        QFile expected(path.chopped(4) + QStringLiteral(".txt"));
        QVERIFY(expected.open(QIODevice::ReadOnly));
        QCOMPARE(printed(parseFeed(document.readAll(), {}, "https://example.com/feeds/all.xml")),
                 expected.readAll());
    }

    void titles_data()
    {
        QTest::addColumn<QByteArray>("inside");
        QTest::addColumn<QByteArray>("title");
        const auto row = [](const char* name, const char* inside, const char* title) {
            QTest::newRow(name) << QByteArray(inside) << QByteArray(title);
        };
        row("plain", "<title>One</title>", "One");
        row("cdata", "<title><![CDATA[One & <b>two</b>]]></title>", "One & two");
        row("escaped html", "<title>One &lt;i&gt;two&lt;/i&gt;</title>", "One two");
        row("escaped twice", "<title>Q&amp;amp;A</title>", "Q&A");
        row("ampersand", "<title>Q&amp;A</title>", "Q&A");
        row("html entity", "<title>caf&eacute; &mdash; bar</title>", "café — bar");
        row("numeric", "<title>it&#8217;s &#x2014;</title>", "it’s —");
        row("less than", "<title>5 &lt; 6</title>", "5 < 6");
        row("white space", "<title>\n  One\n  two </title>", "One two");
        row("inline tag joins", "<title>&lt;b&gt;F&lt;/b&gt;oo&lt;br&gt;bar</title>", "Foo bar");
        row("module title", "<media:title xmlns:media='urn:m'>No</media:title><title>Yes</title>",
            "Yes");
        row("only dc", "<dc:title xmlns:dc='http://purl.org/dc/elements/1.1/'>DC</dc:title>", "DC");
        row("none", "<link>http://example.com</link>", "");
    }
    void titles()
    {
        QFETCH(QByteArray, inside);
        QFETCH(QByteArray, title);
        QCOMPARE(titleOf(item(inside)), title);
    }

    void encodings_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("charset");
        const QByteArray body = item("<title>ä</title>");
        const QByteArray latin = QByteArray(body).replace("ä", "\xe4");
        const QString text = QString::fromUtf8(body);
        QByteArray wide(reinterpret_cast<const char*>(text.utf16()), text.size() * 2);
        QTest::newRow("utf-8") << body << QByteArray();
        QTest::newRow("mark") << QByteArray("\xef\xbb\xbf" + body) << QByteArray();
        QTest::newRow("declared") << QByteArray("<?xml version='1.0' encoding='ISO-8859-1'?>" +
                                                latin)
                                  << QByteArray();
        QTest::newRow("http") << latin << QByteArray("iso-8859-1");
        QTest::newRow("http is wrong")
            << QByteArray("<?xml version='1.0' encoding='utf-8'?>" + body)
            << QByteArray("us-ascii");
        QTest::newRow("utf-16 mark") << QByteArray("\xff\xfe" + wide) << QByteArray("iso-8859-1");
        QTest::newRow("says utf-16")
            << QByteArray("<?xml version='1.0' encoding='utf-16'?>" + body) << QByteArray();
        QTest::newRow("unknown name")
            << QByteArray("<?xml version='1.0' encoding='x-none'?>" + body) << QByteArray();
        QTest::newRow("nothing said, not utf-8") << latin << QByteArray();
        QTest::newRow("declaration after a comment")
            << QByteArray("<!-- x -->\n<?xml version='1.0' encoding='ISO-8859-1'?>" + latin)
            << QByteArray();
    }
    void encodings()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, charset);
        const Feed feed = parseFeed(bytes, charset.toStdString());
        QCOMPARE(feed.entries.size(), std::size_t{1});
        QCOMPARE(QByteArray::fromStdString(feed.entries[0].title), QByteArray("ä"));
    }

    void entitiesOfTheDocumentDoNotGrow()
    {
        QByteArray bomb = "<!DOCTYPE r [<!ENTITY a0 'ha'>";
        for (int i = 1; i < 30; ++i) {
            const QByteArray before = "&a" + QByteArray::number(i - 1) + ";";
            bomb += "<!ENTITY a" + QByteArray::number(i) + " '" + before + before + "'>";
        }
        const Feed feed = parseFeed(bomb + "]>" + item("<title>&a29;</title>"));
        QVERIFY(feed.entries.empty());
        QCOMPARE(feed.problems.size(), std::size_t{1});
        QVERIFY(feed.problems[0].message.find("refused") != std::string::npos);
    }

    void externalEntitiesAreNeverOpened()
    {
        const QByteArray secret = testData(QStringLiteral("feed/tst_feed_parser.cpp")).toUtf8();
        const Feed feed = parseFeed("<!DOCTYPE r [<!ENTITY x SYSTEM 'file://" + secret + "'>]>" +
                                    item("<title>a&x;b</title>"));
        QVERIFY(!printed(feed).contains("SPDX"));
        QVERIFY(printed(feed).size() < 200);
    }

    void depthIsBounded()
    {
        const Feed feed = parseFeed("<rss><channel>" + QByteArray("<a>").repeated(100'000));
        QVERIFY(feed.entries.empty());
        const Feed inside = parseFeed("<rss><item><title>" + QByteArray("<a>").repeated(100'000));
        QVERIFY(inside.entries.size() <= 1);
    }

    void anyCutOfADocumentIsRead()
    {
        QFile document(testData(QStringLiteral("feed/data/rss20.xml")));
        QVERIFY(document.open(QIODevice::ReadOnly));
        const QByteArray whole = document.readAll();
        const qsizetype end = whole.trimmed().size();
        for (qsizetype length = 0; length <= whole.size(); ++length) {
            const QByteArray part = whole.left(length);
            const Feed feed = parseFeed(part);
            const auto wholeEntries = static_cast<std::size_t>(part.count("</item>"));
            QVERIFY2(feed.entries.size() >= wholeEntries, "an entry that is whole is never lost");
            QVERIFY2(feed.problems.empty() == (length >= end), "a cut is always told");
        }
    }

    void anyDamagedByteIsSurvived()
    {
        QFile document(testData(QStringLiteral("feed/data/rss20.xml")));
        QVERIFY(document.open(QIODevice::ReadOnly));
        const QByteArray whole = document.readAll();
        for (const char damage : {'<', '&', '\0', '\xff', '>', '"'}) {
            for (qsizetype i = 0; i < whole.size(); ++i) {
                QByteArray bytes = whole;
                bytes[i] = damage;
                QVERIFY(parseFeed(bytes).entries.size() <= 8);
            }
        }
    }

    void sampleIsWhole()
    {
        const Feed sample = sampleFeed();
        QCOMPARE(sample.entries.size(), std::size_t{10});
        QVERIFY(sample.problems.empty());
    }

    void standInForNoTitle()
    {
        QCOMPARE(titleOrStandIn({}, 3), std::string("(untitled entry 3)"));
        QCOMPARE(titleOrStandIn({"T", {}, {}, {}}, 3), std::string("T"));
    }
};

QTEST_GUILESS_MAIN(TestFeedParser)
#include "tst_feed_parser.moc"
