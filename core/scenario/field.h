// SPDX-License-Identifier: MIT
#pragma once

#include "core/scenario/scenario.h"
#include "core/util/units.h"

#include <functional>
#include <string>
#include <vector>

namespace penstock {

/// How a value stands in a scenario file.
enum class FieldForm
{
    Number,       ///< bare: 20
    Text,         ///< in quotes, with its unit: "10/s"
    NumberOrWord, ///< 4 or "endless"
};

/// One value of a scenario by its path. Reader, writer, setValue and settablePaths all walk the
/// same table, so that they cannot disagree.
struct Field
{
    std::string path;
    FieldForm form = FieldForm::Text;
    bool isLive = false; ///< may change while a run goes on
    /// Takes the text of the value. The error goes on after the path, and nothing changed.
    std::function<Parsed<void>(Scenario&, const std::string&)> set;
    std::function<std::string(const Scenario&)> get;
};

/// The table for @p scenario (its algorithm decides which limiter.* there are), in the order of the
/// documentation. Timeline and thresholds are lists and not in it.
std::vector<Field> fieldsOf(const Scenario& scenario);

/// The row of @p path, or nullptr.
const Field* findField(const std::vector<Field>& fields, const std::string& path);

/// Every path of the table, for "did you mean".
std::vector<std::string> pathsOf(const std::vector<Field>& fields);

} // namespace penstock
