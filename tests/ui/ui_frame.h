// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/synthetic_run.h"
#include "ui/frame.h"

namespace penstock {

/// What a session would pass to the views for this run.
inline Frame frameOf(const SyntheticRun& run, std::uint64_t number = 1)
{
    return {number,       run.history(), run.status(), run.scenario(),
            run.labels(), run.keys(),    run.now()};
}

} // namespace penstock
