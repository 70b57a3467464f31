// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace penstock::embedded {

/// The Redis whose rules and words the embedded store follows; what INFO and redis.REDIS_VERSION
/// answer.
inline constexpr std::string_view kCompatibleVersion = "7.0.15";
inline constexpr int kCompatibleVersionNumber = 0x07000f;

} // namespace penstock::embedded
