// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/redis_server.h"
#include "tests/support/unit_test.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTest>

#include <csignal>

using namespace penstock;

namespace {

/// The design says 300 ms; a test machine may be busy with other things.
constexpr qint64 kGenerousMillis = 1500;

QStringList steadyRun(const QTemporaryDir& folder, const QString& store)
{
    return {QStringLiteral("run"),     QStringLiteral("first-look"),
            QStringLiteral("--set"),   QStringLiteral("traffic.rate=200/s"),
            QStringLiteral("--feed"),  writeFeed(folder),
            QStringLiteral("--log"),   QStringLiteral("--json"),
            QStringLiteral("--store"), store};
}

/// The fourth word of /proc/PID/stat is the parent, the third the state.
QList<QByteArray> statOf(const QString& pid)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = file.readAll();
    return text.mid(text.lastIndexOf(')') + 2).split(' ');
}

QStringList childrenOf(qint64 parent)
{
    QStringList children;
    for (const QString& pid : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        const QList<QByteArray> stat = statOf(pid);
        if (stat.size() > 1 && stat.at(1).toLongLong() == parent)
            children << pid;
    }
    return children;
}

bool isAlive(const QString& pid)
{
    const QList<QByteArray> stat = statOf(pid);
    return !stat.isEmpty() && stat.first() != "Z";
}

} // namespace

/// Ends that nobody planned.
class TestCliSignals : public UnitTest
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private slots:
    void anInterruptedRunStillGivesItsSummary_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
    }
    void anInterruptedRunStillGivesItsSummary()
    {
        QFETCH(int, signal);
        CliProcess process(steadyRun(m_folder, QStringLiteral("private")));
        QVERIFY2(process.waitForError("Tokens left"), process.err().constData());
        QElapsedTimer timer;
        timer.start();
        process.signal(signal);
        QVERIFY(process.finish());
        QVERIFY2(timer.elapsed() < kGenerousMillis, QByteArray::number(timer.elapsed()));
        QCOMPARE(process.exitCode(), 130);
        const QJsonObject summary = CliResult{0, process.out(), {}}.json();
        QVERIFY(summary.value(QLatin1String("requests")).toInt() > 0);
        QCOMPARE(summary.value(QLatin1String("end")).toString(), QStringLiteral("stopped"));
    }

    void anInterruptDoesNotWaitForAFrozenStore()
    {
        RedisServer server;
        QVERIFY(server.isRunning());
        CliProcess process(steadyRun(m_folder, QString::fromStdString(server.addressText())));
        QVERIFY2(process.waitForError("Tokens left"), process.err().constData());
        server.freeze();
        QVERIFY2(process.waitForError("Store failed"), process.err().constData());
        QElapsedTimer timer;
        timer.start();
        process.signal(SIGINT);
        QVERIFY(process.finish());
        QVERIFY2(timer.elapsed() < kGenerousMillis, QByteArray::number(timer.elapsed()));
        QCOMPARE(process.exitCode(), 130);
        const QJsonObject summary = CliResult{0, process.out(), {}}.json();
        QVERIFY(summary.value(QLatin1String("errors")).toInt() > 0);
        QCOMPARE(summary.value(QLatin1String("errors")).toInt(),
                 summary.value(QLatin1String("fail_open_allowed")).toInt() +
                     summary.value(QLatin1String("fail_closed_denied")).toInt());
    }

    void anInterruptEndsTheWaitForAStore()
    {
        RedisServer server;
        server.kill9();
        CliProcess process(steadyRun(m_folder, QString::fromStdString(server.addressText())) +
                           QStringList{QStringLiteral("--wait-store"), QStringLiteral("1h")});
        // Its end is what is waited for; before it, there is nothing to see from outside.
        QVERIFY(!process.process().waitForFinished(1000));
        process.signal(SIGINT);
        QVERIFY(process.finish());
        QCOMPARE(process.exitCode(), 130);
        QCOMPARE(process.out(), QByteArray());
    }

    void killingTheProgramLeavesNoServer()
    {
        CliProcess process(steadyRun(m_folder, QStringLiteral("private")));
        QVERIFY2(process.waitForError("Tokens left"), process.err().constData());
        const QStringList children = childrenOf(process.pid());
        QVERIFY(!children.isEmpty());
        process.signal(SIGKILL);
        QVERIFY(process.finish());
        for (const QString& child : children)
            QTRY_VERIFY(!isAlive(child));
    }

    void aServerThatReturnsIsUsedAgain()
    {
        RedisServer server;
        CliProcess process(steadyRun(m_folder, QString::fromStdString(server.addressText())));
        QVERIFY2(process.waitForError("Tokens left"), process.err().constData());
        server.kill9();
        QVERIFY2(process.waitForError("is down"), process.err().constData());
        QVERIFY(server.start());
        QVERIFY2(process.waitForError("answers again"), process.err().constData());
        process.signal(SIGINT);
        QVERIFY(process.finish());
        QCOMPARE(process.exitCode(), 130);
    }

    void aPrivateServerThatDiesIsToldOnceAndStartedAgain()
    {
        CliProcess process(steadyRun(m_folder, QStringLiteral("private")));
        QVERIFY(process.waitForError("Tokens left: "));
        const QStringList children = childrenOf(process.pid());
        QCOMPARE(children.size(), 1);
        ::kill(children.first().toInt(), SIGKILL);
        QVERIFY(process.waitForError("private Redis answers again"));
        process.signal(SIGINT);
        QVERIFY(process.finish());
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(process.err().contains("a new one, empty, starts in 2 s"));
        QVERIFY2(!process.err().contains(" is down: ;"), "an outage without a reason");
        // Calls may fail before the end of the process is seen: one line for each.
        QVERIFY2(process.err().count(" is down") <= 2, process.err().constData());
    }

    void aReaderThatLeavesStopsTheRun()
    {
        QStringList words = steadyRun(m_folder, QStringLiteral("embedded"));
        words.removeAll(QStringLiteral("--json")); // the log is what is read
        QProcess head;
        CliProcess process(words, &head);
        head.start(QStringLiteral("head"), {QStringLiteral("-n"), QStringLiteral("1")});
        QVERIFY(head.waitForFinished());
        QVERIFY(head.readAllStandardOutput().contains("Tokens left"));
        QVERIFY(process.finish());
        QCOMPARE(process.exitCode(), 6);
    }
};

QTEST_GUILESS_MAIN(TestCliSignals)
#include "tst_cli_signals.moc"
