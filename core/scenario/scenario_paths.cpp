// SPDX-License-Identifier: MIT
// setValue, getValue and settablePaths: one value of a scenario by its path.
#include "core/scenario/field.h"
#include "core/scenario/validation.h"
#include "core/util/nearest_name.h"

#include <algorithm>

namespace penstock {

namespace {

Error unknownPath(const std::vector<Field>& fields, const std::string& path)
{
    return {ErrorKind::Usage,
            "there is no value called \"" + path + '"' + didYouMean(path, pathsOf(fields)),
            "penstock-cli scenario show prints every value of a scenario"};
}

} // namespace

Result<void> setValue(Scenario& scenario, const std::string& path, const std::string& value)
{
    const std::vector<Field> fields = fieldsOf(scenario);
    const Field* const field = findField(fields, path);
    if (!field)
        return tl::unexpected(unknownPath(fields, path));

    Scenario changed = scenario;
    if (const Parsed<void> isSet = field->set(changed, value); !isSet)
        return tl::unexpected(Error{ErrorKind::Usage, path + ": " + isSet.error(), {}});
    // Only what this value broke counts: a scenario in the making may have other faults.
    const Problems before = validateSettings(scenario);
    for (const Problem& problem : validateSettings(changed)) {
        if (problem.field == path ||
            std::find(before.begin(), before.end(), problem) == before.end())
            return tl::unexpected(Error{ErrorKind::Usage, toText(Problems{problem}), {}});
    }
    scenario = std::move(changed);
    return {};
}

Result<std::string> getValue(const Scenario& scenario, const std::string& path)
{
    const std::vector<Field> fields = fieldsOf(scenario);
    if (const Field* const field = findField(fields, path))
        return field->get(scenario);
    return tl::unexpected(unknownPath(fields, path));
}

std::vector<SettablePath> settablePaths(const Scenario& scenario)
{
    std::vector<SettablePath> paths;
    for (const Field& field : fieldsOf(scenario))
        paths.push_back({field.path, field.isLive});
    return paths;
}

} // namespace penstock
