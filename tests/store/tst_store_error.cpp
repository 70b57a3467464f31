// SPDX-License-Identifier: MIT
#include "core/store/client/store_error.h"
#include "tests/support/unit_test.h"

#include <QTest>

using namespace penstock;

class TestStoreError : public UnitTest
{
    Q_OBJECT

private slots:
    void classesByTheFirstWord_data()
    {
        QTest::addColumn<QByteArray>("className");
        const auto row = [](const char* text, const char* className) {
            QTest::newRow(text) << QByteArray(className);
        };
        row("LOADING Redis is loading the dataset in memory", "loading");
        row("BUSY Redis is busy running a script.", "busy");
        row("OOM command not allowed when used memory > 'maxmemory'. script: 8d, on "
            "@user_script:1.",
            "out_of_memory");
        row("MISCONF Redis is configured to save RDB snapshots", "misconfigured");
        row("NOREPLICAS Not enough good replicas to write.", "no_replicas");
        row("NOPERM this user has no permissions to run the 'evalsha' command", "no_permission");
        row("DENIED Redis is running in protected mode", "no_permission");
        row("NOAUTH Authentication required.", "no_auth");
        row("WRONGPASS invalid username-password pair or user is disabled.", "no_auth");
        row("WRONGTYPE Operation against a key holding the wrong kind of value", "wrong_type");
        row("READONLY You can't write against a read only replica.", "read_only");
        row("NOSCRIPT No matching script. Please use EVAL.", "script");
        row("ERR user_script:1: boom script: 5b, on @user_script:1.", "script");
        row("ERR Error compiling script (new function): user_script:1:", "script");
        row("ERR unknown command 'FOO'", "other");
        row("CLUSTERDOWN Hash slot not served", "other");
        row("BUSYKEY Target key name already exists.", "other");
        row("OOM", "out_of_memory");
        row("", "other");
    }
    void classesByTheFirstWord()
    {
        QFETCH(QByteArray, className);
        const std::string_view name = toText(classifyErrorReply(QTest::currentDataTag()));
        QCOMPARE(QByteArray(name.data(), static_cast<qsizetype>(name.size())), className);
    }
};

QTEST_GUILESS_MAIN(TestStoreError)
#include "tst_store_error.moc"
