// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limit/decision.h"
#include "core/run/run_status.h"
#include "ui/controls/message.h"

#include <optional>

namespace penstock {

/// The id of the messages below.
inline const QString kStoreMessage = QStringLiteral("store");

/// What to say of a store that does not answer; none while all is well. Pure.
std::optional<Message> storeMessage(const RunStatus& status, FailPolicy policy);

} // namespace penstock
