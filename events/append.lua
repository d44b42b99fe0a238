-- One accepted command: everything that belongs to it, or nothing. All keys share one hash tag.
--
-- KEYS: log, head, idempotency records, due set, lists by status (ARGV.lists of them), then the lists of
--       the players who come in, then those of the players who go
-- ARGV: expected version, commit, idempotency key or '', record, hash of the body or '', entry of the game in
--       lists, lists by status, the one that lists it (from 1; 0: none), players who come in, channel, wake-up,
--       hash of the commit below, then three counted groups: due members to remove, pairs of score and member
--       to add, pairs of field and value of the head
-- Answer: {outcome, version}

local log, head, records, due = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local expected, commit, key = tonumber(ARGV[1]), ARGV[2], ARGV[3]
local record, body, entry = ARGV[4], ARGV[5], ARGV[6]
local lists, listed, coming = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local channel, wake, prev = ARGV[10], ARGV[11], ARGV[12]
local version = expected + 1

-- a known command is answered as the first time, whatever has happened since
if key ~= '' then
  local known = redis.call('HGET', records, key)
  if known then
    local made, first = string.match(known, '^(%d+):(%x+)$')
    return {first == body and 'replayed' or 'mismatch', tonumber(made)}
  end
end

local at = tonumber(redis.call('HGET', head, 'version') or '0')
if redis.call('XLEN', log) ~= at then
  return {'incomplete', at}
end
if at ~= expected then
  -- without a key, a writer whose answer was lost tries again with the very same bytes
  if key == '' and at > expected then
    local id = string.format('%d-0', version)
    local stored = redis.call('XRANGE', log, id, id)[1]
    if stored and stored[2][2] == commit then
      return {'appended', version}
    end
  end
  return {'stale', at}
end
-- a store that lost its end and went on differently: the same number, another history
if at > 0 and redis.call('HGET', head, 'hash') ~= prev then
  return {'stale', at}
end

redis.call('XADD', log, string.format('%d-0', version), 'commit', commit)

local next = 13
local function group()
  local values, n = {}, tonumber(ARGV[next])
  for i = 1, n do
    values[i] = ARGV[next + i]
  end
  next = next + n + 1
  return values
end

local closed, opened, fields = group(), group(), group()

redis.call('HDEL', head, 'frozen')
redis.call('HSET', head, unpack(fields))

if key ~= '' then
  redis.call('HSET', records, key, record)
end

for _, member in ipairs(closed) do
  redis.call('ZREM', due, member)
  redis.call('HDEL', head, 'due:' .. member)
end
for i = 1, #opened, 2 do
  redis.call('ZADD', due, opened[i], opened[i + 1])
  redis.call('HSET', head, 'due:' .. opened[i + 1], opened[i])
end

-- in most commits the list stays the same; a game is in one list at a time, so nothing is to be done then
if listed > 0 and not redis.call('ZSCORE', KEYS[4 + listed], entry) then
  for i = 1, lists do
    redis.call('ZREM', KEYS[4 + i], entry)
  end
  redis.call('ZADD', KEYS[4 + listed], 0, entry)
end
for i = 5 + lists, #KEYS do
  if i < 5 + lists + coming then
    redis.call('ZADD', KEYS[i], 0, entry)
  else
    redis.call('ZREM', KEYS[i], entry)
  end
end

redis.call('PUBLISH', channel, wake)
return {'appended', version}
