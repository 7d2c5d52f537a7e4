import { RedisError } from './resp.ts'

type Value = string | Map<string, string>
type Entry = { value: Value; until: number | null }

const SWEEP_EVERY = 1000

/** Reads a whole number as Redis does; throws its error for anything else. */
export function toInteger(word: string): number {
  const value = Number(word)
  if (/^-?(0|[1-9]\d*)$/.test(word) && Number.isSafeInteger(value)) return value
  throw new RedisError('ERR value is not an integer or out of range')
}

/** Keys with their values and expiry times, in this process. */
export class MemoryStore {
  private readonly entries = new Map<string, Entry>()
  private writes = 0

  /** Gives a key's string, or null; throws WRONGTYPE for a hash. */
  text(key: string): string | null {
    const value = this.find(key)?.value ?? null
    if (value instanceof Map) throw wrongType()
    return value
  }

  /** Gives a key's hash, or null; throws WRONGTYPE for a string. */
  hash(key: string): Map<string, string> | null {
    const value = this.find(key)?.value ?? null
    if (typeof value === 'string') throw wrongType()
    return value
  }

  has(key: string): boolean {
    return this.find(key) !== undefined
  }

  isText(key: string): boolean {
    return typeof this.find(key)?.value === 'string'
  }

  /** Stores a value until a time in milliseconds, or without an end for null. */
  put(key: string, value: Value, until: number | null): void {
    this.writes += 1
    if (this.writes % SWEEP_EVERY === 0) this.keys()
    this.entries.set(key, { value, until })
  }

  /** Adds to a key's number and gives the sum; the expiry time stays. */
  increase(key: string, by: number): number {
    const sum = toInteger(this.text(key) ?? '0') + by
    if (!Number.isSafeInteger(sum)) throw new RedisError('ERR increment or decrement would overflow')
    this.put(key, String(sum), this.expiry(key))
    return sum
  }

  /** Sets or, with null, removes an expiry time; tells whether there was anything to change. */
  expire(key: string, until: number | null): boolean {
    const entry = this.find(key)
    if (!entry || (until === null && entry.until === null)) return false
    entry.until = until
    return true
  }

  expiry(key: string): number | null {
    return this.find(key)?.until ?? null
  }

  /** Gives the milliseconds left, -1 for a key without an end, -2 for no key. */
  timeLeft(key: string): number {
    const entry = this.find(key)
    if (!entry) return -2
    return entry.until === null ? -1 : Math.max(0, entry.until - Date.now())
  }

  remove(key: string): boolean {
    return this.find(key) !== undefined && this.entries.delete(key)
  }

  /** Gives the living keys and forgets the expired ones. */
  keys(): string[] {
    return [...this.entries.keys()].filter((key) => this.has(key))
  }

  size(): number {
    return this.keys().length
  }

  clear(): void {
    this.entries.clear()
  }

  private find(key: string): Entry | undefined {
    const entry = this.entries.get(key)
    if (!entry || entry.until === null || entry.until > Date.now()) return entry
    this.entries.delete(key)
    return undefined
  }
}

function wrongType(): RedisError {
  return new RedisError('WRONGTYPE Operation against a key holding the wrong kind of value')
}
