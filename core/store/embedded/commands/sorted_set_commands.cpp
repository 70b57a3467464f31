// SPDX-License-Identifier: MIT
#include "core/store/embedded/command_table.h"
#include "core/store/embedded/commands/score_range.h"

#include <algorithm>
#include <cmath>

namespace penstock::embedded {

namespace {

struct AddOptions
{
    bool onlyNew = false;
    bool onlyExisting = false;
    bool onlyGreater = false;
    bool onlyLess = false;
    bool countsChanged = false;
    bool increments = false;
};

/// What adding one member did.
struct Added
{
    bool isNew = false;
    bool isChanged = false;
    bool isSkipped = false; ///< a condition did not hold
    double score = 0;
};

/// The number of the first word that is no option.
std::size_t parseOptions(const CommandContext& context, AddOptions& out)
{
    std::size_t i = 2;
    for (; i < context.words.size(); ++i) {
        if (context.isWord(i, "NX"))
            out.onlyNew = true;
        else if (context.isWord(i, "XX"))
            out.onlyExisting = true;
        else if (context.isWord(i, "GT"))
            out.onlyGreater = true;
        else if (context.isWord(i, "LT"))
            out.onlyLess = true;
        else if (context.isWord(i, "CH"))
            out.countsChanged = true;
        else if (context.isWord(i, "INCR"))
            out.increments = true;
        else
            break;
    }
    return i;
}

std::string_view problemOf(const AddOptions& options, std::size_t wordsLeft)
{
    if (wordsLeft == 0 || wordsLeft % 2 != 0)
        return errors::kSyntax;
    if (options.onlyNew && options.onlyExisting)
        return "ERR XX and NX options at the same time are not compatible";
    if (int{options.onlyGreater} + int{options.onlyLess} + int{options.onlyNew} > 1)
        return "ERR GT, LT, and/or NX options at the same time are not compatible";
    if (options.increments && wordsLeft > 2)
        return "ERR INCR option supports a single increment-element pair";
    return {};
}

/// None when the sum is not a number (infinities of both signs).
std::optional<Added> addMember(SortedSet& set, const AddOptions& options, double score,
                               std::string_view member)
{
    Added added{.score = score};
    if (const auto old = set.score(member)) {
        added.isSkipped = options.onlyNew;
        if (options.increments && !added.isSkipped) {
            added.score += *old;
            if (std::isnan(added.score))
                return std::nullopt;
        }
        added.isSkipped |= (options.onlyGreater && added.score <= *old) ||
                           (options.onlyLess && added.score >= *old);
        added.isChanged = !added.isSkipped && added.score != *old;
    } else {
        added.isSkipped = options.onlyExisting;
        added.isNew = !added.isSkipped;
    }
    if (added.isNew || added.isChanged)
        set.put(member, added.score);
    return added;
}

void addMembers(CommandContext& context, const AddOptions& options, std::size_t first)
{
    std::vector<double> scores;
    for (std::size_t i = first; i < context.words.size(); i += 2) {
        if (!context.readFloat(i, scores.emplace_back()))
            return;
    }
    const std::string_view key = context.word(1);
    SortedSet* set = nullptr;
    if (!context.lookup(key, set))
        return;
    if (!set && options.onlyExisting)
        return options.increments ? context.reply.nil() : context.reply.integer(0);
    context.lookupOrMake(key, set);

    std::int64_t count = 0;
    Added last;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const auto added = addMember(*set, options, scores[i], context.word(first + 2 * i + 1));
        if (!added)
            return context.reply.error("ERR resulting score is not a number (NaN)");
        last = *added;
        count += last.isNew || (last.isChanged && options.countsChanged);
    }
    NumberText room;
    if (!options.increments)
        context.reply.integer(count);
    else if (last.isSkipped)
        context.reply.nil();
    else
        context.reply.bulk(formatScore(room, last.score));
}

void runZadd(CommandContext& context)
{
    AddOptions options;
    const std::size_t first = parseOptions(context, options);
    if (const auto problem = problemOf(options, context.words.size() - first); !problem.empty())
        return context.reply.error(problem);
    addMembers(context, options, first);
}

void runZincrby(CommandContext& context)
{
    addMembers(context, {.increments = true}, 2);
}

void runZrem(CommandContext& context)
{
    SortedSet* set = nullptr;
    if (!context.lookup(context.word(1), set))
        return;
    std::int64_t removed = 0;
    if (set) {
        for (const std::string_view member : context.words.subspan(2))
            removed += set->erase(member);
        context.eraseIfEmpty(context.word(1), *set);
    }
    context.reply.integer(removed);
}

void runZcard(CommandContext& context)
{
    SortedSet* set = nullptr;
    if (context.lookup(context.word(1), set))
        context.reply.integer(set ? static_cast<std::int64_t>(set->size()) : 0);
}

void runZscore(CommandContext& context)
{
    SortedSet* set = nullptr;
    if (!context.lookup(context.word(1), set))
        return;
    const auto score = set ? set->score(context.word(2)) : std::nullopt;
    NumberText room;
    if (score)
        context.reply.bulk(formatScore(room, *score));
    else
        context.reply.nil();
}

void runZremrangebyscore(CommandContext& context)
{
    ScoreRange range;
    SortedSet* set = nullptr;
    if (!readScoreRange(context, 2, 3, range) || !context.lookup(context.word(1), set))
        return;
    std::size_t removed = 0;
    if (set && !range.isEmpty()) {
        removed = set->erase(set->firstFrom(range.least), set->firstAbove(range.most));
        context.eraseIfEmpty(context.word(1), *set);
    }
    context.reply.integer(static_cast<std::int64_t>(removed));
}

void runZremrangebyrank(CommandContext& context)
{
    std::int64_t from = 0;
    std::int64_t to = 0;
    SortedSet* set = nullptr;
    if (!context.readInteger(2, from) || !context.readInteger(3, to) ||
        !context.lookup(context.word(1), set))
        return;
    std::size_t removed = 0;
    if (set) {
        const auto range = IndexRange::of(from, to, set->size());
        if (!range.isEmpty())
            removed = set->erase(set->at(range.first), set->at(range.last));
        context.eraseIfEmpty(context.word(1), *set);
    }
    context.reply.integer(static_cast<std::int64_t>(removed));
}

template <bool kLeast>
void runPop(CommandContext& context)
{
    if (context.words.size() > 3)
        return context.reply.error(errors::kSyntax);
    std::int64_t count = 1;
    SortedSet* set = nullptr;
    if ((context.words.size() == 3 && !context.readCount(2, count)) ||
        !context.lookup(context.word(1), set))
        return;
    const std::size_t taken = set ? std::min(static_cast<std::size_t>(count), set->size()) : 0;
    context.reply.beginArray(2 * taken);
    for (std::size_t i = 0; i < taken; ++i) {
        const auto member = kLeast ? set->begin() : std::prev(set->end());
        replyMember(context.reply, *member, true);
        set->erase(member, std::next(member));
    }
    if (set)
        context.eraseIfEmpty(context.word(1), *set);
}

constexpr CommandSpec kCommands[] = {
    {"zadd", -4, CommandSpec::Write, runZadd},
    {"zincrby", 4, CommandSpec::Write, runZincrby},
    {"zrem", -3, CommandSpec::Write, runZrem},
    {"zcard", 2, CommandSpec::Read, runZcard},
    {"zscore", 3, CommandSpec::Read, runZscore},
    {"zremrangebyscore", 4, CommandSpec::Write, runZremrangebyscore},
    {"zremrangebyrank", 4, CommandSpec::Write, runZremrangebyrank},
    {"zpopmin", -2, CommandSpec::Write, runPop<true>},
    {"zpopmax", -2, CommandSpec::Write, runPop<false>},
};

} // namespace

std::span<const CommandSpec> sortedSetCommands()
{
    return kCommands;
}

} // namespace penstock::embedded
