import type { DurableObjectNamespaceLike } from '../../src/shared/outside.ts'
import { McpSession, type Storage } from '../../src/mcp/session.ts'

type Kept = { object: McpSession; stored: Map<string, unknown>; alarm: number | null }

/** A stand-in for the namespace of tool sessions: it runs the real class over a storage in memory. */
export function sessionsInMemory() {
  const all = new Map<string, Kept>()
  const awaken = (id: string): Kept => {
    const known = all.get(id)
    if (known) return known
    const made = { stored: new Map<string, unknown>(), alarm: null } as unknown as Kept
    made.object = new McpSession({ storage: storageOf(made) })
    all.set(id, made)
    return made
  }
  const namespace: DurableObjectNamespaceLike = {
    idFromName: (name) => name,
    get: (id) => ({ fetch: (input, init) => awaken(id as string).object.fetch(new Request(input, init)) }),
  }
  return { namespace, awaken }
}

const storageOf = (kept: Kept): Storage => ({
  get: async <T>(key: string) => structuredClone(kept.stored.get(key)) as T | undefined,
  put: async (entries) => {
    for (const [key, value] of Object.entries(entries)) kept.stored.set(key, structuredClone(value))
  },
  deleteAll: async () => kept.stored.clear(),
  setAlarm: async (at) => void (kept.alarm = at),
  deleteAlarm: async () => void (kept.alarm = null),
})
