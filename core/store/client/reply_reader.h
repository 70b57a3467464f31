// SPDX-License-Identifier: MIT
#pragma once

#include "core/util/reply.h"

#include <cstddef>

struct redisReplyObjectFunctions;

namespace penstock {

/// Where the next reply goes. hiredis parses the protocol and calls back for each value; these
/// functions build a Reply in place, without redisReply objects in between. Private to client/.
struct ReplySink
{
    Reply* target = nullptr;

    /// To be put into a redisReader as `fn`, with a ReplySink as `privdata`.
    static redisReplyObjectFunctions* functions();
};

} // namespace penstock
