// SPDX-License-Identifier: MIT
#include "core/limit/algorithm.h"
#include "core/scenario/library.h"
#include "tests/support/unit_test.h"

#include <QTest>

#include <algorithm>

using namespace penstock;

namespace {

Scenario firstLook()
{
    return builtinScenarios().front();
}

} // namespace

class TestScenarioValues : public UnitTest
{
    Q_OBJECT

private slots:
    void aValueThatWasSetIsReadBack_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("readBack");
        const auto row = [](const char* path, const char* value, const char* readBack = nullptr) {
            QTest::newRow(path) << QByteArray(path) << QByteArray(value)
                                << QByteArray(readBack ? readBack : value);
        };
        row("limiter.capacity", "50");
        row("limiter.refill", "300/min", "5/s");
        row("limiter.cost", "1.50", "1.5");
        row("limiter.on_store_failure", "fail_closed");
        row("limiter.algorithm", "article");
        row("traffic.loop", "closed");
        row("traffic.pattern", "constant");
        row("traffic.rate", "0.1/s");
        row("traffic.queue", "7");
        row("traffic.burst", "9");
        row("workers", "256");
        row("work", "1500ms", "1.5s");
        row("duration", "60s", "1min");
        row("seed", "7");
        row("key", "shop:{user}");
        row("feed.url", "/tmp/feed.xml");
        row("feed.entries", "3");
        row("feed.rounds", "4");
        row("store.use", "embedded");
        row("store.connect_timeout", "1s");
        row("store.command_timeout", "20ms");
        row("name", "other");
        row("title", "Other");
        row("notes", "line\nline");
    }
    void aValueThatWasSetIsReadBack()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, readBack);
        Scenario scenario = firstLook();
        const auto isSet = setValue(scenario, path.toStdString(), value.toStdString());
        QVERIFY2(isSet, isSet ? "" : isSet.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(getValue(scenario, path.toStdString()).value()),
                 readBack);
        QVERIFY(scenario != firstLook());
        QCOMPARE(parseScenario(toJson(scenario)).value(), scenario);
    }

    void everyPathOfEveryBuiltinScenarioTakesItsOwnValue()
    {
        for (const Scenario& scenario : builtinScenarios()) {
            for (const SettablePath& settable : settablePaths(scenario)) {
                Scenario same = scenario;
                const std::string value = getValue(scenario, settable.path).value();
                QVERIFY2(setValue(same, settable.path, value), settable.path.c_str());
                QCOMPARE(same, scenario);
            }
        }
    }

    void aBadValueChangesNothing_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* path, const char* value) {
            QTest::addRow("%s=%s", path, value) << QByteArray(path) << QByteArray(value);
        };
        for (const SettablePath& settable : settablePaths(firstLook())) {
            const bool isFreeText = settable.path == "name" || settable.path == "title" ||
                                    settable.path == "notes" || settable.path == "key" ||
                                    settable.path == "feed.url";
            if (isFreeText)
                continue;
            for (const char* value : {"",
                                      " ",
                                      "-1",
                                      "-1s",
                                      "-1/s",
                                      "nan",
                                      "NaN",
                                      "inf",
                                      "-inf",
                                      "1e999",
                                      "0x10",
                                      "1,5",
                                      "99999999999999999999999999",
                                      "99999999999999999999999999s",
                                      "99999999999999999999999999/s",
                                      "99999999999h",
                                      "1/0s",
                                      "1/99999999999999999999s",
                                      "ten",
                                      "10 apples"})
                row(settable.path.c_str(), value);
        }
        row("workers", "0");
        row("workers", "1025");
        row("traffic.queue", "0");
        row("traffic.burst", "0");
        row("traffic.rate", "1000001/s");
        row("limiter.capacity", "0");
        row("limiter.cost", "0");
        row("limiter.capacity", "9000000000000");
        row("work", "61min");
        row("duration", "0s");
        row("feed.entries", "0");
        row("feed.rounds", "0");
        row("store.connect_timeout", "0s");
        row("store.command_timeout", "61s");
        row("store.command_timeout", "1500ns");
        row("key", "");
        row("key", "two words");
        row("name", "");
        row("name", "../up");
        row("feed.url", "");
    }
    void aBadValueChangesNothing()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, value);
        Scenario scenario = firstLook();
        const auto isSet = setValue(scenario, path.toStdString(), value.toStdString());
        QVERIFY(!isSet);
        QVERIFY2(QByteArray::fromStdString(isSet.error().message).startsWith(path),
                 isSet.error().message.c_str());
        QCOMPARE(isSet.error().kind, ErrorKind::Usage);
        QCOMPARE(scenario, firstLook());
    }

    void anUnknownPathNamesTheNearest()
    {
        Scenario scenario = firstLook();
        const auto isSet = setValue(scenario, "limiter.capcity", "5");
        QVERIFY(!isSet);
        QCOMPARE(isSet.error().message, "there is no value called \"limiter.capcity\", did you "
                                        "mean \"limiter.capacity\"?");
        QVERIFY(!getValue(scenario, "nonsense"));
        QVERIFY(!setValue(scenario, "format", "1"));
        QVERIFY(!setValue(scenario, "limiter", "x"));
    }

    void anotherAlgorithmKeepsWhatFits()
    {
        Scenario scenario = firstLook();
        QVERIFY(setValue(scenario, "limiter.capacity", "7"));
        QVERIFY(setValue(scenario, "limiter.refill", "3/s"));
        QVERIFY(setValue(scenario, "limiter.algorithm", "article"));
        QCOMPARE(scenario.limiter.limit.algorithm, findAlgorithm("article"));
        QCOMPARE(getValue(scenario, "limiter.capacity").value(), "7");
        QCOMPARE(getValue(scenario, "limiter.refill").value(), "3/s");
    }

    void aFaultThatWasThereDoesNotBlockAnotherValue()
    {
        Scenario scenario = firstLook();
        scenario.workers = 0;
        QVERIFY(setValue(scenario, "work", "5ms"));
        QVERIFY(!setValue(scenario, "workers", "0"));
        QVERIFY(setValue(scenario, "workers", "1"));
    }

    void whatMayChangeInARun()
    {
        std::vector<std::string> live;
        for (const SettablePath& settable : settablePaths(firstLook())) {
            if (settable.isLive && !settable.path.starts_with("limiter."))
                live.push_back(settable.path);
        }
        QCOMPARE(live, (std::vector<std::string>{"traffic.pattern", "traffic.rate", "traffic.burst",
                                                 "workers", "work"}));
    }
};

QTEST_GUILESS_MAIN(TestScenarioValues)
#include "tst_scenario_values.moc"
