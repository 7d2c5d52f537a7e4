import { withTimeout } from '../base/timeout.ts'

/** The part of a KV namespace that the service uses. */
export type KeyValue = {
  get(key: string, how?: { cacheTtl: number }): Promise<string | null>
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>
}

/** A cache of responses from outside. If it fails or hangs, it counts as empty, and no request waits for it. */
export type Cache = {
  get<T>(key: string): Promise<T | undefined>
  put(key: string, value: unknown, seconds: number): Promise<void>
}

export const openCache = (store: KeyValue | undefined, timeout: number): Cache => ({
  get: async <T>(key: string) => {
    const text = await withTimeout(async () => store?.get(key), timeout)
    try {
      return text ? (JSON.parse(text) as T) : undefined
    } catch {
      return undefined
    }
  },
  put: async (key, value, seconds) => {
    const text = JSON.stringify(value)
    await withTimeout(async () => store?.put(key, text, { expirationTtl: seconds }), timeout)
  },
})
