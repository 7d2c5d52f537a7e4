import { RedisError } from './resp.ts'
import type { Reply } from './resp.ts'
import { toInteger } from './redis-store.ts'
import type { MemoryStore } from './redis-store.ts'

type Script = (store: MemoryStore, keys: string[], values: string[]) => Reply

/** The scripts of @upstash/ratelimit 2.2.0 by the SHA-1 of their text, each as the same steps here. */
export const knownScripts: Record<string, Script> = {
  b2efc02798c8e9b471a10f9b1d5745db89923ff3: fixedWindowLimit,
  '823cb2a5a902d69681244f5e28e5ebb8f2a89edd': fixedWindowRemaining,
  '54bd274ddc59fb3be0f42deee2f64322a10e2b50': resetKeys,
}

function fixedWindowLimit(store: MemoryStore, keys: string[], values: string[]): Reply {
  const [key = '', dynamicKey] = keys
  const [tokens, window = '', by = ''] = values
  const limit = limitOf(store, tokens, dynamicKey)
  const used = store.increase(key, toInteger(by))
  if (used === toInteger(by)) store.expire(key, Date.now() + toInteger(window))
  return [used, limit]
}

function fixedWindowRemaining(store: MemoryStore, keys: string[], values: string[]): Reply {
  const [key = '', dynamicKey] = keys
  const limit = limitOf(store, values[0], dynamicKey)
  return [limit - Number(store.text(key) ?? 0), limit]
}

function limitOf(store: MemoryStore, tokens = '', dynamicKey = ''): number {
  const dynamic = dynamicKey === '' ? null : store.text(dynamicKey)
  const limit = Number(dynamic ?? tokens)
  if (Number.isNaN(limit)) throw new RedisError('ERR the limit is not a number')
  return Math.trunc(limit)
}

function resetKeys(store: MemoryStore, keys: string[]): Reply {
  const pattern = globPattern(keys[0] ?? '')
  for (const key of store.keys()) if (pattern.test(key)) store.remove(key)
  return null
}

function globPattern(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's')
}
