// SPDX-License-Identifier: MIT
#include "tests/support/limiter_contract.h"

#include <QTest>

using namespace penstock;

class TestNativeContract : public LimiterContract
{
    Q_OBJECT

protected:
    LimiterExecution& execution() override { return m_native; }

private:
    NativeExecution m_native;
};

QTEST_GUILESS_MAIN(TestNativeContract)
#include "tst_native_contract.moc"
