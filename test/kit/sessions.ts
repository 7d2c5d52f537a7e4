import { capsIn, ran } from '../../scripts/stack/caps.ts'
import type { DurableObjectNamespaceLike } from '../../src/shared/outside.ts'
import { McpSession, type Storage } from '../../src/mcp/session.ts'

type StoredSession = { object: McpSession; stored: Map<string, unknown>; alarm: number | null }

/** The namespace of MCP sessions: runs the real class with storage in memory. */
export function sessionsInMemory() {
  const all = new Map<string, StoredSession>()
  const sessionOf = (id: string): StoredSession => {
    const existing = all.get(id)
    if (existing) return existing
    const created = { stored: new Map<string, unknown>(), alarm: null } as unknown as StoredSession
    created.object = new McpSession({ storage: storageOf(created) })
    all.set(id, created)
    return created
  }
  const namespace: DurableObjectNamespaceLike = {
    idFromName: (name) => name,
    get: (id) => ({
      fetch: (input, init) =>
        ran(capsIn({}), () => sessionOf(id as string).object.fetch(new Request(input, init))),
    }),
  }
  return { namespace, sessionOf }
}

const storageOf = (session: StoredSession): Storage => ({
  get: async <T>(key: string) => structuredClone(session.stored.get(key)) as T | undefined,
  put: async (entries) => {
    for (const [key, value] of Object.entries(entries)) session.stored.set(key, structuredClone(value))
  },
  deleteAll: async () => session.stored.clear(),
  setAlarm: async (at) => void (session.alarm = at),
  deleteAlarm: async () => void (session.alarm = null),
})
