-- SPDX-License-Identifier: MIT
-- The hardened token bucket: one atomic decision on one key, integers only.
--
-- KEYS[1]  the bucket
-- ARGV[1]  capacity in micro-tokens
-- ARGV[2]  refill numerator    } micro-tokens per microsecond, a reduced fraction;
-- ARGV[3]  refill denominator  } the validator keeps capacity * denominator <= 2^52
-- ARGV[4]  cost in micro-tokens, not negative; 0 looks without taking
-- ARGV[5]  microseconds after which a bucket with a refill of 0 is forgotten
-- Reply    verdict (1 allowed, 0 denied, -1 never: cost above capacity), tokens left in
--          micro-tokens, retry-after, reset-after and store time in microseconds, 1 if no state was
--          found else 0
-- State    a hash: tokens (micro-tokens at last), last (microseconds), remainder (in 1/den
--          micro-tokens), den. Written by an admission only; a decision after a change of the limit
--          may prolong the key's time to live.
--
-- All numbers are whole and at most 2^53, so Lua's doubles hold them exactly. x % 1 and
-- (a + -a % b) / b stand for a check and a ceiling that need no call.
local call = redis.call
local key = KEYS[1]
local capacity, num, den, cost = ARGV[1] + 0, ARGV[2] + 0, ARGV[3] + 0, ARGV[4] + 0
local time = call('TIME')
local now = time[1] * 1000000 + time[2]
local state = call('HMGET', key, 'tokens', 'last', 'remainder', 'den')
local tokens, last, remainder, oldDen, fresh, elapsed, missing

if state[1] or state[2] or state[3] or state[4] then
  fresh = 0
  tokens, last = tonumber(state[1]), tonumber(state[2])
  remainder, oldDen = tonumber(state[3]), tonumber(state[4])
  if not (tokens and last and remainder and oldDen and tokens >= 0 and last >= 0
          and remainder >= 0 and remainder < oldDen and tokens <= 4503599627370496
          and last <= 9007199254740992 and oldDen <= 4503599627370496
          and tokens % 1 == 0 and last % 1 == 0 and remainder % 1 == 0 and oldDen % 1 == 0) then
    error('damaged bucket: tokens, last, remainder, den are no state of a token bucket', 0)
  end
  if oldDen ~= den then remainder = 0 end
  elapsed = now > last and now - last or 0
  missing = (capacity - tokens) * den - remainder
  local toFull = num > 0 and (missing + -missing % num) / num or ARGV[5] + 0
  if missing <= 0 or elapsed >= toFull then
    tokens, remainder, missing = capacity, 0, 0
  elseif elapsed > 0 then
    local gained = elapsed * num + remainder
    remainder = gained % den
    tokens = tokens + (gained - remainder) / den
    missing = (capacity - tokens) * den - remainder
  end
else
  fresh, tokens, last, remainder, elapsed, missing = 1, capacity, now, 0, 0, 0
end

local verdict, retry, reset = 1, 0, 0
if cost > capacity then
  verdict = -1
elseif tokens < cost then
  verdict = 0
elseif cost > 0 then
  tokens = tokens - cost
  missing = missing + cost * den
  if now > last then last = now end
  elapsed = 0
end

if missing > 0 then
  reset = num > 0 and (missing + -missing % num) / num or ARGV[5] - elapsed
end
if verdict == 0 then
  local lacking = (cost - tokens) * den - remainder
  retry = num > 0 and (lacking + -lacking % num) / num or reset
end
-- When the bucket will be full, in milliseconds: its key may go a margin of 5 s after that.
local full = (now > last and now or last) + reset
full = (full + -full % 1000) / 1000

if verdict == 1 and cost > 0 then
  if oldDen == den then
    call('HSET', key, 'tokens', string.format('%.0f', tokens), 'last', string.format('%.0f', last),
         'remainder', string.format('%.0f', remainder))
  else
    call('HSET', key, 'tokens', string.format('%.0f', tokens), 'last', string.format('%.0f', last),
         'remainder', string.format('%.0f', remainder), 'den', string.format('%.0f', den))
  end
  call('PEXPIREAT', key, string.format('%.0f', full + 5000))
elseif missing > 0 and (now - now % 1000) / 1000 + call('PTTL', key) < full then
  -- The limit was changed since the last admission (or the expiry lost): the state stays as it is,
  -- but it must not vanish, and the bucket be full, before its time.
  call('PEXPIREAT', key, string.format('%.0f', full + 5000))
end
return {verdict, tokens, retry, reset, now, fresh}
