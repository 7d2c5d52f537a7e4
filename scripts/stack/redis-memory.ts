import { createHash } from 'node:crypto'
import { hashCommands } from './redis-hashes.ts'
import { knownScripts } from './redis-scripts.ts'
import { MemoryStore, toInteger } from './redis-store.ts'
import { RedisError, Status } from './resp.ts'
import type { Engine, Reply } from './resp.ts'

const OK = new Status('OK')
const SYNTAX = 'ERR syntax error'

/** One command: the fewest words after its name, the most (Infinity for any), and what it does. */
export type Command = [least: number, most: number, run: (store: MemoryStore, words: string[]) => Reply]

/** Gives an engine that keeps everything in this process and runs the limiter's scripts. */
export function startMemory(): Engine {
  const store = new MemoryStore()
  const loaded = new Set<string>()
  const table: Record<string, Command> = { ...commands, ...hashCommands, ...scriptCommands(loaded) }
  const check = (words: string[]) => refusal(table, words)
  const one = (words: string[]) => check(words) ?? guarded(() => runOne(table, store, words))
  return {
    kind: 'memory',
    run: (list) => Promise.resolve(list.map(one)),
    transaction: (list) => {
      const refused = list.some((words) => check(words) !== null)
      const aborted = new RedisError('EXECABORT Transaction discarded because of previous errors.')
      return Promise.resolve(refused ? aborted : list.map(one))
    },
    stop: () => store.clear(),
  }
}

function runOne(table: Record<string, Command>, store: MemoryStore, words: string[]): Reply {
  return (table[nameOf(words)] as Command)[2](store, words.slice(1))
}

function nameOf(words: string[]): string {
  return (words[0] ?? '').toUpperCase()
}

function refusal(table: Record<string, Command>, words: string[]): RedisError | null {
  const command = Object.hasOwn(table, nameOf(words)) ? table[nameOf(words)] : undefined
  if (!command) return new RedisError(`ERR unknown command '${words[0] ?? ''}'`)
  const count = words.length - 1
  if (count >= command[0] && count <= command[1]) return null
  return new RedisError(`ERR wrong number of arguments for '${nameOf(words).toLowerCase()}' command`)
}

function guarded(work: () => Reply): Reply {
  try {
    return work()
  } catch (error) {
    if (error instanceof RedisError) return error
    throw error
  }
}

const add =
  (sign: 1 | -1) =>
  (store: MemoryStore, [key = '', by = '1']: string[]) =>
    store.increase(key, sign * toInteger(by))

const expire =
  (unit: number) =>
  (store: MemoryStore, [key = '', time = '']: string[]) =>
    store.expire(key, Date.now() + toInteger(time) * unit) ? 1 : 0

const left =
  (unit: number) =>
  (store: MemoryStore, [key = '']: string[]) => {
    const ms = store.timeLeft(key)
    return ms < 0 ? ms : Math.round(ms / unit)
  }

const remove = (store: MemoryStore, keys: string[]) => keys.filter((key) => store.remove(key)).length

const clear = (store: MemoryStore) => {
  store.clear()
  return OK
}

const commands: Record<string, Command> = {
  PING: [0, 1, (_store, [text]) => text ?? new Status('PONG')],
  ECHO: [1, 1, (_store, [text = '']) => text],
  GET: [1, 1, (store, [key = '']) => store.text(key)],
  SET: [2, Infinity, set],
  SETEX: [3, 3, (store, [key = '', time = '', value = '']) => set(store, [key, value, 'EX', time])],
  PSETEX: [3, 3, (store, [key = '', time = '', value = '']) => set(store, [key, value, 'PX', time])],
  DEL: [1, Infinity, remove],
  UNLINK: [1, Infinity, remove],
  EXISTS: [1, Infinity, (store, keys) => keys.filter((key) => store.has(key)).length],
  INCR: [1, 1, add(1)],
  INCRBY: [2, 2, add(1)],
  DECR: [1, 1, add(-1)],
  DECRBY: [2, 2, add(-1)],
  EXPIRE: [2, 2, expire(1000)],
  PEXPIRE: [2, 2, expire(1)],
  PERSIST: [1, 1, (store, [key = '']) => (store.expire(key, null) ? 1 : 0)],
  TTL: [1, 1, left(1000)],
  PTTL: [1, 1, left(1)],
  MGET: [1, Infinity, (store, keys) => keys.map((key) => (store.isText(key) ? store.text(key) : null))],
  FLUSHALL: [0, 1, clear],
  FLUSHDB: [0, 1, clear],
  DBSIZE: [0, 0, (store) => store.size()],
}

