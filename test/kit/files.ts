import type { Bucket } from '../../src/shared/files/storage.ts'

type Stored = { bytes: Uint8Array<ArrayBuffer>; uploaded: Date }
export type Files = Bucket & { stored: Map<string, Stored> }

/** A bucket in memory; like R2 it stores nothing of a stream that breaks. */
export function filesInMemory(): Files {
  const stored = new Map<string, Stored>()
  return {
    stored,
    async put(key, value) {
      const bytes = new Uint8Array(await new Response(value as BodyInit).arrayBuffer())
      stored.set(key, { bytes, uploaded: new Date() })
    },
    async get(key, options) {
      const bytes = stored.get(key)?.bytes
      if (!bytes) return null
      const { offset, length } = options?.range ?? { offset: 0, length: bytes.length }
      return { body: new Blob([bytes.subarray(offset, offset + length)]).stream() }
    },
    head: async (key) => stored.get(key) ?? null,
    delete: async (keys) => keys.forEach((key) => stored.delete(key)),
    async list({ prefix, startAfter }) {
      const keys = [...stored.keys()]
        .filter((key) => key.startsWith(prefix) && key > (startAfter ?? ''))
        .toSorted()
      const page = keys.slice(0, 1000)
      const objects = page.map((key) => ({ key, uploaded: stored.get(key)!.uploaded }))
      return { objects, truncated: keys.length > page.length }
    },
  }
}
