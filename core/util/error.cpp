// SPDX-License-Identifier: MIT
#include "core/util/error.h"

namespace penstock {

std::string toText(const Problems& problems)
{
    std::string text;
    for (const Problem& problem : problems) {
        if (!text.empty())
            text += '\n';
        if (!problem.field.empty())
            text += problem.field + ": ";
        text += problem.message;
    }
    return text;
}

} // namespace penstock
