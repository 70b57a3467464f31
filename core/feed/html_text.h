// SPDX-License-Identifier: MIT
#pragma once

#include <QString>

namespace penstock {

/// @p html as one line of plain text: tags removed, character references resolved once, white space
/// folded. A "<" that starts no tag stays. Pure.
QString plainTextOf(const QString& html);

/// @p text with its character references (&amp; &#39; &eacute;) resolved; unknown ones stay. Pure.
QString withReferencesResolved(const QString& text);

/// May this code point stand in an XML 1.0 document?
constexpr bool isXmlCharacter(char32_t code)
{
    return code == 0x9 || code == 0xA || code == 0xD || (code >= 0x20 && code <= 0xD7FF) ||
           (code >= 0xE000 && code <= 0xFFFD) || (code >= 0x10000 && code <= 0x10FFFF);
}

} // namespace penstock
