// SPDX-License-Identifier: MIT
#include "core/store/client/reply_reader.h"

#include <hiredis/read.h>

namespace penstock {

namespace {

/// The Reply that @p task describes, emptied (its memory is kept). An array grows item by item as
/// bytes arrive: a length announced by a server allocates nothing.
Reply* slotOf(const redisReadTask* task, Reply::Type type)
{
    Reply* slot = task->parent ? &static_cast<Reply*>(task->parent->obj)->items.emplace_back()
                               : static_cast<ReplySink*>(task->privdata)->target;
    slot->type = type;
    slot->integer = 0;
    slot->text.clear();
    slot->items.clear();
    return slot;
}

void* createString(const redisReadTask* task, char* bytes, std::size_t size) noexcept
{
    const auto type = task->type == REDIS_REPLY_ERROR    ? Reply::Type::Error
                      : task->type == REDIS_REPLY_STATUS ? Reply::Type::Status
                                                         : Reply::Type::Bulk;
    Reply* slot = slotOf(task, type);
    slot->text.assign(bytes, size);
    return slot;
}

void* createArray(const redisReadTask* task, int) noexcept
{
    return slotOf(task, Reply::Type::Array);
}

void* createInteger(const redisReadTask* task, long long value) noexcept
{
    Reply* slot = slotOf(task, Reply::Type::Integer);
    slot->integer = value;
    return slot;
}

void* createNil(const redisReadTask* task) noexcept
{
    return slotOf(task, Reply::Type::Nil);
}

void freeNothing(void*) noexcept {} // the Reply belongs to the caller

} // namespace

redisReplyObjectFunctions* ReplySink::functions()
{
    static redisReplyObjectFunctions functions = {
        .createString = createString,
        .createArray = createArray,
        .createInteger = createInteger,
        .createNil = createNil,
        .freeObject = freeNothing,
    };
    return &functions;
}

} // namespace penstock
