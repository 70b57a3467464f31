// SPDX-License-Identifier: MIT
#include "core/store/private_store.h"
#include "tests/support/unit_test.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

using namespace penstock;
using namespace std::chrono_literals;

namespace {

using State = StoreStatus::State;

std::string call(CommandChannel& channel, std::initializer_list<std::string_view> words)
{
    Command command;
    command.clear();
    for (const std::string_view word : words)
        command.add(word);
    ChannelReply reply;
    channel.exchange(std::span(&command, 1), std::span(&reply, 1),
                     std::chrono::steady_clock::now() + 1s);
    return reply ? toText(*reply) : "failed: " + reply.error().text;
}

/// A zombie counts as ended: it is up to the process that inherits it when it goes.
bool isAlive(qint64 pid)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = file.readAll();
    return text.mid(text.lastIndexOf(')') + 2, 1) != "Z";
}

} // namespace

class TestPrivateStore : public UnitTest
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_base; ///< where the stores' folders are made
    StopSignal m_stop;

    void makeBase()
    {
        qunsetenv("TMPDIR"); // or the new base would be made inside the old one
        m_base = std::make_unique<QTemporaryDir>();
        qputenv("XDG_RUNTIME_DIR", m_base->path().toUtf8());
        qputenv("TMPDIR", m_base->path().toUtf8());
    }
    std::unique_ptr<PrivateStore> startStore()
    {
        auto store = PrivateStore::start({});
        if (!store || !waitForStore(**store, 10s, m_stop))
            return nullptr;
        return std::move(*store);
    }
    QStringList folders() const
    {
        return QDir(m_base->path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

private slots:
    void initTestCase() { makeBase(); }
    void cleanup() { makeBase(); }

    void startsAndEnds()
    {
        qint64 pid = 0;
        {
            const auto store = startStore();
            QVERIFY(store);
            const StoreStatus status = store->status();
            QVERIFY(status.state == State::Ready);
            QCOMPARE(status.name, std::string("private Redis"));
            QVERIFY(!status.version.empty());
            QCOMPARE(status.problem, std::string());
            pid = store->processId();
            const auto channel = store->openChannel(m_stop);
            QCOMPARE(call(*channel, {"SET", "a", "1"}), std::string("OK"));
            QCOMPARE(call(*channel, {"CONFIG", "GET", "port"}), std::string(R"(["port", "0"])"));
            QCOMPARE(call(*channel, {"CONFIG", "GET", "save"}), std::string(R"(["save", ""])"));

            QCOMPARE(folders().size(), 1);
            const QFileInfo folder(m_base->path() + QLatin1Char('/') + folders().first());
            QCOMPARE(folder.permissions() &
                         (QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup |
                          QFile::ReadOther | QFile::WriteOther | QFile::ExeOther),
                     QFile::Permissions());
        }
        QVERIFY(!isAlive(pid));
        QCOMPARE(folders(), QStringList());
    }

    void startsAgainEmptyAndSaysSo()
    {
        const auto store = startStore();
        QVERIFY(store);
        const auto channel = store->openChannel(m_stop);
        QCOMPARE(call(*channel, {"SET", "a", "1"}), std::string("OK"));
        const auto life = channel->storeLife();
        const qint64 pid = store->processId();
        ::kill(static_cast<pid_t>(pid), SIGKILL);
        QTRY_VERIFY(store->status().state == State::Restarting);
        QCOMPARE(
            QByteArray::fromStdString(store->status().problem),
            QByteArray("the private Redis was ended by a signal; a new one, empty, starts in 2 s"));
        QVERIFY(call(*channel, {"GET", "a"}).starts_with("failed"));
        QTRY_VERIFY(store->status().state == State::Ready);
        QVERIFY(store->processId() != pid);
        QTRY_COMPARE(call(*channel, {"GET", "a"}), std::string("(nil)"));
        QVERIFY2(channel->storeLife() != life, "a restart begins a new life");
    }

    void aFrozenServerIsDownAndRecovers()
    {
        const auto store = startStore();
        QVERIFY(store);
        ::kill(static_cast<pid_t>(store->processId()), SIGSTOP);
        QTRY_VERIFY(store->status().state == State::Down);
        QVERIFY(!store->status().problem.empty());
        ::kill(static_cast<pid_t>(store->processId()), SIGCONT);
        QTRY_VERIFY(store->status().state == State::Ready);
        QCOMPARE(store->status().problem, std::string());
    }

    void aFrozenServerEndsToo()
    {
        auto store = startStore();
        QVERIFY(store);
        const qint64 pid = store->processId();
        ::kill(static_cast<pid_t>(pid), SIGSTOP);
        store.reset();
        QVERIFY(!isAlive(pid));
    }

    void theServerDiesWithItsParent()
    {
        QProcess host;
        host.start(QCoreApplication::applicationDirPath() + QStringLiteral("/private_store_host"),
                   QStringList());
        QVERIFY(host.waitForReadyRead());
        const qint64 pid = host.readLine().trimmed().toLongLong();
        QVERIFY(isAlive(pid));
        QCOMPARE(folders().size(), 1);
        const QString leftover = folders().first();
        host.kill();
        QVERIFY(host.waitForFinished());
        QTRY_VERIFY(!isAlive(pid));

        QCOMPARE(folders(), QStringList{leftover});
        const auto store = startStore();
        QVERIFY(store);
        QCOMPARE(folders().size(), 1);
        QVERIFY2(!folders().contains(leftover), "what the dead process left is removed");
    }

    void theFolderOfALivingOneStays()
    {
        const auto first = startStore();
        QVERIFY(first);
        const auto second = startStore();
        QVERIFY(second);
        QCOMPARE(folders().size(), 2);
        const auto channel = first->openChannel(m_stop);
        QCOMPARE(call(*channel, {"PING"}), std::string("PONG"));
    }

    void otherPeoplesNamesStay()
    {
        QVERIFY(QDir(m_base->path()).mkdir(QStringLiteral("penstock-mine")));
        const auto store = startStore();
        QVERIFY(folders().contains(QStringLiteral("penstock-mine")));
    }

    void aLongPathFallsBackToAShorterOne()
    {
        const QString deep = m_base->path() + QLatin1Char('/') + QString(60, QLatin1Char('x'));
        QVERIFY(QDir().mkpath(deep));
        qputenv("XDG_RUNTIME_DIR", deep.toUtf8());
        const auto store = startStore();
        QVERIFY(store);
        QCOMPARE(folders().size(), 2); // the deep one, and the store's beside it
    }
};

QTEST_GUILESS_MAIN(TestPrivateStore)
#include "tst_private_store.moc"
