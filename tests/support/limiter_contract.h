// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/limiter_execution.h"
#include "tests/support/unit_test.h"

#include <string>

namespace penstock {

/// What every execution of every row of the catalogue must do: one test run a row. A test of an
/// execution derives from this and gives it; nothing here names an algorithm.
class LimiterContract : public UnitTest
{
    Q_OBJECT

protected:
    /// The execution under test; the same one at every call.
    virtual LimiterExecution& execution() = 0;

private slots:
    void aNewKeyIsFull_data() { addRows(); }
    void aNewKeyIsFull();
    void tracesMatchTheNativeRow_data() { addRows(); }
    void tracesMatchTheNativeRow();
    void keysAreIndependent_data() { addRows(); }
    void keysAreIndependent();
    void peeksTakeNothing_data() { addRows(); }
    void peeksTakeNothing();
    void denialsTakeNothing_data() { addRows(); }
    void denialsTakeNothing();
    void admissionsStayBelowTheBound_data() { addRows(); }
    void admissionsStayBelowTheBound();
    void waitingRetryAfterIsEnough_data() { addRows(); }
    void waitingRetryAfterIsEnough();
    void aCostAboveTheCapacityNeverFits_data() { addRows(); }
    void aCostAboveTheCapacityNeverFits();
    void everyAdmissionLeavesAnExpiry_data() { addRows(); }
    void everyAdmissionLeavesAnExpiry();

private:
    void addRows();
    StoreAnswer ask(const Limit& limit, const std::string& key, MicroTokens cost);
    std::string newKey();

    int m_keys = 0;
};

/// "denied tokens=0.5 retry=500000 reset=19500000 at=1000000 fresh": for messages of tests.
std::string toText(const StoreAnswer& answer);

} // namespace penstock
