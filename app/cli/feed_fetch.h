// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/feed/feed_loader.h"
#include "core/store/client/stop_signal.h"

#include <optional>
#include <string>

namespace penstock {

/// Loads a feed and waits for it on a loop of its own. Nothing when @p stop came first. Attempts
/// that failed are told on stderr. Main thread.
std::optional<LoadedFeed> fetchFeed(const std::string& urlOrPath, bool fallback,
                                    const StopSignal& stop);

/// Where the entries come from, for people: "live", "the file", "the copy cached since ...", "the
/// bundled sample".
std::string sourceText(const LoadedFeed& loaded);

/// Is the feed good enough to make requests of? Says on stderr what stands in for it, and what was
/// wrong with it.
bool reportFeed(const LoadedFeed& loaded);

} // namespace penstock