function set(store: MemoryStore, words: string[]): Reply {
  const [key = '', value = '', ...options] = words
  const { until, only, keep, get } = setOptions(options)
  const before = get ? store.text(key) : null
  const blocked = (only === 'NX' && store.has(key)) || (only === 'XX' && !store.has(key))
  if (!blocked) store.put(key, value, keep ? store.expiry(key) : until)
  if (get) return before
  return blocked ? null : OK
}

type SetOptions = { until: number | null; only: 'NX' | 'XX' | null; keep: boolean; get: boolean }

function setOptions(words: string[]): SetOptions {
  const found: SetOptions = { until: null, only: null, keep: false, get: false }
  for (let at = 0; at < words.length; at += 1) {
    const word = (words[at] as string).toUpperCase()
    if (word === 'GET') found.get = true
    else if (word === 'KEEPTTL' && found.until === null) found.keep = true
    else if ((word === 'NX' || word === 'XX') && found.only === null) found.only = word
    else if ((word === 'EX' || word === 'PX') && found.until === null && !found.keep) {
      at += 1
      found.until = Date.now() + positive(words[at]) * (word === 'EX' ? 1000 : 1)
    } else throw new RedisError(SYNTAX)
  }
  return found
}

function positive(word: string | undefined): number {
  if (word === undefined) throw new RedisError(SYNTAX)
  const value = toInteger(word)
  if (value <= 0) throw new RedisError("ERR invalid expire time in 'set' command")
  return value
}

function scriptCommands(loaded: Set<string>): Record<string, Command> {
  return {
    EVAL: [2, Infinity, (store, [text = '', ...rest]) => runScript(store, load(loaded, text), rest)],
    EVALSHA: [
      2,
      Infinity,
      (store, [hash = '', ...rest]) => runLoaded(store, loaded, hash.toLowerCase(), rest),
    ],
    SCRIPT: [1, Infinity, (_store, [verb = '', ...rest]) => manageScripts(loaded, verb.toUpperCase(), rest)],
  }
}

function load(loaded: Set<string>, text: string): string {
  const hash = createHash('sha1').update(text).digest('hex')
  loaded.add(hash)
  return hash
}

function manageScripts(loaded: Set<string>, verb: string, words: string[]): Reply {
  if (verb === 'LOAD' && words.length === 1) return load(loaded, words[0] as string)
  if (verb === 'EXISTS') return words.map((hash) => (loaded.has(hash.toLowerCase()) ? 1 : 0))
  if (verb !== 'FLUSH') throw new RedisError(SYNTAX)
  loaded.clear()
  return OK
}

function runLoaded(store: MemoryStore, loaded: Set<string>, hash: string, words: string[]): Reply {
  if (loaded.has(hash)) return runScript(store, hash, words)
  throw new RedisError('NOSCRIPT No matching script. Please use EVAL.')
}

function runScript(store: MemoryStore, hash: string, words: string[]): Reply {
  const count = toInteger(words[0] ?? '')
  if (count < 0) throw new RedisError("ERR Number of keys can't be negative")
  if (count > words.length - 1)
    throw new RedisError("ERR Number of keys can't be greater than number of args")
  const script = knownScripts[hash]
  if (script) return script(store, words.slice(1, 1 + count), words.slice(1 + count))
  throw new RedisError("ERR this engine runs only the limiter's scripts; set REDIS_URL to use a real Redis")
}
