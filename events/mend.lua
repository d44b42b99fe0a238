-- Bring the indexes of one game in line with its head, unless the head has moved since it was read.
--
-- KEYS: head, due set, then lists: those that have to hold the game (ARGV[3] of them), then those that must not
-- ARGV: version that was read (0: no head), entry of the game in lists, how many lists have to hold it, then due
--       members that seem wrong
-- Answer: how many entries were changed; the head itself says which due members are right

local head, due, entry, holding = KEYS[1], KEYS[2], ARGV[2], tonumber(ARGV[3])
if (redis.call('HGET', head, 'version') or '0') ~= ARGV[1] then
  return 0
end

local changed = 0
for i = 3, #KEYS do
  if i < 3 + holding then
    changed = changed + redis.call('ZADD', KEYS[i], 0, entry)
  else
    changed = changed + redis.call('ZREM', KEYS[i], entry)
  end
end
for i = 4, #ARGV do
  local score = redis.call('HGET', head, 'due:' .. ARGV[i])
  if score then
    changed = changed + redis.call('ZADD', due, 'CH', score, ARGV[i])
  else
    changed = changed + redis.call('ZREM', due, ARGV[i])
  end
end
return changed
