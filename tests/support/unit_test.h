// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

namespace penstock {

/// Base of every test class: a warning that a test did not expect fails it.
class UnitTest : public QObject
{
    Q_OBJECT

protected slots:
    void init();
};

} // namespace penstock
