// SPDX-License-Identifier: MIT
#include "core/feed/feed_loader.h"
#include "core/feed/gunzip.h"
#include "core/feed/retry_plan.h"
#include "tests/support/http_server.h"
#include "tests/support/test_data.h"
#include "tests/support/unit_test.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

#include <optional>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

const QByteArray kFeed = "<rss version='2.0'><channel><title>T</title>"
                         "<item><title>Weir</title><link>/w</link></item></channel></rss>";

QByteArray gzipped(const QByteArray& bytes)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    QByteArray packed(static_cast<qsizetype>(deflateBound(&stream, bytes.size())) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.chop(stream.avail_out);
    deflateEnd(&stream);
    return packed;
}

QByteArray word(FeedSource source)
{
    switch (source) {
    case FeedSource::Live:
        return "live";
    case FeedSource::File:
        return "file";
    case FeedSource::Cached:
        return "cached";
    case FeedSource::Sample:
        return "sample";
    }
    return {};
}

} // namespace

class TestFeedLoader : public UnitTest
{
    Q_OBJECT

private:
    /// Loads and prints "source entries first-title failure".
    QByteArray load(const QString& url, FeedLoaderOptions options = {})
    {
        options.cacheFolder = m_folder->path();
        options.firstBackOff = 1ms;
        FeedLoader loader(options);
        LoadedFeed loaded;
        int finished = 0;
        QObject::connect(&loader, &FeedLoader::finished, &loader, [&](const LoadedFeed& feed) {
            loaded = feed;
            ++finished;
        });
        loader.load(url);
        if (!QTest::qWaitFor([&] { return finished > 0; }, 30'000))
            return "never finished";
        m_last = loaded;
        QByteArray text =
            word(loaded.source) + ' ' + QByteArray::number(loaded.feed.entries.size());
        if (!loaded.feed.entries.empty())
            text += ' ' + QByteArray::fromStdString(loaded.feed.entries[0].title);
        if (!loaded.failure.empty())
            text += " ! " + QByteArray::fromStdString(loaded.failure);
        return finished == 1 ? text : QByteArray("finished twice");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    LoadedFeed m_last;

private slots:
    void init()
    {
        UnitTest::init();
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void fetches()
    {
        HttpServer server;
        server.answer("/feed",
                      {.headers = {"Content-Type: text/xml; charset=utf-8"}, .body = kFeed});
        QCOMPARE(load(server.url("/feed")), QByteArray("live 1 Weir"));
        QCOMPARE(QString::fromStdString(m_last.feed.entries[0].link), server.url("/w"));
    }

    void unpacksGzip()
    {
        HttpServer server;
        server.answer("/said", {.headers = {"Content-Encoding: gzip"}, .body = gzipped(kFeed)});
        server.answer("/unsaid", {.body = gzipped(kFeed)});
        QCOMPARE(load(server.url("/said")), QByteArray("live 1 Weir"));
        QCOMPARE(load(server.url("/unsaid")), QByteArray("live 1 Weir"));
    }

    void refusesWhatUnpacksTooLarge()
    {
        const QByteArray bomb = gzipped(QByteArray(64 * 1024 * 1024, ' '));
        HttpServer server;
        server.answer("/said", {.headers = {"Content-Encoding: gzip"}, .body = bomb});
        server.answer("/unsaid", {.body = bomb});
        QVERIFY(load(server.url("/said"), {.fallback = false}).startsWith("live 0 ! "));
        QVERIFY(load(server.url("/unsaid"), {.fallback = false}).contains("unpacks to more than"));
        QVERIFY(!gunzip(bomb, 1024).has_value());
        QVERIFY(!gunzip(gzipped(kFeed).chopped(9), 1 << 20).has_value());
        QCOMPARE(*gunzip(gzipped(kFeed) + gzipped(kFeed), 1 << 20), kFeed + kFeed);
    }

    void followsRedirectsButNotLoops()
    {
        HttpServer server;
        server.answer("/old", {.status = "301 Moved", .headers = {"Location: /feed"}});
        server.answer("/feed", {.body = kFeed});
        server.answer("/loop", {.status = "302 Found", .headers = {"Location: /loop"}});
        QCOMPARE(load(server.url("/old")), QByteArray("live 1 Weir"));
        QVERIFY(load(server.url("/loop"), {.fallback = false}).startsWith("live 0 ! "));
        QVERIFY(server.requests.size() < 12);
    }

    void asksOnlyForWhatChanged()
    {
        HttpServer server;
        int notModified = 0;
        server.answer("/feed", [&] {
            if (server.requests.last().contains("If-None-Match: \"v1\"")) {
                ++notModified;
                return HttpServer::Answer{.status = "304 Not Modified"};
            }
            return HttpServer::Answer{.headers = {"ETag: \"v1\""}, .body = kFeed};
        });
        QCOMPARE(load(server.url("/feed")), QByteArray("live 1 Weir"));
        QCOMPARE(load(server.url("/feed")), QByteArray("live 1 Weir"));
        QCOMPARE(notModified, 1);
    }

    void retriesWhatMayPass()
    {
        HttpServer server;
        int calls = 0;
        server.answer("/flaky", [&] {
            return ++calls < 3 ? HttpServer::Answer{.status = "503 Busy"}
                               : HttpServer::Answer{.body = kFeed};
        });
        server.answer("/no", [&] { return HttpServer::Answer{.status = "403 Forbidden"}; });
        QCOMPARE(load(server.url("/flaky")), QByteArray("live 1 Weir"));
        QCOMPARE(calls, 3);
        server.requests.clear();
        QCOMPARE(load(server.url("/no"), {.fallback = false}),
                 QByteArray("live 0 ! the server answered 403 Forbidden"));
        QCOMPARE(server.requests.size(), 1);
    }

    void fallsBackToTheCopyThenTheSample()
    {
        HttpServer server;
        bool isUp = true;
        server.answer("/feed", [&] {
            return isUp ? HttpServer::Answer{.body = kFeed}
                        : HttpServer::Answer{.status = "404 Gone"};
        });
        QCOMPARE(load(server.url("/feed")), QByteArray("live 1 Weir"));
        isUp = false;
        QCOMPARE(load(server.url("/feed")),
                 QByteArray("cached 1 Weir ! the server answered 404 Gone"));
        QVERIFY(!m_last.cachedSince.empty());
        QCOMPARE(load(server.url("/feed"), {.fallback = false}),
                 QByteArray("live 0 ! the server answered 404 Gone"));
        QVERIFY(load(server.url("/other")).startsWith("sample 10 How we rehearse"));
    }

    void aDamagedCopyIsAsGoodAsNone()
    {
        HttpServer server;
        server.answer("/feed", {.body = kFeed});
        QCOMPARE(load(server.url("/feed")), QByteArray("live 1 Weir"));
        const QDir folder(m_folder->path());
        QFile copy(folder.filePath(folder.entryList(QDir::Files).value(0)));
        QVERIFY(copy.open(QIODevice::ReadWrite));
        copy.resize(copy.size() / 2);
        copy.close();
        server.answer("/feed", {.status = "404 Gone"});
        QVERIFY(load(server.url("/feed")).startsWith("sample 10"));
    }

    void anEmptyFeedFallsBackToo()
    {
        HttpServer server;
        server.answer("/empty", {.body = "<rss version='2.0'><channel/></rss>"});
        server.answer("/page", {.body = "<html><body>Hello</body></html>"});
        QVERIFY(load(server.url("/empty")).startsWith("sample 10"));
        QCOMPARE(load(server.url("/empty"), {.fallback = false}),
                 QByteArray("live 0 ! it has no entries"));
        const QByteArray page = load(server.url("/page"));
        QVERIFY2(page.contains("no feed: a page"), page);
    }

    void oneDeadlineForTheWholeTransfer_data()
    {
        QTest::addColumn<bool>("silent");
        QTest::newRow("a byte at a time") << false;
        QTest::newRow("never answers") << true;
    }
    void oneDeadlineForTheWholeTransfer()
    {
        QFETCH(bool, silent);
        HttpServer server;
        server.answer("/slow", {.body = kFeed, .dribble = true, .silent = silent});
        QElapsedTimer timer;
        timer.start();
        const QByteArray result = load(server.url("/slow"), {.deadline = 300ms, .fallback = false});
        QVERIFY2(result.startsWith("live 0 ! no complete answer within"), result);
        QVERIFY(timer.elapsed() <
                5'000); // kFeed takes longer than that to dribble, were it only per read
    }

    void anEndlessBodyIsCutOff()
    {
        HttpServer server;
        server.answer("/endless", {.body = kFeed.repeated(1000), .endless = true});
        QCOMPARE(load(server.url("/endless"), {.fallback = false}),
                 QByteArray("live 0 ! larger than 16 MiB"));
    }

    void aCutBodyIsAFailure()
    {
        HttpServer server;
        server.answer("/cut", {.body = kFeed, .cut = true});
        QVERIFY(
            load(server.url("/cut"), {.attempts = 1, .fallback = false}).startsWith("live 0 ! "));
    }

    void badAddresses_data()
    {
        QTest::addColumn<QString>("url");
        for (const char* url :
             {"", "ftp://example.com/x", "http://", "javascript://x", "/no/such/file",
              "file:///no/such/file", "/", "http://127.0.0.1:1/feed"})
            QTest::newRow(url) << QString::fromLatin1(url);
    }
    void badAddresses()
    {
        QFETCH(QString, url);
        const QByteArray result = load(url, {.fallback = false});
        QVERIFY2(result.contains(" 0 ! "), result);
        QVERIFY2(!result.endsWith("! "), result);
    }

    void filesAndFileUrls()
    {
        const QString path = m_folder->filePath(QStringLiteral("a feed.xml.gz"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(gzipped(kFeed));
        file.close();
        QCOMPARE(load(path), QByteArray("file 1 Weir"));
        QCOMPARE(load(QUrl::fromLocalFile(path).toString()), QByteArray("file 1 Weir"));
    }

    void loadingAgainAbortsTheFirst()
    {
        HttpServer server;
        server.answer("/slow", {.silent = true});
        server.answer("/feed", {.body = kFeed});
        FeedLoader loader({.cacheFolder = m_folder->path()});
        QSignalSpy spy(&loader, &FeedLoader::finished);
        loader.load(server.url("/slow"));
        QTRY_COMPARE(server.requests.size(), 1);
        loader.load(server.url("/feed"));
        QTRY_COMPARE(spy.size(), 1);
        QVERIFY(!loader.isLoading());
        loader.load(server.url("/slow"));
        loader.abort();
        QVERIFY(!loader.isLoading());
    }

    void backOffDoublesWithJitterAndEnds()
    {
        RetryPlan plan(4, 1000ms, 60s, 7);
        for (const auto most : {1000ms, 2000ms, 4000ms}) {
            const auto wait = plan.next(0s);
            QVERIFY(wait && *wait >= most / 2 && *wait <= most);
        }
        QVERIFY(!plan.next(0s).has_value());
        QVERIFY(!RetryPlan(4, 1000ms, 10s, 7).next(10s).has_value());
    }

    void publishedFeeds()
    {
        if (sharedDataFolder().isEmpty())
            QSKIP("the folder of published feeds is not here");
        const QDir folder(sharedDataFolder() % QStringLiteral("/feeds"));
        QFile table(folder.filePath(QStringLiteral("expected.tsv")));
        QVERIFY(table.open(QIODevice::ReadOnly));
        table.readLine();
        int files = 0;
        while (!table.atEnd()) {
            const QList<QByteArray> cells = table.readLine().split('\t');
            if (cells.size() < 3)
                continue;
            const QString path = folder.filePath(QString::fromUtf8(cells[0]));
            load(path, {.fallback = false});
            QVERIFY2(m_last.feed.entries.size() == cells[1].toUInt(), cells[0]);
            if (!m_last.feed.entries.empty())
                QCOMPARE(QByteArray::fromStdString(m_last.feed.entries[0].title),
                         cells[2].trimmed());
            else
                QVERIFY2(!m_last.failure.empty(), cells[0]);
            ++files;
        }
        QVERIFY(files >= 14);
    }
};

QTEST_GUILESS_MAIN(TestFeedLoader)
#include "tst_feed_loader.moc"
