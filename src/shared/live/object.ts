import type { Env } from '../../base/config.ts'
import { log } from '../../kit/log.ts'
import type { DurableObjectNamespaceLike } from '../outside.ts'

declare module '../../base/config.ts' {
  interface Env {
    /** Leads to the object `Live` of an organization; without it nothing is told, and pages ask every minute. */
    LIVE?: DurableObjectNamespaceLike
  }
}

/** What a write tells: kinds that changed, whether rights did, and the people, sessions and credentials whose streams end. */
export type Telling = { kinds: string[]; access: boolean; gone: string[] }
/** What a stream is told: its mark at first, then what changed since; the kind `*` is any. */
export type Told = { mark: string; kinds?: string[]; access?: boolean }

export type NearSocket = {
  readyState: number
  send(text: string): void
  close(code: number, why: string): void
}
/** What the object uses of the runtime. */
export type LiveState = {
  storage: {
    get<T>(key: string): Promise<T | undefined>
    put(entries: Record<string, unknown>): Promise<void>
    deleteAll(): Promise<void>
    getAlarm(): Promise<number | null>
    setAlarm(at: number): Promise<void>
  }
  acceptWebSocket(socket: NearSocket, tags: string[]): void
  getWebSockets(tag?: string): NearSocket[]
  setWebSocketAutoResponse(pair: unknown): void
}
type Runtime = {
  WebSocketPair: new () => { 0: unknown; 1: NearSocket }
  WebSocketRequestResponsePair: new (request: string, response: string) => unknown
}
const runtime = () => globalThis as unknown as Runtime

export const mostOfPerson = 5
export const mostOfOrganization = 500
/** The shortest time between two events, in milliseconds. */
export const pace = 2000
const minute = 60_000
/** For so long after the first stream was opened a writer may believe that nobody listens. */
const blindness = minute
/** The flag lasts longer than a stream, and whoever opens one renews it. */
const [flagLasts, flagRenewedBelow] = [40 * minute, 20 * minute]

/** Where writers see that somebody listens. */
export const flagOf = (org: string) => `live ${org}`

/** What stays while the object is out of memory. */
type Kept = {
  org?: string
  epoch?: string
  /** What it was told in this epoch, as often as streams may have heard of it. */
  count: number
  flaggedUntil: number
  /** When whoever listens by then is to ask again, as some writers did not know of them; 0 for never. */
  blindUntil: number
}

/**
 * Tells the streams of one organization that something changed. Its sockets hibernate: they stay open while the object is out
 * of memory, which it is when nothing happens. A mark is an epoch and a count in it, so that whoever returns learns whether
 * anything was told meanwhile, not what. An epoch ends when nobody has listened for a minute.
 */
export class Live {
  readonly #state: LiveState
  readonly #env: Env
  #kept: Kept | undefined
  #kinds = new Set<string>()
  #access = false
  #sentAt = 0
  #waits = false
  constructor(state: LiveState, env: Env) {
    this.#state = state
    this.#env = env
    state.setWebSocketAutoResponse(new (runtime().WebSocketRequestResponsePair)('ping', 'pong'))
  }

