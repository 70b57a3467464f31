// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/embedded/embedded_server.h"
#include "core/store/store.h"

#include <memory>

namespace penstock {

/// The embedded store on the machine's wall clock, shared by any number of threads: a turnstile
/// lets one at a time in, for all the commands of its exchange. Handing work over to one combining
/// thread was not chosen: a decision takes about two microseconds, less than waking a thread.
std::unique_ptr<Store> makeEmbeddedStore(const StoreSpec& spec);

/// The same over @p server, for its owner only: no exclusion, no waiting. For runs on a virtual
/// clock and for tests. @p server must outlive the channel.
std::unique_ptr<CommandChannel> makeDirectChannel(EmbeddedServer& server);

} // namespace penstock
