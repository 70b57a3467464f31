// SPDX-License-Identifier: MIT
#include "core/store/embedded/embedded_server.h"
#include "tests/support/command_text.h"
#include "tests/support/redis_server.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <algorithm>
#include <fstream>

using namespace penstock;

namespace {

/// A section of embedded_cases.txt.
struct Section
{
    std::string name;
    std::vector<std::string> lines;
};

std::vector<Section> readSections()
{
    std::ifstream file(PENSTOCK_EMBEDDED_CASES);
    std::vector<Section> sections;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('['))
            sections.push_back({line.substr(1, line.size() - 2), {}});
        else if (!line.empty() && !line.starts_with('#') && !sections.empty())
            sections.back().lines.push_back(line);
    }
    return sections;
}

std::string sortedText(Reply reply)
{
    std::sort(reply.items.begin(), reply.items.end(),
              [](const Reply& a, const Reply& b) { return toText(a) < toText(b); });
    return toText(reply);
}

bool isNear(const Reply& a, const Reply& b)
{
    const std::int64_t apart = std::max(a.integer, b.integer) > 5000 ? 2000 : 2;
    return a.type == Reply::Type::Integer && b.type == Reply::Type::Integer && a.integer > 0 &&
           std::abs(a.integer - b.integer) <= apart;
}

std::string codeOf(const Reply& reply)
{
    return reply.isError() ? reply.text.substr(0, reply.text.find(' ')) : toText(reply);
}

bool agree(std::string_view manner, const Reply& ours, const Reply& theirs)
{
    if (manner == "sorted:")
        return sortedText(ours) == sortedText(theirs);
    if (manner == "near:")
        return isNear(ours, theirs);
    if (manner == "code:")
        return codeOf(ours) == codeOf(theirs);
    return toText(ours) == toText(theirs);
}

Reply run(EmbeddedServer& server, const std::vector<std::string>& words)
{
    const std::vector<std::string_view> views(words.begin(), words.end());
    return server.execute(views);
}

} // namespace

/// The same commands on the embedded store and on a real server: every reply is the same text.
class TestEmbeddedDifferential : public UnitTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_redis = std::make_unique<RedisServer>();
        if (!m_redis->isRunning())
            QSKIP("no redis-server here");
        const std::string version = m_redis->command({"INFO", "server"}).text;
        if (version.find("redis_version:7.0.") == std::string::npos)
            QSKIP("the words are those of Redis 7.0; this is another");
    }

    void answersAreTheSame_data()
    {
        QTest::addColumn<int>("section");
        m_sections = readSections();
        QVERIFY(!m_sections.empty());
        for (std::size_t i = 0; i < m_sections.size(); ++i)
            QTest::newRow(m_sections[i].name.c_str()) << static_cast<int>(i);
    }
    void answersAreTheSame()
    {
        QFETCH(int, section);
        RealStoreClock clock;
        EmbeddedServer embedded(clock);
        m_redis->command({"FLUSHALL"});
        m_redis->command({"SCRIPT", "FLUSH"});
        std::string differences;
        for (const std::string& line : m_sections[static_cast<std::size_t>(section)].lines) {
            auto words = splitCommand(line);
            std::string manner;
            if (words.front().ends_with(':')) {
                manner = words.front();
                words.erase(words.begin());
            }
            const Reply theirs = m_redis->command(words);
            const Reply ours = run(embedded, words);
            if (!agree(manner, ours, theirs))
                differences += "\n  " + line + "\n    Redis    " + toText(theirs) +
                               "\n    embedded " + toText(ours);
        }
        QVERIFY2(differences.empty(), differences.c_str());
    }

private:
    std::unique_ptr<RedisServer> m_redis;
    std::vector<Section> m_sections;
};

QTEST_GUILESS_MAIN(TestEmbeddedDifferential)
#include "tst_embedded_differential.moc"
