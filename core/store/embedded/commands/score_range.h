// SPDX-License-Identifier: MIT
#pragma once

#include "core/store/embedded/command_context.h"

#include <optional>

namespace penstock::embedded {

/// The members of a sorted set from one bound to another.
struct ScoreRange
{
    ScoreBound least;
    ScoreBound most;

    /// True when no score can lie in it.
    bool isEmpty() const
    {
        return least.score > most.score ||
               (least.score == most.score && (least.isExclusive || most.isExclusive));
    }
};

/// Reads two words, "5", "(5", "-inf" or "+inf", as a range; false after an error reply.
bool readScoreRange(CommandContext& context, std::size_t leastWord, std::size_t mostWord,
                    ScoreRange& out);

/// A member with its score, as WITHSCORES and ZPOPMIN answer them.
void replyMember(ReplyWriter& reply, const SortedSet::Member& member, bool withScore);

} // namespace penstock::embedded
