// SPDX-License-Identifier: MIT
#include "tests/support/unit_test.h"

#include <QRegularExpression>
#include <QTest>

namespace penstock {

void UnitTest::init()
{

    QTest::failOnWarning(QRegularExpression(QStringLiteral(".")));
}

} // namespace penstock
