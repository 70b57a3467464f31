// SPDX-License-Identifier: MIT
#include "core/measure/run_totals.h"

namespace penstock {

void RunTotals::add(const Decision& decision)
{
    ++byOutcome[static_cast<std::size_t>(decision.outcome)];
    if (!isStoreFailure(decision.outcome))
        return;
    ++byErrorClass[static_cast<std::size_t>(decision.errorClass)];
    if (decision.ambiguous)
        ++ambiguous;
}

void RunTotals::add(const RunTotals& other)
{
    for (std::size_t i = 0; i < byOutcome.size(); ++i)
        byOutcome[i] += other.byOutcome[i];
    for (std::size_t i = 0; i < byErrorClass.size(); ++i)
        byErrorClass[i] += other.byErrorClass[i];
    ambiguous += other.ambiguous;
}

} // namespace penstock
