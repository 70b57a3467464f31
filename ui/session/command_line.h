// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <QString>
#include <QStringList>

namespace penstock {

/// The --set options that turn @p from into @p to: "limiter.capacity=50". The store is left out: it
/// has an option of its own. Pure.
QStringList differences(const Scenario& from, const Scenario& to);

/// The `penstock-cli run` that repeats a run: @p source is a built-in name or a path, @p base what
/// it holds, @p started what the run began with. Quoted for a shell; a password is shown as ***.
QString repeatCommand(const QString& source, const Scenario& base, const Scenario& started);

/// @p word as a POSIX shell reads it back: bare where that is safe, else in single quotes.
QString shellQuoted(const QString& word);

} // namespace penstock
