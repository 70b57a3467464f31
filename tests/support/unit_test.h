// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>
#include <QTest>

#include <string>
#include <string_view>

// So that a failed QCOMPARE of texts shows them.
namespace QTest {

template <>
inline char* toString(const std::string_view& text)
{
    return toString(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
}

template <>
inline char* toString(const std::string& text)
{
    return toString(std::string_view(text));
}

} // namespace QTest

namespace penstock {

/// Base of every test class: a warning that a test did not expect fails it.
class UnitTest : public QObject
{
    Q_OBJECT

protected slots:
    void init();
};

} // namespace penstock
