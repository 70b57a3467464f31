// SPDX-License-Identifier: MIT
// Installs penstock_limiter, builds the service of docs/examples against it and runs it.
#include "tests/support/redis_server.h"
#include "tests/support/unit_test.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace penstock;

namespace {

/// What the program wrote to stdout, or what went wrong.
QByteArray run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    constexpr int kMostMillis = 200'000;
    if (!process.waitForFinished(kMostMillis) || process.exitCode() != 0)
        return "FAILED: " + process.readAllStandardOutput() + process.readAllStandardError();
    return process.readAllStandardOutput();
}

} // namespace

class TestServiceExample : public UnitTest
{
    Q_OBJECT

private slots:
    void installsBuildsAndRuns()
    {
        const QString cmake = QStringLiteral(PENSTOCK_CMAKE);
        const QTemporaryDir folder;
        const QString prefix = folder.filePath(QStringLiteral("prefix"));
        const QString build = folder.filePath(QStringLiteral("build"));
        const auto step = [&](const QStringList& arguments) {
            const QByteArray output = run(cmake, arguments);
            return output.startsWith("FAILED") ? output : QByteArray();
        };
        QCOMPARE(step({QStringLiteral("--install"), QStringLiteral(PENSTOCK_BUILD_FOLDER),
                       QStringLiteral("--prefix"), prefix, QStringLiteral("--component"),
                       QStringLiteral("limiter")}),
                 QByteArray());
        QCOMPARE(step({QStringLiteral("-S"), QStringLiteral(PENSTOCK_EXAMPLE_FOLDER),
                       QStringLiteral("-B"), build, QStringLiteral("-DCMAKE_PREFIX_PATH=") + prefix,
                       QStringLiteral("-DCMAKE_CXX_COMPILER=" PENSTOCK_COMPILER)}),
                 QByteArray());
        QCOMPARE(step({QStringLiteral("--build"), build}), QByteArray());

        const RedisServer server;
        const QByteArray output =
            run(build + QStringLiteral("/service"), {QString::fromStdString(server.addressText())});
        QVERIFY2(output.count('\n') == 20, output.constData());
        const auto allowed = output.count("allowed\n");
        QVERIFY2(allowed >= 5 && allowed <= 15, output.constData()); // 5, and one more each second
        QCOMPARE(output.count("denied\n"), 20 - allowed);
        QCOMPARE(output.count("fail"), 0);
    }

    void noHeaderOfTheInsideIsInstalled()
    {
        const QTemporaryDir folder;
        run(QStringLiteral(PENSTOCK_CMAKE),
            {QStringLiteral("--install"), QStringLiteral(PENSTOCK_BUILD_FOLDER),
             QStringLiteral("--prefix"), folder.path(), QStringLiteral("--component"),
             QStringLiteral("limiter")});
        const QDir client(folder.filePath(QStringLiteral("include/penstock/core/store/client")));
        QVERIFY(client.exists(QStringLiteral("pooled_limiter.h")));
        for (const QString& name : client.entryList(QDir::Files)) {
            QFile file(client.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            QVERIFY2(!text.contains("<hiredis") && !text.contains("struct redis"),
                     qPrintable(name));
        }
    }
};

QTEST_GUILESS_MAIN(TestServiceExample)
#include "tst_service_example.moc"
