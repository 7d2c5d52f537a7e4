import type { KeyValue } from '../../src/platform/cache.ts'

export type KvInMemory = KeyValue & {
  stored: Map<string, { value: string; expirationTtl: number }>
  /** Makes all entries `seconds` older. */
  age(seconds: number): void
}

/** A stand-in for a KV namespace, in memory. */
export function kvInMemory(): KvInMemory {
  const stored: KvInMemory['stored'] = new Map()
  return {
    stored,
    get: async (key) => stored.get(key)?.value ?? null,
    async put(key, value, { expirationTtl }) {
      if (expirationTtl < 60) throw new Error('KV keeps nothing for less than 60 seconds')
      if (key.length > 512) throw new Error('a key of KV has at most 512 bytes')
      stored.set(key, { value, expirationTtl })
    },
    age(seconds) {
      for (const [key, { value, expirationTtl }] of stored) {
        const entry = JSON.parse(value) as { fetched_at?: string }
        if (!entry.fetched_at) continue
        const fetched_at = new Date(Date.parse(entry.fetched_at) - seconds * 1000).toISOString()
        stored.set(key, { value: JSON.stringify({ ...entry, fetched_at }), expirationTtl })
      }
    },
  }
}