  async fetch(request: Request): Promise<Response> {
    this.#kept ??= (await this.#state.storage.get<Kept>('kept')) ?? {
      count: 0,
      flaggedUntil: 0,
      blindUntil: 0,
    }
    if (request.method === 'GET') return this.#open(this.#kept, new URL(request.url).searchParams)
    return this.#tell(this.#kept, (await request.json()) as Telling)
  }

  /** A socket for a stream; 429 where the person or the organization has too many. */
  async #open(kept: Kept, asked: URLSearchParams): Promise<Response> {
    const [org, person, credential] = ['org', 'person', 'credential'].map((name) => asked.get(name)!)
    // That a browser has left a page shows only when something is sent to it.
    const browser = asked.has('client') ? [`${person} ${asked.get('client')}`] : []
    for (const tag of browser) for (const left of this.#listening(tag)) left.close(4000, 'replaced')
    if (this.#listening(person).length >= mostOfPerson || this.#listening().length >= mostOfOrganization)
      return new Response(null, { status: 429 })
    const { 0: far, 1: near } = new (runtime().WebSocketPair)()
    this.#state.acceptWebSocket(near, [...new Set([person!, credential!, ...browser])])
    await this.#raiseFlag(kept, org!, Date.now())
    near.send(JSON.stringify({ mark: markOf(kept) } satisfies Told))
    return new Response(null, { status: 101, webSocket: far } as ResponseInit)
  }

  async #raiseFlag(kept: Kept, org: string, now: number) {
    if (kept.epoch && kept.flaggedUntil > now + flagRenewedBelow) return
    if (kept.flaggedUntil < now) {
      kept.blindUntil = now + blindness
      await this.#state.storage.setAlarm(kept.blindUntil)
    }
    Object.assign(kept, { org, flaggedUntil: now + flagLasts, epoch: kept.epoch ?? now.toString(36) })
    await this.#state.storage.put({ kept })
    this.#flag(org, '1', flagLasts)
  }

  #flag(org: string, value: string, lasts: number) {
    void this.#env.ACTIVITY?.put(flagOf(org), value, { expirationTtl: lasts / 1000 }).catch(
      (error: unknown) => log('live_flag_failed', flagOf(org), error),
    )
  }

  /** 410 where nobody listens, nor has for a minute. */
  async #tell(kept: Kept, { kinds, access, gone }: Telling): Promise<Response> {
    if (!kept.epoch) return new Response(null, { status: 410 })
    for (const id of gone)
      for (const socket of this.#listening(id === '*' ? undefined : id)) socket.close(4001, 'rights ended')
    if (access || kinds.length) await this.#note(kept, kinds, access)
    if (!this.#listening().length) await this.#emptied()
    return new Response(null, { status: 204 })
  }

  /** The mark moves before the first who may hear of it does, so that a stop in between loses nothing. */
  async #note(kept: Kept, kinds: string[], access: boolean) {
    const isFirst = !this.#kinds.size && !this.#access
    for (const kind of kinds) this.#kinds.add(kind)
    this.#access ||= access
    if (!isFirst) return
    kept.count++
    await this.#state.storage.put({ kept })
    const pause = this.#sentAt + pace - Date.now()
    if (pause <= 0) this.#send(kept)
    else if (!this.#waits) {
      this.#waits = true
      setTimeout(() => this.#send(kept), pause)
    }
  }

  #send(kept: Kept) {
    const told: Told = { mark: markOf(kept), kinds: [...this.#kinds].toSorted(), access: this.#access }
    this.#kinds = new Set()
    this.#access = this.#waits = false
    this.#sentAt = Date.now()
    for (const socket of this.#listening()) socket.send(JSON.stringify(told))
  }

  async webSocketClose(socket: NearSocket): Promise<void> {
    // A peer that went away cannot be answered.
    if (socket.readyState < closed) socket.close(1000, 'closed')
    if (!this.#listening().length) await this.#emptied()
  }

  async webSocketError(): Promise<void> {
    if (!this.#listening().length) await this.#emptied()
  }

  /** Whoever turned a page is back before this. */
  async #emptied() {
    if ((await this.#state.storage.getAlarm()) === null)
      await this.#state.storage.setAlarm(Date.now() + minute)
  }

  async alarm(): Promise<void> {
    const kept = (this.#kept ??= await this.#state.storage.get<Kept>('kept'))
    if (!kept?.epoch) return
    if (!this.#listening().length) return this.#forget(kept)
    if (!kept.blindUntil) return
    if (kept.blindUntil > Date.now()) return this.#state.storage.setAlarm(kept.blindUntil)
    kept.blindUntil = 0
    await this.#note(kept, ['*'], false)
  }

  async #forget({ org }: Kept) {
    this.#kept = undefined
    await this.#state.storage.deleteAll()
    // What is stored there lasts for a minute at least.
    this.#flag(org!, '', minute)
  }

  #listening = (tag?: string) =>
    this.#state.getWebSockets(tag).filter(({ readyState }) => readyState === open)
}

const [open, closed] = [1, 3]
const markOf = ({ epoch, count }: Kept) => `${epoch}:${count}`
