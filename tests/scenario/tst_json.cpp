// SPDX-License-Identifier: MIT
#include "core/scenario/json.h"
#include "tests/support/unit_test.h"

#include <QTest>

using namespace penstock;

namespace {

/// The tree on one line, with the place of each scalar: {"a": 1@1:7}.
std::string printed(const JsonValue& value)
{
    std::string text;
    switch (value.type) {
    case JsonValue::Type::Object:
        for (std::size_t i = 0; i < value.items.size(); ++i)
            text += (i == 0 ? "" : ", ") + value.keys[i] + ": " + printed(value.items[i]);
        return '{' + text + '}';
    case JsonValue::Type::Array:
        for (const JsonValue& item : value.items)
            text += (text.empty() ? "" : ", ") + printed(item);
        return '[' + text + ']';
    case JsonValue::Type::String:
        return '\'' + value.text + '\'';
    default:
        return value.text + '@' + std::to_string(value.line) + ':' + std::to_string(value.column);
    }
}

std::string parsed(const std::string& text)
{
    const auto value = parseJson(text);
    return value ? printed(*value) : value.error().field + ": " + value.error().message;
}

} // namespace

class TestJson : public UnitTest
{
    Q_OBJECT

private slots:
    void parses_data();
    void parses();
    void depthIsBounded();
    void everyPrefixOfADocumentEndsWithAMessage();
    void quotingIsReadBackAsItWas();
};

// Outside of the class because moc loses its way in raw strings inside of it.

void TestJson::parses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    row("empty object", "{}", "{}");
    row("order and repeats are kept", R"({"b":1,"a":2,"b":3})", "{b: 1@1:2, a: 2@1:8, b: 3@1:14}");
    row("places", "{\n  \"a\":\n 7 }", "{a: 7@2:3}");
    row("byte order mark", "\xef\xbb\xbf[1]", "[1@1:2]");
    row("numbers keep their text", "[1.50, -0, 1E+9, 18446744073709551616]",
        "[1.50@1:2, -0@1:8, 1E+9@1:12, 18446744073709551616@1:18]");
    row("literals", "[true,false,null]", "[true@1:2, false@1:7, null@1:13]");
    row("escapes", R"("a\"\\\/\n\u00e9\ud83d\ude00")", "'a\"\\/\n\xc3\xa9\xf0\x9f\x98\x80'");
    row("utf-8", "\"\xe2\x82\xac\"", "'\xe2\x82\xac'");

    row("nothing", "", "line 1, column 1: the document ends too early");
    row("missing comma", "{\n\"a\": 1\n\"b\": 2}", "line 3, column 1: expected , or }");
    row("trailing comma", "[1,]", "line 1, column 4: expected a value");
    row("comment", "{ // x\n}", "line 1, column 3: expected a key in quotes");
    row("single quotes", "{'a': 1}", "line 1, column 2: expected a key in quotes");
    row("leading zero", "[01]", "line 1, column 3: a number must not begin with 0");
    row("NaN", "[NaN]", "line 1, column 2: expected a value");
    row("infinity", "[-Infinity]", "line 1, column 3: expected a value");
    row("dot alone", "[1.]", "line 1, column 4: expected a digit after the decimal point");
    row("no exponent", "[1e]", "line 1, column 4: expected a digit in the exponent");
    row("open text", "\"abc", "line 1, column 5: the closing quote is missing");
    row("line break in text", "\"a\nb\"",
        "line 1, column 3: text must not hold a line break or control character");
    row("bad escape", R"("\x")", "line 1, column 2: unknown escape in text");
    row("short unicode escape", R"("\u12")",
        "line 1, column 2: expected four hexadecimal digits after \\u");
    row("lone surrogate", R"("\ud800x")", "line 1, column 8: half of a surrogate pair is missing");
    row("no utf-8", "\"\xff\"", "line 1, column 2: the bytes are not UTF-8");
    row("overlong utf-8", "\"\xc0\xaf\"", "line 1, column 2: the bytes are not UTF-8");
    row("cut utf-8", "\"\xe2\x82", "line 1, column 2: the bytes are not UTF-8");
    row("two documents", "{} {}", "line 1, column 4: unexpected text after the document");
}

void TestJson::parses()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(parsed(text.toStdString())), expected);
}

void TestJson::depthIsBounded()
{
    QCOMPARE(parsed(std::string(1'000'000, '[')), "line 1, column 66: nested too deeply");
}

void TestJson::everyPrefixOfADocumentEndsWithAMessage()
{
    const std::string whole = R"({"a": [1, "x\u00e9", {"b": true}], "c": -1.5e3})";
    QVERIFY(parseJson(whole));
    for (std::size_t length = 0; length < whole.size(); ++length)
        QVERIFY(!parseJson(whole.substr(0, length)));
}

void TestJson::quotingIsReadBackAsItWas()
{
    const std::string text = "a\"b\\c\n\t\x01\x7f \xe2\x82\xac";
    QCOMPARE(quoteJson(text), R"("a\"b\\c\n\u0009\u0001\u007f )"
                              "\xe2\x82\xac\"");
    QCOMPARE(parseJson(quoteJson(text))->text, text);
    QCOMPARE(quoteJson("\xff"), "\"\xef\xbf\xbd\"");
}

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
