import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The caps of Cloudflare Workers for one invocation, which neither workerd nor Node have: calls of other services, the
 * milliseconds that work may go on after a response, and those of an alarm or a scheduled run.
 */
export type Caps = { subrequests: number; afterResponse: number; run: number }

/** The caps that an environment states, for the service and for its stand-in alike. */
export const capsIn = ({ SUBREQUESTS, AFTER_RESPONSE_MS }: Settings): Caps => ({
  subrequests: Number(SUBREQUESTS ?? 1000),
  afterResponse: Number(AFTER_RESPONSE_MS ?? 30_000),
  run: 15 * 60_000,
})
type Settings = { SUBREQUESTS?: string; AFTER_RESPONSE_MS?: string }

const never = () => new Promise<never>(() => {})

/** What one invocation has called so far; whatever it calls after its end never answers. */
export class Invocation {
  calls = 0
  /** Calls that were cut: those on their way at the end, and what came after it. */
  lost = 0
  isCut = false
  #open = 0
  #most: number
  readonly #ended: Promise<void>
  #end: () => void = () => undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  constructor(most: number) {
    this.#most = most
    this.#ended = new Promise((resolve) => (this.#end = resolve))
  }

  async call<T>(work: () => Promise<T>): Promise<T> {
    if (this.isCut) {
      this.lost++
      return never()
    }
    if (++this.calls > this.#most) throw new Error('Too many subrequests by single Worker invocation.')
    this.#open++
    const settled = await work().then(
      (answer) => () => answer,
      (error: unknown) => () => Promise.reject(error),
    )
    this.#open--
    return this.isCut ? never() : settled()
  }

  /** Cuts what still runs after so many milliseconds; without an end nothing is capped any more. */
  endsIn(milliseconds: number): void {
    if (milliseconds === Infinity) {
      this.#most = Infinity
      return
    }
    this.#timer = setTimeout(() => {
      this.isCut = true
      this.lost = this.#open
      this.#end()
    }, milliseconds)
    // In Node it would keep the process; in workerd it is a number.
    if (typeof this.#timer === 'object') this.#timer.unref()
  }

  /** The work, or undefined where it was cut. */
  async untilCut<T>(work: Promise<T>): Promise<T | undefined> {
    return Promise.race([work, this.#ended.then(() => undefined)])
  }

  done(): void {
    clearTimeout(this.#timer)
  }
}

const current = new AsyncLocalStorage<Invocation>()
/** All invocations begun while it is set, for tests. */
export const watching: { seen: Invocation[] | null } = { seen: null }

function begin({ subrequests }: Caps): Invocation {
  const invocation = new Invocation(subrequests)
  watching.seen?.push(invocation)
  return invocation
}

type Call<A extends unknown[], T> = (...given: A) => Promise<T>
/** A function each call of which counts for the invocation that makes it. */
export const counted =
  <A extends unknown[], T>(call: Call<A, T>): Call<A, T> =>
  (...given) => {
    const invocation = current.getStore()
    return invocation ? invocation.call(() => call(...given)) : call(...given)
  }

const isCounted = Symbol('counted')
/** Counts what this process or isolate fetches, from now on. */
export function countFetches(): void {
  if (isCounted in globalThis.fetch) return
  const fetched = counted(globalThis.fetch.bind(globalThis) as Call<Parameters<typeof fetch>, Response>)
  globalThis.fetch = Object.assign(fetched, { [isCounted]: true })
}

// oxlint-disable-next-line typescript/no-explicit-any -- whatever an environment binds
type Binding = any
/** An environment whose bindings count their calls. */
export function countedEnv<E extends object>(env: E): E {
  const entries = Object.entries(env).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? countedBinding(value) : value,
  ])
  return Object.fromEntries(entries) as E
}

const countedBinding = (binding: Binding): Binding =>
  new Proxy(binding, {
    get(target, name) {
      const value = target[name]
      if (typeof value !== 'function') return value
      // The stub of a Durable Object is got without a call.
      if (typeof target.idFromName !== 'function') return counted(value.bind(target))
      return name === 'get' || name === 'jurisdiction'
        ? (...given: unknown[]) => countedBinding(value.apply(target, given))
        : value.bind(target)
    },
  })

type Context = {
  waitUntil(work: Promise<unknown>): void
  passThroughOnException(): void
  props: unknown
}

/** Answers one request as an invocation of its own, whose work after the response is cut in time. */
export async function answered(
  caps: Caps,
  context: Context,
  answer: (context: Context) => Response | Promise<Response>,
): Promise<Response> {
  const invocation = begin(caps)
  const response = await current.run(invocation, () =>
    answer({
      props: context.props,
      passThroughOnException: () => context.passThroughOnException(),
      waitUntil: (work) => context.waitUntil(invocation.untilCut(work)),
    }),
  )
  const end = () => invocation.endsIn(caps.afterResponse)
  // A stream is answered once it ends.
  if (!response.body || !response.headers.get('content-type')?.includes('event-stream')) {
    end()
    return response
  }
  const watched = new TransformStream<Uint8Array, Uint8Array>({ flush: end })
  return new Response(response.body.pipeThrough(watched), response)
}

/** An alarm, a scheduled run or a request of a Durable Object as an invocation of its own. Throws where it takes too long. */
export async function ran<T>(caps: Caps, work: () => Promise<T>): Promise<T> {
  const invocation = begin(caps)
  invocation.endsIn(caps.run)
  try {
    const result = await invocation.untilCut(current.run(invocation, work))
    if (invocation.isCut) throw new Error('the invocation took too long')
    return result as T
  } finally {
    invocation.done()
  }
}
