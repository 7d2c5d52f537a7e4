import type { Env } from '../base/config.ts'
import { unavailable } from '../kit/errors.ts'
import { withTimeout } from '../base/timeout.ts'
import type { Profile } from './catalogue.ts'

/** The state of a session of the 2025 revisions: its owner, and what the client chose when opening it. */
export type Session = { owner: string; profile: Profile; organization: string | null }

/** What a session uses of a Durable Object's storage. */
export type Storage = {
  get<T>(key: string): Promise<T | undefined>
  put(entries: Record<string, unknown>): Promise<void>
  deleteAll(): Promise<void>
  setAlarm(at: number): Promise<void>
  deleteAlarm(): Promise<void>
}

const hour = 3600_000
/** A session expires when unused for this long. */
export const idleMillis = 24 * hour
/** How many sessions a credential may have; another one ends the oldest. */
export const maxSessions = 50

/**
 * One session, or the list of those that a credential opened. All its state is stored, so that it survives eviction; the
 * Worker handles the calls, so the session is awake only briefly. Its use is recorded at most once an hour, to avoid a
 * write per call.
 */
export class McpSession {
  readonly #storage: Storage
  constructor(state: { storage: Storage }) {
    this.#storage = state.storage
  }

  async fetch(request: Request): Promise<Response> {
    if (request.method === 'PUT') return this.#open(await request.json())
    if (request.method === 'POST') return this.#list(await request.text())
    if (request.method === 'DELETE') return this.#forget()
    const session = await this.#storage.get<Session>('session')
    if (!session) return new Response(null, { status: 404 })
    await this.#used(Date.now())
    return Response.json(session)
  }

  async alarm(): Promise<void> {
    await this.#forget()
  }

  async #open(session: Session) {
    await this.#storage.put({ session })
    await this.#used(Date.now())
    return new Response(null, { status: 204 })
  }

  /** Records a new session; returns the ids of those over the limit, oldest first. */
  async #list(id: string) {
    const all = [...((await this.#storage.get<string[]>('opened')) ?? []), id]
    const ended = all.slice(0, Math.max(0, all.length - maxSessions))
    await this.#storage.put({ opened: all.slice(ended.length) })
    await this.#storage.setAlarm(Date.now() + 2 * idleMillis)
    return Response.json(ended)
  }

  async #used(now: number) {
    const recorded = await this.#storage.get<number>('used')
    if (recorded !== undefined && now - recorded < hour) return
    await this.#storage.put({ used: now })
    await this.#storage.setAlarm(now + idleMillis + hour)
  }

  async #forget() {
    await this.#storage.deleteAlarm()
    await this.#storage.deleteAll()
    return new Response(null, { status: 204 })
  }
}

/** How long a session may take to respond, in milliseconds. */
const timeoutMillis = 3000

/** The sessions as the endpoint uses them; null if there is no session with this id (any more). */
export const sessionsOf = ({ MCP_SESSIONS }: Env) => {
  /** The caller gets 503 if a session fails or stalls. */
  const request = async (id: string, init?: RequestInit): Promise<Response> => {
    const session = MCP_SESSIONS!.get(MCP_SESSIONS!.idFromName(id))
    const answer = await withTimeout(() => session.fetch('https://session/', init), timeoutMillis)
    if (answer && answer.status < 500) return answer
    throw unavailable('the session did not answer; try again')
  }
  return {
    /** Opens a session for a credential, and ends the oldest if it has too many. */
    async open(session: Session, credential: string): Promise<string> {
      const id = crypto.randomUUID()
      await request(id, { method: 'PUT', body: JSON.stringify(session) })
      const list = await request(`opened by ${credential}`, { method: 'POST', body: id })
      const ended = (await list.json()) as string[]
      await Promise.all(ended.map((one) => request(one, { method: 'DELETE' })))
      return id
    },
    async find(id: string): Promise<Session | null> {
      if (!/^[0-9a-f-]{36}$/.test(id)) return null
      const answer = await request(id)
      return answer.ok ? ((await answer.json()) as Session) : null
    },
    end: (id: string) => request(id, { method: 'DELETE' }),
  }
}
