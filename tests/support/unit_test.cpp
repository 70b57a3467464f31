// SPDX-License-Identifier: MIT
#include "tests/support/unit_test.h"

#include <QRegularExpression>
#include <QTest>

namespace penstock {

void UnitTest::init()
{

    // What the offscreen platform says of every window that is shown is no fault of ours.
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
}

} // namespace penstock
