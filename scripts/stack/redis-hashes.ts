import type { Command } from './redis-memory.ts'
import { toInteger } from './redis-store.ts'
import type { MemoryStore } from './redis-store.ts'
import { RedisError } from './resp.ts'
import type { Reply } from './resp.ts'

export const hashCommands: Record<string, Command> = {
  HGET: [2, 2, (store, [key = '', field = '']) => store.hash(key)?.get(field) ?? null],
  HSET: [3, Infinity, hashSet],
  HGETALL: [1, 1, (store, [key = '']) => [...(store.hash(key) ?? [])].flat()],
  HINCRBY: [3, 3, hashIncrease],
  HDEL: [2, Infinity, hashDelete],
}

function hashSet(store: MemoryStore, [key = '', ...pairs]: string[]): Reply {
  if (pairs.length % 2 !== 0) throw new RedisError("ERR wrong number of arguments for 'hset' command")
  const hash = store.hash(key) ?? new Map<string, string>()
  const before = hash.size
  for (let at = 0; at < pairs.length; at += 2) hash.set(pairs[at] as string, pairs[at + 1] as string)
  store.put(key, hash, store.expiry(key))
  return hash.size - before
}

function hashIncrease(store: MemoryStore, [key = '', field = '', by = '']: string[]): Reply {
  const hash = store.hash(key) ?? new Map<string, string>()
  const sum = toInteger(hash.get(field) ?? '0') + toInteger(by)
  hash.set(field, String(sum))
  store.put(key, hash, store.expiry(key))
  return sum
}

function hashDelete(store: MemoryStore, [key = '', ...fields]: string[]): Reply {
  const hash = store.hash(key)
  if (!hash) return 0
  const gone = fields.filter((field) => hash.delete(field)).length
  if (hash.size === 0) store.remove(key)
  return gone
}
