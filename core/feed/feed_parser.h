// SPDX-License-Identifier: MIT
#pragma once

#include "core/feed/feed.h"

#include <QByteArray>

#include <string>

namespace penstock {

/// RSS 0.9x, 1.0, 2.0 and Atom 0.3, 1.0. @p charset is the one of HTTP's Content-Type, empty if
/// none;
/// @p baseUrl resolves relative links. Never opens anything, never expands an entity of the
/// document beyond a small bound. Pure; any thread.
Feed parseFeed(const QByteArray& bytes, const std::string& charset = {},
               const std::string& baseUrl = {});

} // namespace penstock
