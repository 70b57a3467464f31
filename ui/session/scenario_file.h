// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <QByteArray>
#include <QString>

namespace penstock {

/// The file that a scenario was read from or written to, so that saving never runs over what
/// someone else wrote meanwhile. GUI thread.
class ScenarioFile
{
public:
    ScenarioFile() = default;
    /// Remembers what @p path holds now.
    explicit ScenarioFile(const QString& path);

    const QString& path() const { return m_path; }
    bool isEmpty() const { return m_path.isEmpty(); }
    /// True when the file no longer holds what was read or written last.
    bool isChangedByOthers() const;
    /// Written beside and renamed. Refused while isChangedByOthers(), unless @p isForced.
    Result<void> save(const Scenario& scenario, bool isForced = false);

private:
    QString m_path;
    QByteArray m_digest; ///< of the content we know; empty: there was no file
};

} // namespace penstock
