// SPDX-License-Identifier: MIT
#include "core/store/embedded/command_table.h"
#include "core/store/embedded/commands/score_range.h"

namespace penstock::embedded {

namespace {

/// What one of the ZRANGE family was asked.
struct RangeQuery
{
    bool byScore = false;
    bool isReverse = false;
    bool withScores = false;
    bool hasLimit = false;
    std::int64_t offset = 0;
    std::int64_t limit = -1; ///< negative: all
};

/// Reads the options from word 4 on. @p isOpen: BYSCORE, BYLEX and REV are options (of ZRANGE) and
/// not part of the command's name. False after an error reply.
bool parseOptions(CommandContext& context, bool isOpen, RangeQuery& query)
{
    for (std::size_t i = 4; i < context.words.size(); ++i) {
        const std::size_t wordsLeft = context.words.size() - i - 1;
        if (context.isWord(i, "WITHSCORES")) {
            query.withScores = true;
        } else if (context.isWord(i, "LIMIT") && wordsLeft >= 2) {
            if (!context.readInteger(i + 1, query.offset) ||
                !context.readInteger(i + 2, query.limit))
                return false;
            query.hasLimit = true;
            i += 2;
        } else if (isOpen && context.isWord(i, "BYSCORE")) {
            query.byScore = true;
        } else if (isOpen && context.isWord(i, "REV")) {
            query.isReverse = true;
        } else if (isOpen && context.isWord(i, "BYLEX")) {
            context.reply.error("ERR BYLEX is not in the embedded store");
            return false;
        } else {
            context.reply.error(errors::kSyntax);
            return false;
        }
    }
    if (query.hasLimit && !query.byScore) {
        context.reply.error("ERR syntax error, LIMIT is only supported in combination with either "
                            "BYSCORE or BYLEX");
        return false;
    }
    return true;
}

using Found = std::vector<const SortedSet::Member*>;

void replyFound(CommandContext& context, const Found& found, bool withScores)
{
    context.reply.beginArray(found.size() * (withScores ? 2 : 1));
    for (const SortedSet::Member* const member : found)
        replyMember(context.reply, *member, withScores);
}

void rangeByScore(CommandContext& context, const RangeQuery& query)
{
    ScoreRange range;
    SortedSet* set = nullptr;
    const std::size_t leastWord = query.isReverse ? 3 : 2;
    if (!readScoreRange(context, leastWord, 5 - leastWord, range) ||
        !context.lookup(context.word(1), set))
        return;
    Found found;
    if (set && !range.isEmpty() && query.offset >= 0) {
        auto first = set->firstFrom(range.least);
        auto last = set->firstAbove(range.most);
        std::int64_t skip = query.offset;
        std::int64_t room = query.limit;
        while (first != last && room != 0) {
            const auto next = query.isReverse ? --last : first++;
            if (skip > 0) {
                --skip;
                continue;
            }
            found.push_back(&*next);
            --room;
        }
    }
    replyFound(context, found, query.withScores);
}

void rangeByRank(CommandContext& context, const RangeQuery& query)
{
    std::int64_t from = 0;
    std::int64_t to = 0;
    SortedSet* set = nullptr;
    if (!context.readInteger(2, from) || !context.readInteger(3, to) ||
        !context.lookup(context.word(1), set))
        return;
    Found found;
    const auto range = set ? IndexRange::of(from, to, set->size()) : IndexRange();
    if (!range.isEmpty()) {
        auto next = set->at(query.isReverse ? set->size() - range.first : range.first);
        for (std::size_t i = range.first; i < range.last; ++i)
            found.push_back(&*(query.isReverse ? --next : next++));
    }
    replyFound(context, found, query.withScores);
}

void runZrange(CommandContext& context)
{
    RangeQuery query;
    if (!parseOptions(context, true, query))
        return;
    query.byScore ? rangeByScore(context, query) : rangeByRank(context, query);
}

void runZrevrange(CommandContext& context)
{
    RangeQuery query{.isReverse = true};
    if (parseOptions(context, false, query))
        rangeByRank(context, query);
}

void runZrangebyscore(CommandContext& context)
{
    RangeQuery query{.byScore = true};
    if (parseOptions(context, false, query))
        rangeByScore(context, query);
}

void runZrevrangebyscore(CommandContext& context)
{
    RangeQuery query{.byScore = true, .isReverse = true};
    if (parseOptions(context, false, query))
        rangeByScore(context, query);
}

void runZcount(CommandContext& context)
{
    ScoreRange range;
    SortedSet* set = nullptr;
    if (!readScoreRange(context, 2, 3, range) || !context.lookup(context.word(1), set))
        return;
    std::int64_t count = 0;
    if (set && !range.isEmpty())
        count = std::distance(set->firstFrom(range.least), set->firstAbove(range.most));
    context.reply.integer(count);
}

void replyRank(CommandContext& context, bool isReverse)
{
    SortedSet* set = nullptr;
    if (!context.lookup(context.word(1), set))
        return;
    const auto score = set ? set->score(context.word(2)) : std::nullopt;
    if (!score)
        return context.reply.nil();
    std::int64_t rank = 0;
    for (auto each = set->begin(); each->name != context.word(2); ++each)
        ++rank;
    context.reply.integer(isReverse ? static_cast<std::int64_t>(set->size()) - 1 - rank : rank);
}

void runZrank(CommandContext& context)
{
    replyRank(context, false);
}

void runZrevrank(CommandContext& context)
{
    replyRank(context, true);
}

constexpr CommandSpec kCommands[] = {
    {"zrange", -4, CommandSpec::Read, runZrange},
    {"zrevrange", -4, CommandSpec::Read, runZrevrange},
    {"zrangebyscore", -4, CommandSpec::Read, runZrangebyscore},
    {"zrevrangebyscore", -4, CommandSpec::Read, runZrevrangebyscore},
    {"zcount", 4, CommandSpec::Read, runZcount},
    {"zrank", 3, CommandSpec::Read, runZrank},
    {"zrevrank", 3, CommandSpec::Read, runZrevrank},
};

} // namespace

std::span<const CommandSpec> rangeCommands()
{
    return kCommands;
}

} // namespace penstock::embedded
