// SPDX-License-Identifier: MIT
#include "core/store/embedded/embedded_server.h"
#include "tests/support/command_text.h"
#include "tests/support/unit_test.h"

#include <QTest>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

constexpr StoreTime kStart{std::chrono::seconds(1'700'000'000)};
constexpr embedded::LuaLimits kTight{.instructions = 1'000'000, .bytes = 8 * 1024 * 1024};

QByteArray text(const Reply& reply)
{
    return QByteArray::fromStdString(toText(reply));
}

} // namespace

/// What the embedded store does that no real server can be asked for: a virtual clock, limits on
/// scripts, and that it stays usable whatever a script does.
class TestEmbeddedServer : public UnitTest
{
    Q_OBJECT

private slots:
    void init()
    {
        UnitTest::init();
        m_clock.set(kStart);
        m_server = std::make_unique<EmbeddedServer>(
            m_clock, EmbeddedServerOptions{.lua = kTight, .runId = {}});
    }

    void keysEndWithTheirTime()
    {
        run("SET k v PX 1500");
        QCOMPARE(text(run("PTTL k")), "1500");
        m_clock.advance(1500ms);
        QCOMPARE(text(run("PTTL k")), "0"); // alive up to and including its last millisecond
        QCOMPARE(text(run("GET k")), "\"v\"");
        m_clock.advance(1ms);
        QCOMPARE(text(run("GET k")), "(nil)");
        QCOMPARE(text(run("PTTL k")), "-2");
        run("HSET h f 1");
        run("EXPIRE h 15");
        m_clock.advance(14'999ms);
        QCOMPARE(text(run("TTL h")), "0"); // rounded to the nearest second
        QCOMPARE(text(run("EXISTS h")), "1");
        m_clock.advance(2ms);
        QCOMPARE(text(run("EXISTS h")), "0");
    }

    void timeStandsStillUntilMoved()
    {
        const char* const script = "EVAL \"local a=redis.call('TIME') for i=1,10000 do end "
                                   "local b=redis.call('TIME') return {a,b}\" 0";
        QCOMPARE(text(run(script)), "[[\"1700000000\", \"0\"], [\"1700000000\", \"0\"]]");
        m_clock.advance(1'234'567us);
        QCOMPARE(text(run("TIME")), "[\"1700000001\", \"234567\"]");
    }

    void expiryIsJudgedAtTheStartOfAScript()
    {
        // A clock that moves on at every look: the key's time ends while the script runs.
        class MovingClock final : public StoreClock
        {
        public:
            StoreTime now() const override { return m_now += 10ms; }

        private:
            mutable StoreTime m_now = kStart;
        };
        const MovingClock clock;
        EmbeddedServer server(clock);
        const auto words = splitCommand("EVAL \"redis.call('SET','k','v','PX',25) "
                                        "for i=1,10 do redis.call('TIME') end "
                                        "return redis.call('GET','k')\" 0");
        const std::vector<std::string_view> views(words.begin(), words.end());
        QCOMPARE(text(server.execute(views)), "\"v\"");
        const std::vector<std::string_view> get = {"GET", "k"};
        QCOMPARE(text(server.execute(get)), "(nil)");
    }

    void expiredKeysAreSweptWithoutBeingAsked()
    {
        for (int i = 0; i < 20'000; ++i) {
            const std::string key = "once:" + std::to_string(i);
            const std::vector<std::string_view> set = {"SET", key, "1", "PX", "1000"};
            m_server->execute(set);
        }
        QCOMPARE(m_server->keyCount(), 20'000u);
        m_clock.advance(1001ms);
        for (int i = 0; i < 100'000 && m_server->keyCount() > 0; ++i)
            run("PING");
        QCOMPARE(m_server->keyCount(), 0u);
    }

    void sweepingAFewKeysAgainAndAgainIsSafe()
    {
        for (int round = 0; round < 1000; ++round) {
            run("SET a 1 PX 1");
            run("SET b 1 PX 1");
            run("SET stays 1");
            m_clock.advance(5ms);
            m_server->sweep(1000);
            QCOMPARE(m_server->keyCount(), 1u);
        }
    }

    void endlessScriptsAreBusy_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("loop") << QByteArray("while true do end");
        QTest::newRow("loop that catches") << QByteArray("while true do pcall(function() "
                                                         "while true do end end) end");
        QTest::newRow("loop in a handler")
            << QByteArray("while true do xpcall(function() while true do end end, "
                          "function() while true do end end) end");
        QTest::newRow("handler") << QByteArray("xpcall(function() error('x') end, "
                                               "function() while true do end end)");
        QTest::newRow("coroutine")
            << QByteArray("coroutine.wrap(function() while true do end end)()");
        QTest::newRow("endless coroutines")
            << QByteArray("while true do coroutine.wrap(function() for i=1,100 do end end)() end");
        QTest::newRow("coroutines that catch")
            << QByteArray("while true do coroutine.resume(coroutine.create(function() "
                          "while true do end end)) end");
        QTest::newRow("tail calls") << QByteArray("local function f() return f() end return f()");
        QTest::newRow("calls of the store") << QByteArray("while true do redis.call('PING') end");
        QTest::newRow("metamethods") << QByteArray("local t=setmetatable({},{__index=function(t,k) "
                                                   "return t[k..'x'] and 1 end}) "
                                                   "while true do pcall(function() return t.a "
                                                   "end) end");
        QTest::newRow("sort") << QByteArray("local t={} for i=1,1000 do t[i]=i end "
                                            "while true do pcall(table.sort,t,function(a,b) "
                                            "return true end) end");
    }
    void endlessScriptsAreBusy()
    {
        QFETCH(QByteArray, script);
        const std::string source = script.toStdString();
        const std::vector<std::string_view> eval = {"EVAL", source, "0"};
        for (int i = 0; i < 2; ++i) { // the second time as the first
            const Reply reply = m_server->execute(eval);
            QVERIFY2(reply.isError() && reply.text.starts_with("BUSY "), text(reply).constData());
        }
        isUsable();
    }

    void greedyScriptsRunOutOfMemory_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("one string") << QByteArray("return #string.rep('x', 100000000)");
        QTest::newRow("doubling") << QByteArray("local s='x' while true do s=s..s end");
        QTest::newRow("table") << QByteArray("local t={} while true do t[#t+1]={} end");
        QTest::newRow("that catches")
            << QByteArray("local t={} while true do pcall(function() "
                          "for i=1,1000 do t[#t+1]=#t..string.rep('y',20) end end) end");
        // Leaves Lua's table of strings large and sparse, which the collector then shrinks.
        QTest::newRow("many strings")
            << QByteArray("local t={} while true do t[#t+1]=#t..'string' end");
        QTest::newRow("many strings, no table")
            << QByteArray("local t={} for i=1,1e9 do t[i%20000]=i..string.rep('z',i%500) end");
        QTest::newRow("arguments") << QByteArray("redis.call('SET','k',string.rep('x',7000000)) "
                                                 "return {redis.call('GET','k'),"
                                                 "redis.call('GET','k')..'y'}");
    }
    void greedyScriptsRunOutOfMemory()
    {
        QFETCH(QByteArray, script);
        const std::string source = script.toStdString();
        const std::vector<std::string_view> eval = {"EVAL", source, "0"};
        for (int i = 0; i < 10; ++i) {
            const Reply reply = m_server->execute(eval);
            QVERIFY2(reply.isError() &&
                         (reply.text.starts_with("OOM ") || reply.text.starts_with("BUSY ")),
                     text(reply).left(200).constData());
        }
        isUsable();
    }

    void collectingAfterRunningOutIsNoPanic()
    {
        // Strings that all fall into one place of Lua's table, then tables: in between the
        // collector shrinks that table while the memory is still full.
        for (int i = 0; i < 5; ++i) {
            for (const char* const script :
                 {"local t={} while true do t[#t+1]=('x'):rep(1000)..#t end",
                  "local t={} while true do t[#t+1]=('x'):rep(1000)..#t end",
                  "local t={} while true do t[#t+1]={} end"}) {
                const std::vector<std::string_view> eval = {"EVAL", script, "0"};
                QVERIFY(m_server->execute(eval).text.starts_with("OOM "));
            }
        }
        isUsable();
    }

    void hugeArgumentsAreNoPanic()
    {
        const std::string huge(16 * 1024 * 1024, 'x'); // twice what Lua may have
        const std::vector<std::string_view> eval = {"EVAL", "return 1", "0", huge};
        QVERIFY(m_server->execute(eval).text.starts_with("OOM "));
        const std::string source = "return '" + huge + "'";
        const std::vector<std::string_view> load = {"SCRIPT", "LOAD", source};
        QVERIFY(m_server->execute(load).isError());
        const std::vector<std::string_view> set = {"SET", "k", huge};
        QCOMPARE(text(m_server->execute(set)), "OK");
        QVERIFY(run("EVAL \"return redis.call('GET','k')\" 0").text.starts_with("OOM "));
        isUsable();
    }

    void slowInstructionsAreBusyToo()
    {
        // Every string hashes alike, so that making one compares it with all before it.
        EmbeddedServer server(m_clock,
                              {.lua = {.instructions = 1'000'000'000, .time = 100ms}, .runId = {}});
        const std::vector<std::string_view> eval = {
            "EVAL", "for i=1,1e8 do local s=('x'):rep(1000)..i end", "0"};
        const Reply reply = server.execute(eval);
        QVERIFY2(reply.text.starts_with("BUSY The script took more than 100 ms"),
                 text(reply).constData());
    }

    void writesBeforeAnErrorStay()
    {
        run("EVAL \"redis.call('SET','k','kept') while true do end\" 0");
        QCOMPARE(text(run("GET k")), "\"kept\"");
        run("EVAL \"redis.call('SET','k','too') local t={} while true do t[#t+1]={} end\" 0");
        QCOMPARE(text(run("GET k")), "\"too\"");
    }

    void aResultThatContainsItselfEnds()
    {
        Reply reply = run("EVAL \"local t={} t[1]=t return t\" 0");
        int depth = 0;
        while (reply.type == Reply::Type::Array && !reply.items.empty()) {
            Reply inner = std::move(reply.items.front());
            reply = std::move(inner);
            ++depth;
        }
        QVERIFY(depth > 100);
        QCOMPARE(text(reply), "(error) ERR reached lua stack limit");
    }

    void errorsWithoutTextAreErrors()
    {
        // A real 7.0.15 crashes here.
        QVERIFY(run("EVAL \"error({1})\" 0").text.starts_with("ERR unknown error"));
    }

    void absentLibrariesSaySo()
    {
        for (const char* const use :
             {"cjson.encode({})", "cmsgpack.pack(1)", "struct.pack('I',1)"}) {
            const std::vector<std::string_view> eval = {"EVAL", use, "0"};
            const Reply reply = m_server->execute(eval);
            const auto name = QByteArray(use).left(QByteArray(use).indexOf('('));
            const QByteArray expected =
                "ERR user_script:1: " + name + " is not in the embedded store";
            QVERIFY2(text(reply).contains(expected), text(reply).constData());
        }
        QVERIFY(text(run("EVAL \"redis.setresp(3)\" 0")).contains("not in the embedded store"));
    }

    void forgottenScriptsAreLoadedAgain()
    {
        const Script* const script = findScript("token_bucket");
        QVERIFY(script);
        Command call;
        call.call(*script, 1).add("bucket");
        for (const std::int64_t argument : {5'000'000, 1, 1, 1'000'000, 1'000'000})
            call.add(argument);
        bool isReload = false;
        QCOMPARE(text(m_server->execute(call, &isReload)),
                 "[1, 4000000, 0, 1000000, 1700000000000000, 1]");
        QVERIFY(isReload);
        m_server->execute(call, &isReload);
        QVERIFY(!isReload);
        run("SCRIPT FLUSH");
        QCOMPARE(text(m_server->execute(call, &isReload)),
                 "[1, 2000000, 0, 3000000, 1700000000000000, 0]");
        QVERIFY(isReload);
    }

    void infoTellsTheRunId()
    {
        QCOMPARE(m_server->runId().size(), 40u);
        const Reply info = run("INFO server");
        QVERIFY(info.text.find("run_id:" + m_server->runId() + "\r\n") != std::string::npos);
        EmbeddedServer other(m_clock);
        QVERIFY(other.runId() != m_server->runId());
    }

    void manyScriptsDoNotLeak()
    {
        for (int i = 0; i < 20'000; ++i) {
            const std::string source = "return string.rep('x'," + std::to_string(i % 5000) + ")";
            const std::vector<std::string_view> eval = {"EVAL", source, "0"};
            const Reply reply = m_server->execute(eval);
            QVERIFY2(!reply.isError(), text(reply).constData());
            if (i % 1000 == 0)
                run("SCRIPT FLUSH");
        }
        isUsable();
    }

private:
    Reply run(const char* line)
    {
        const auto words = splitCommand(line);
        const std::vector<std::string_view> views(words.begin(), words.end());
        return m_server->execute(views);
    }
    void isUsable()
    {
        QCOMPARE(text(run("EVAL \"return redis.call('SET','k',KEYS[1])\" 1 v")), "OK");
        QCOMPARE(text(run("GET k")), "\"v\"");
    }

    VirtualStoreClock m_clock;
    std::unique_ptr<EmbeddedServer> m_server;
};

QTEST_GUILESS_MAIN(TestEmbeddedServer)
#include "tst_embedded_server.moc"
