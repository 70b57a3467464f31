// SPDX-License-Identifier: MIT
#include "core/store/embedded/embedded_server.h"
#include "core/util/random.h"
#include "tests/support/command_text.h"
#include "tests/support/redis_server.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <algorithm>

using namespace penstock;

namespace {

using WordList = std::vector<std::string>;

/// The grammar of the random commands: each line is a command, and a word in capitals after a $ is
/// drawn from the pool of that name. Few keys for all kinds of value, so that they meet.
constexpr std::string_view kTemplates = R"(SET $KEY $VALUE
SET $KEY $VALUE $CONDITION
SET $KEY $VALUE EX $SECONDS
SET $KEY $VALUE PX $SECONDS $CONDITION
SET $KEY $VALUE KEEPTTL
SET $KEY $VALUE GET
SETNX $KEY $VALUE
SETEX $KEY $SECONDS $VALUE
GET $KEY
GETSET $KEY $VALUE
GETDEL $KEY
GETEX $KEY PERSIST
MGET $KEY $KEY
MSET $KEY $VALUE $KEY $VALUE
APPEND $KEY $VALUE
STRLEN $KEY
INCR $KEY
DECR $KEY
INCRBY $KEY $VALUE
DECRBY $KEY $VALUE
INCRBYFLOAT $KEY $VALUE
HSET $KEY $FIELD $VALUE
HSET $KEY $FIELD $VALUE $FIELD $VALUE
HMSET $KEY $FIELD $VALUE
HSETNX $KEY $FIELD $VALUE
HGET $KEY $FIELD
HMGET $KEY $FIELD $FIELD
HGETALL $KEY
HKEYS $KEY
HVALS $KEY
HLEN $KEY
HEXISTS $KEY $FIELD
HDEL $KEY $FIELD
HDEL $KEY $FIELD $FIELD
HINCRBY $KEY $FIELD $VALUE
HINCRBYFLOAT $KEY $FIELD $VALUE
ZADD $KEY $SCORE $FIELD
ZADD $KEY $SCORE $FIELD $SCORE $FIELD
ZADD $KEY $FLAG $SCORE $FIELD
ZADD $KEY $FLAG $FLAG $SCORE $FIELD
ZINCRBY $KEY $SCORE $FIELD
ZREM $KEY $FIELD
ZCARD $KEY
ZSCORE $KEY $FIELD
ZRANK $KEY $FIELD
ZCOUNT $KEY $BOUND $BOUND
ZRANGE $KEY $INDEX $INDEX WITHSCORES
ZRANGE $KEY $INDEX $INDEX REV
ZRANGE $KEY $BOUND $BOUND BYSCORE
ZRANGEBYSCORE $KEY $BOUND $BOUND LIMIT $INDEX $INDEX
ZREVRANGEBYSCORE $KEY $BOUND $BOUND WITHSCORES
ZREMRANGEBYSCORE $KEY $BOUND $BOUND
ZREMRANGEBYRANK $KEY $INDEX $INDEX
ZPOPMIN $KEY
ZPOPMIN $KEY $INDEX
ZPOPMAX $KEY
SADD $KEY $FIELD $FIELD
SREM $KEY $FIELD
SCARD $KEY
SISMEMBER $KEY $FIELD
SMEMBERS $KEY
LPUSH $KEY $VALUE $VALUE
RPUSH $KEY $VALUE
LPOP $KEY
RPOP $KEY $INDEX
LLEN $KEY
LRANGE $KEY $INDEX $INDEX
LINDEX $KEY $INDEX
LTRIM $KEY $INDEX $INDEX
DEL $KEY
UNLINK $KEY $KEY
EXISTS $KEY $KEY
TYPE $KEY
EXPIRE $KEY $SECONDS
EXPIRE $KEY $SECONDS $EXPIRE
PEXPIRE $KEY $SECONDS $EXPIRE
TTL $KEY
PTTL $KEY
PERSIST $KEY
DBSIZE
KEYS *)";

struct Pool
{
    std::string_view name;
    std::vector<std::string> words;
};

const std::vector<Pool>& pools()
{
    static const std::vector<Pool> all = {
        {"$KEY", {"a", "b", "c", "d", "e"}},
        {"$FIELD", {"f", "g", "h", "1", "22", ""}},
        {"$VALUE",
         {"0", "1", "-7", "12345678901234", "9223372036854775807", "-9223372036854775808", "1.5",
          "1e3", "text", "", "007", "x y", "3.0"}},
        {"$SCORE", {"0", "1", "2", "2", "-1.5", "0.1", "1e20", "inf", "-inf", "x"}},
        {"$BOUND", {"-inf", "+inf", "0", "(1", "2", "(2", "-1", "0.1", "x"}},
        {"$INDEX", {"0", "1", "2", "-1", "-2", "10", "-10", "x"}},
        {"$SECONDS", {"100000", "200000", "300000", "-1", "0", "x"}},
        {"$CONDITION", {"NX", "XX", "GET"}},
        {"$EXPIRE", {"NX", "XX", "GT", "LT"}},
        {"$FLAG", {"NX", "XX", "GT", "LT", "CH", "INCR"}},
    };
    return all;
}

