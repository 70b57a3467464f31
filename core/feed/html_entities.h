// SPDX-License-Identifier: MIT
#pragma once

#include <QChar>

#include <string_view>

namespace penstock {

/// The character that HTML 4 calls @p name ("nbsp", "eacute"), or a null QChar. Pure.
QChar htmlEntity(std::string_view name);

} // namespace penstock
