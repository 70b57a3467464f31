// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/decision_record.h"

#include <QString>
#include <QStringList>

namespace penstock {

/// The words that the log has for a decision.
struct DecisionWords
{
    QString word; ///< "Denied"
    QString more; ///< "retry in 32 ms": muted, after the word; may be empty
};

DecisionWords decisionWords(const Decision& decision);

/// "32 ms", "1.5 s": a wait, rounded up, so that waiting it is enough.
QString waitText(Micros wait);

/// The key without what the run puts before it.
QString shortKey(const std::string& key);

/// All that is known of a request, a line each: for tool tips and the details line.
QStringList detailLines(const DecisionRecord& record, const QString& key, const QString& title);

/// Kinds that the log can be narrowed to.
enum class LogKind
{
    All,
    Allowed,
    Denied, ///< by the limiter: also what never fits, and what the full queue turned away
    Failed  ///< the store gave no answer; the policy did
};
bool isOfKind(const Decision& decision, LogKind kind);

} // namespace penstock
