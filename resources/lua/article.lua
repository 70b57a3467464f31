-- SPDX-License-Identifier: MIT
-- The published token bucket, with its defects: kept as it is because they teach.
--
-- KEYS[1]  the bucket
-- ARGV[1]  capacity in tokens
-- ARGV[2]  refill rate in tokens per second
-- ARGV[3]  the caller's clock in seconds
-- ARGV[4]  cost in tokens
-- ARGV[5]  time to live in seconds
-- Reply    allowed (1 or 0), tokens left (Redis cuts the fraction off)
-- State    a hash: tokens, last_refill_time. Written on every call, allowed or not.
local capacity = tonumber(ARGV[1])
local rate = tonumber(ARGV[2])
local now = tonumber(ARGV[3])
local cost = tonumber(ARGV[4])

local state = redis.call('HMGET', KEYS[1], 'tokens', 'last_refill_time')
local tokens = tonumber(state[1]) or capacity
local last = tonumber(state[2]) or now

-- A clock that runs backwards makes the elapsed time negative: tokens are lost.
tokens = math.min(capacity, tokens + (now - last) * rate)
local allowed = 0
if tokens >= cost then
  tokens = tokens - cost
  allowed = 1
end
redis.call('HSET', KEYS[1], 'tokens', tokens, 'last_refill_time', now)
redis.call('EXPIRE', KEYS[1], ARGV[5])
return {allowed, tokens}