template <class T>
const T& pick(RandomStream& random, const std::vector<T>& from)
{
    return from[random.below(from.size())];
}

std::vector<WordList> readTemplates()
{
    std::vector<WordList> all;
    std::string_view rest = kTemplates;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        all.push_back(splitCommand(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return all;
}

WordList drawCommand(RandomStream& random, const std::vector<WordList>& templates)
{
    WordList words = pick(random, templates);
    for (std::string& word : words) {
        for (const Pool& pool : pools()) {
            if (word == pool.name)
                word = pick(random, pool.words);
        }
    }
    switch (random.below(4)) { // half of them from inside a script
    case 0:
        words.insert(words.begin(), {"EVAL", "return redis.call(unpack(ARGV))", "0"});
        break;
    case 1:
        words.insert(words.begin(), {"EVAL",
                                     "local r = redis.pcall(unpack(ARGV)) "
                                     "redis.pcall('INCR','e') return r",
                                     "0"});
        break;
    default:
        break;
    }
    return words;
}

/// What is compared of a reply: members of sets and lists of keys have no order, and times to live
/// differ by the time between two calls.
std::string comparable(const WordList& words, Reply reply)
{
    const auto has = [&](std::string_view name) {
        return std::find(words.begin(), words.end(), name) != words.end();
    };
    if (has("SMEMBERS") || has("KEYS"))
        std::sort(reply.items.begin(), reply.items.end(),
                  [](const Reply& a, const Reply& b) { return a.text < b.text; });
    if ((has("TTL") || has("PTTL")) && reply.type == Reply::Type::Integer && reply.integer > 0) {
        // The times to live drawn are 100 s apart at least, in either unit.
        const std::int64_t unit = has("PTTL") && reply.integer > 1'000'000 ? 100'000'000 : 100'000;
        reply.integer = (reply.integer + unit / 2) / unit;
    }
    return toText(reply);
}

std::string line(const WordList& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + (word.empty() ? "\"\"" : word);
    return text;
}

} // namespace

/// Thousands of random commands on the embedded store and on a real server.
class TestEmbeddedFuzz : public UnitTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_redis = std::make_unique<RedisServer>();
        if (!m_redis->isRunning())
            QSKIP("no redis-server here");
        if (m_redis->command({"INFO", "server"}).text.find("redis_version:7.0.") ==
            std::string::npos)
            QSKIP("the words are those of Redis 7.0; this is another");
    }

    void everyReplyAndTheDataAgree_data()
    {
        QTest::addColumn<int>("seed");
        for (const int seed : {1, 2, 3})
            QTest::addRow("seed %d", seed) << seed;
    }
    void everyReplyAndTheDataAgree()
    {
        QFETCH(int, seed);
        constexpr int kCommands = 3000;
        RandomStream random(static_cast<std::uint64_t>(seed), RandomStream::Purpose::Keys);
        const auto templates = readTemplates();
        RealStoreClock clock;
        EmbeddedServer embedded(clock);
        m_redis->command({"FLUSHALL"});
        for (int i = 0; i < kCommands; ++i)
            compare(embedded, drawCommand(random, templates));
        for (const std::string& key : pools().front().words)
            compareContents(embedded, key);
    }

private:
    void compare(EmbeddedServer& embedded, const WordList& words)
    {
        const std::string theirs = comparable(words, m_redis->command(words));
        const std::vector<std::string_view> views(words.begin(), words.end());
        const std::string ours = comparable(words, embedded.execute(views));
        const std::string message = line(words) + "\n  Redis    " + theirs + "\n  embedded " + ours;
        QVERIFY2(ours == theirs, message.c_str());
    }
    void compareContents(EmbeddedServer& embedded, const std::string& key)
    {
        compare(embedded, {"TYPE", key});
        compare(embedded, {"PTTL", key});
        compare(embedded, {"GET", key});
        compare(embedded, {"HGETALL", key});
        compare(embedded, {"ZRANGE", key, "0", "-1", "WITHSCORES"});
        compare(embedded, {"SMEMBERS", key});
        compare(embedded, {"LRANGE", key, "0", "-1"});
    }

    std::unique_ptr<RedisServer> m_redis;
};

QTEST_GUILESS_MAIN(TestEmbeddedFuzz)
#include "tst_embedded_fuzz.moc"
