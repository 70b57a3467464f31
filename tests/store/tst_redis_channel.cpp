// SPDX-License-Identifier: MIT
#include "core/limit/script.h"
#include "core/store/client/redis_channel.h"
#include "core/util/sha1.h"
#include "tests/support/redis_server.h"
#include "tests/support/unit_test.h"

#include <QTest>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

const Script kIncrement = [] {
    constexpr std::string_view kSource = "return redis.call('INCRBY', KEYS[1], ARGV[1])";
    return Script{"increment", kSource, sha1Hex(kSource)};
}();

Command words(std::initializer_list<std::string_view> list)
{
    Command command;
    command.clear();
    for (const std::string_view word : list)
        command.add(word);
    return command;
}

Command increment(std::string_view key, std::int64_t by = 1)
{
    Command command;
    command.call(kIncrement, 1).add(key).add(by);
    return command;
}

std::string shown(const ChannelReply& reply)
{
    if (reply)
        return toText(*reply);
    return "failed: " + reply.error().text + (reply.error().ambiguous ? " (ambiguous)" : "");
}

/// A channel with its parts, and calls that read as one line.
class Client
{
public:
    explicit Client(const StoreAddress& address, RedisEndpointOptions options = {})
        : endpoint(std::make_shared<RedisEndpoint>(address, options)), channel(endpoint, stop)
    {
    }

    ChannelReply call(const Command& command, Micros limit = 5s)
    {
        ChannelReply reply;
        channel.exchange(std::span(&command, 1), std::span(&reply, 1),
                         std::chrono::steady_clock::now() + limit);
        return reply;
    }
    std::string say(const Command& command) { return shown(call(command)); }
    std::string sayAll(const std::vector<Command>& commands)
    {
        std::vector<ChannelReply> replies(commands.size());
        channel.exchange(commands, replies, std::chrono::steady_clock::now() + 5s);
        std::string text;
        for (const ChannelReply& reply : replies)
            text += (text.empty() ? "" : " | ") + shown(reply);
        return text;
    }

    StopSignal stop;
    std::shared_ptr<RedisEndpoint> endpoint;
    RedisChannel channel;
};

} // namespace

class TestRedisChannel : public UnitTest
{
    Q_OBJECT

private slots:
    void answersCommands_data()
    {
        QTest::addColumn<RedisServer::Transport>("transport");
        QTest::newRow("unix socket") << RedisServer::Transport::Unix;
        QTest::newRow("tcp") << RedisServer::Transport::Tcp;
    }
    void answersCommands()
    {
        QFETCH(RedisServer::Transport, transport);
        const RedisServer server(transport);
        QVERIFY(server.isRunning());
        Client client(server.address());
        QCOMPARE(client.say(words({"PING"})), std::string("PONG"));
        QCOMPARE(client.say(words({"SET", "k", std::string_view("a\0\r\n", 4)})),
                 std::string("OK"));
        QCOMPARE(client.say(words({"GET", "k"})), std::string(R"("a\x00\x0d\x0a")"));
        QCOMPARE(client.sayAll({words({"GET", "none"}), words({"INCR", "n"}),
                                words({"EVAL", "return {1,{'a',{}},false}", "0"})}),
                 std::string(R"((nil) | 1 | [1, ["a", []], (nil)])"));
        QVERIFY(client.channel.storeLife() != 0);
        QVERIFY(client.endpoint->version().find('.') != std::string::npos);
    }

    void sendsAForgottenScriptOnce()
    {
        const RedisServer server;
        Client client(server.address());
        QCOMPARE(client.say(increment("a")), std::string("1"));
        QCOMPARE(client.channel.scriptReloads(), 1u);
        QCOMPARE(client.say(increment("a")), std::string("2"));
        QCOMPARE(client.channel.scriptReloads(), 1u);
        server.command({"SCRIPT", "FLUSH"});
        QCOMPARE(client.sayAll({increment("a"), words({"GET", "a"}), increment("a", 10),
                                increment("a", 100)}),
                 std::string(R"(3 | "2" | 13 | 113)"));
        QCOMPARE(client.channel.scriptReloads(), 2u);
        QCOMPARE(server.info("commandstats", "cmdstat_eval:calls"), 2);
        QCOMPARE(server.info("commandstats", "cmdstat_evalsha:calls"), 7);
    }

    void classesTheServersErrors()
    {
        const RedisServer server;
        Client client(server.address());
        client.say(words({"SET", "text", "x"}));
        const ChannelReply reply = client.call(words({"LPUSH", "text", "x"}));
        QVERIFY(!reply);
        QVERIFY(reply.error().errorClass == StoreErrorClass::WrongType);
        QVERIFY(!reply.error().ambiguous);
        QCOMPARE(client.say(words({"PING"})), std::string("PONG"));
    }
};

QTEST_GUILESS_MAIN(TestRedisChannel)
#include "tst_redis_channel.moc"
