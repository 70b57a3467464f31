// SPDX-License-Identifier: MIT
#pragma once

#include <QByteArray>

#include <tl/expected.hpp>

#include <cstdint>
#include <string>

namespace penstock {

/// Do the bytes start as gzip does?
bool isGzip(const QByteArray& bytes);

/// All members of a gzip file, unpacked. Fails in words when it is damaged or would grow above
/// @p sizeLimit bytes: it stops there and never holds more. Pure.
tl::expected<QByteArray, std::string> gunzip(const QByteArray& bytes, std::int64_t sizeLimit);

} // namespace penstock
