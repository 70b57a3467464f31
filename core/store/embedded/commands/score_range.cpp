// SPDX-License-Identifier: MIT
#include "core/store/embedded/commands/score_range.h"

namespace penstock::embedded {

namespace {

std::optional<ScoreBound> parseBound(std::string_view text)
{
    const bool isExclusive = text.starts_with('(');
    const auto score = parseDouble(text.substr(isExclusive ? 1 : 0));
    return score ? std::optional(ScoreBound{*score, isExclusive}) : std::nullopt;
}

} // namespace

bool readScoreRange(CommandContext& context, std::size_t leastWord, std::size_t mostWord,
                    ScoreRange& out)
{
    const auto least = parseBound(context.word(leastWord));
    const auto most = parseBound(context.word(mostWord));
    if (!least || !most) {
        context.reply.error("ERR min or max is not a float");
        return false;
    }
    out = {*least, *most};
    return true;
}

void replyMember(ReplyWriter& reply, const SortedSet::Member& member, bool withScore)
{
    reply.bulk(std::string_view(member.name));
    if (withScore) {
        NumberText room;
        reply.bulk(formatScore(room, member.score));
    }
}

} // namespace penstock::embedded
