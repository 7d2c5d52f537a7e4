import * as service from '../../src/worker.ts'
import { answered, type Caps, capsIn, countedEnv, countFetches, ran } from './caps.ts'

/** The service under the caps of the platform, as `npm start` runs it: see `caps.ts`. */
type Env = Parameters<typeof service.default.fetch>[1]
type Context = Parameters<typeof service.default.fetch>[2]

countFetches()

const environments = new WeakMap<Env, Env>()
/** The same for the same environment, of which the service remembers what it made. */
function countedOnce(env: Env): Env {
  const known = environments.get(env) ?? countedEnv(env)
  environments.set(env, known)
  return known
}

/** An object of the service, each call of which is an invocation of its own. */
type Handlers = Record<
  'fetch' | 'alarm' | 'webSocketClose' | 'webSocketError',
  (...given: never[]) => Promise<unknown>
>
function capped<State>(Service: new (state: State, env: Env) => object) {
  const { prototype } = Service as { prototype: Partial<Handlers> }
  class Capped extends Service {
    constructor(state: State, env: Env) {
      super(state, countedOnce(env))
      Object.assign(this, { caps: capsIn(env) })
    }
  }
  for (const name of ['fetch', 'alarm', 'webSocketClose', 'webSocketError'] as const) {
    const handle = prototype[name]
    if (!handle) continue
    Object.defineProperty(Capped.prototype, name, {
      value(this: { caps: Caps }, ...given: never[]) {
        return ran(this.caps, () => handle.apply(this, given))
      },
    })
  }
  return Capped
}

export const Clock = capped(service.Clock)
export const McpSession = capped(service.McpSession)
export const Live = capped(service.Live)

export default {
  fetch: (request: Request, env: Env, context: Context) =>
    answered(capsIn(env), context, (own) => service.default.fetch(request, countedOnce(env), own)),
  scheduled: (event: unknown, env: Env, context: Context) =>
    context.waitUntil(
      ran(capsIn(env), async () => {
        const work: Promise<unknown>[] = []
        service.default.scheduled(event, countedOnce(env), { waitUntil: (one) => void work.push(one) })
        await Promise.all(work)
      }),
    ),
}
