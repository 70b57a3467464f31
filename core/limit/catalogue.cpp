// SPDX-License-Identifier: MIT
#include "core/limit/article.h"
#include "core/limit/token_bucket.h"

#include <algorithm>
#include <array>

namespace penstock {

std::span<const Algorithm* const> catalogue()
{
    static constexpr std::array<const Algorithm*, 2> rows{&kTokenBucket, &kArticle};
    return rows;
}

const Algorithm* findAlgorithm(std::string_view id)
{
    for (const Algorithm* row : catalogue()) {
        if (row->id == id)
            return row;
    }
    return nullptr;
}

Limit standardLimit(const Algorithm& algorithm)
{
    Limit limit{.algorithm = &algorithm};
    for (std::size_t i = 0; i < algorithm.parameters.size(); ++i)
        limit.values[i] = algorithm.parameters[i].standard;
    return limit;
}

const ParameterValue* findValue(const Limit& limit, std::string_view id)
{
    if (limit.algorithm == nullptr)
        return nullptr;
    const auto specs = limit.algorithm->parameters;
    const auto spec = std::find_if(specs.begin(), specs.end(),
                                   [&](const ParameterSpec& s) { return s.id == id; });
    return spec == specs.end() ? nullptr : &limit.values[spec - specs.begin()];
}

ParameterValue* findValue(Limit& limit, std::string_view id)
{
    return const_cast<ParameterValue*>(findValue(std::as_const(limit), id));
}

} // namespace penstock
