// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limit/limit.h"
#include "core/util/units.h"

#include <QString>

#include <string>

namespace penstock {

/// A value as people read it: "20 tokens", "1 token", "10.0 /s", "50 ms", "10 at once".
/// @p noun follows a count ("at once"); it may be empty.
QString toDisplay(ParameterUnit unit, const ParameterValue& value, const QString& noun = {});

/// The same without its noun, where room is short: "100,000". Rates and durations keep the unit.
QString toShortDisplay(ParameterUnit unit, const ParameterValue& value);

/// What a person typed: the grammar of a scenario file, and also what toDisplay writes. A bare
/// number takes the unit of @p current, which the field showed. Errors: what is wrong and an
/// example.
Parsed<ParameterValue> parseTyped(ParameterUnit unit, const QString& text,
                                  const ParameterValue& current, const QString& noun = {});

/// The words of a scenario file.
std::string toScenarioText(ParameterUnit unit, const ParameterValue& value);
/// The value of a scenario's words, where they are well-formed.
Parsed<ParameterValue> fromScenarioText(ParameterUnit unit, const std::string& text);

} // namespace penstock
