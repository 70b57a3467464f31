// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace penstock {

/// What a message says: what happened, what it means for the run, what to do next. A plain value.
struct Message
{
    enum class Kind
    {
        Note,
        Warning
    };

    Kind kind = Kind::Note;
    QString what;
    QString meaning;
    QString next;
    QString action; ///< text of the button that does it; empty: none
    QString id;     ///< what it is about: a newer one about the same takes its place

    friend bool operator==(const Message&, const Message&) = default;
};

} // namespace penstock
