// SPDX-License-Identifier: MIT
#include "core/store/client/store_address.h"
#include "tests/support/unit_test.h"

#include <QTest>

using namespace penstock;

namespace {

/// All parts of an address, or the error: what a table can hold.
QByteArray read(const QByteArray& text)
{
    const auto address = parseStoreAddress(text.toStdString());
    if (!address)
        return QByteArray::fromStdString(address.error().message);
    const auto part = [](const std::string& value) { return QByteArray::fromStdString(value); };
    if (address->isUnix())
        return "unix " + part(address->path);
    return part(address->host) + ' ' + QByteArray::number(address->port) + " db " +
           QByteArray::number(address->database) + " user '" + part(address->user) +
           "' password '" + part(address->password) + '\'';
}

} // namespace

class TestStoreAddress : public UnitTest
{
    Q_OBJECT

private slots:
    void reads_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("meaning");
        const auto row = [](const char* text, const char* meaning) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(meaning);
        };
        row("redis://localhost", "localhost 6379 db 0 user '' password ''");
        row("redis://localhost/", "localhost 6379 db 0 user '' password ''");
        row("redis://h:7000/3", "h 7000 db 3 user '' password ''");
        row("redis://[::1]:7000", "::1 7000 db 0 user '' password ''");
        row("redis://[fe80::1]", "fe80::1 6379 db 0 user '' password ''");
        row("redis://:pw@h", "h 6379 db 0 user '' password 'pw'");
        row("redis://me:p%40%3a%25@h", "h 6379 db 0 user 'me' password 'p@:%'");
        row("redis://me:p@w@h", "h 6379 db 0 user 'me' password 'p@w'");
        row("redis://me:a/b@h/1", "h 6379 db 1 user 'me' password 'a/b'");
        row("unix:/run/redis.sock", "unix /run/redis.sock");
        row("unix:redis.sock", "unix redis.sock");

        row("rediss://h", "store address: TLS is not supported yet");
        row("localhost:6379", "store address: it begins with neither \"redis://\" nor \"unix:\"");
        row("unix:", "store address: the path of the unix socket is missing after \"unix:\"");
        row("redis://", "store address: the host is missing");
        row("redis://:6379", "store address: the host is missing");
        row("redis://h:0", "store address: the port is not a number from 1 to 65535");
        row("redis://h:65536", "store address: the port is not a number from 1 to 65535");
        row("redis://h:", "store address: the port is not a number from 1 to 65535");
        row("redis://h:12x", "store address: the port is not a number from 1 to 65535");
        row("redis://h/x", "store address: the database is not a number");
        row("redis://h/-1", "store address: the database is not a number");
        row("redis://::1", "store address: more than one \":\" in the host");
        row("redis://[::1", "store address: \"[\" without \"]\" in the host");
        row("redis://[::1]7000", "store address: \":\" and the port must follow \"]\"");
        row("redis://me@h", "store address: the part before \"@\" has no \":\"");
        row("redis://me:@h", "store address: the password is missing after the user name");
        row("redis://me:%4@h", "store address: bad percent-encoding in the password");
        row("redis://%zz:pw@h", "store address: bad percent-encoding in the user name");
    }
    void reads()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, meaning);
        QCOMPARE(read(text), meaning);
    }

    void refusesAPathThatNoSocketCanHave()
    {
        QCOMPARE(read("unix:/" + QByteArray(106, 'x')), "unix /" + QByteArray(106, 'x'));
        QCOMPARE(read("unix:/" + QByteArray(107, 'x')),
                 QByteArray("store address: the path of the unix socket is longer than 107 bytes"));
    }

    void neverShowsAPassword_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"redis://me:secret@h", "redis://:secret@h:7000/2", "redis://me:secret", // no @
              "redis://me:secret@h/x", "redis://me:secret@h:y", "redis://me:secret%@h",
              "rediss://me:secret@h", "redis://me:secret@[::1", "http://me:secret@h"})
            QTest::newRow(text) << QByteArray(text);
    }
    void neverShowsAPassword()
    {
        QFETCH(QByteArray, text);
        const auto address = parseStoreAddress(text.toStdString());
        const std::string shown =
            address ? toText(*address) : address.error().message + address.error().hint;
        QVERIFY(!shown.empty());
        QVERIFY2(shown.find("secret") == std::string::npos, shown.c_str());
    }

    void writesWhatPeopleTyped_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char* text, const char* shown) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(shown);
        };
        row("redis://h", "redis://h:6379/0");
        row("redis://u:p@[::1]:7000/2", "redis://[::1]:7000/2");
        row("unix:/a b.sock", "unix:/a b.sock");
    }
    void writesWhatPeopleTyped()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, shown);
        const auto address = parseStoreAddress(text.toStdString());
        QVERIFY(address.has_value());
        QCOMPARE(QByteArray::fromStdString(toText(*address)), shown);
    }
};

QTEST_GUILESS_MAIN(TestStoreAddress)
#include "tst_store_address.moc"
