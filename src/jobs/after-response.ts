import { telling } from '../shared/live/telling.ts'
import { outsideOf } from '../shared/outside.ts'
import { type Database, lazyDatabase } from '../kit/database.ts'
import type { Context } from '../kit/http.ts'
import { Allowance, limitsAfterResponse } from './allowance.ts'
import { outwardOf, runWatched } from './clock.ts'
import { drain } from './outbox.ts'

/** What an invocation does for jobs, however many of its answers ask for it: a page and a batch of tools have several. */
type Invocation = {
  database: Database
  allowance: Allowance
  /** The shards of the run that is about to begin. */
  waiting: Set<number> | null
  run: Promise<void>
}
const invocations = new WeakMap<object, Invocation>()

/**
 * Does the due work of these shards after a response, one run after the other; their clocks do what it has no room for. Its
 * time is counted from when the request began.
 */
export function drainAfter(c: Context, shards: readonly number[], began: number): Promise<void> {
  const own = invocationOf(c, began)
  if (own.waiting) {
    for (const shard of shards) own.waiting.add(shard)
    return own.run
  }
  own.waiting = new Set(shards)
  own.run = own.run.catch(() => undefined).then(() => run(c, own))
  return own.run
}

async function run({ env }: Context, own: Invocation): Promise<void> {
  const shards = [...(own.waiting ?? [])]
  own.waiting = null
  const { database, allowance } = own
  const { files, linkKeys, mail } = outsideOf(env)
  // Without a clock nothing else would do the rest.
  const batches = env.CLOCK ? 1 : Infinity
  await runWatched(
    env,
    shards,
    (some) => drain(database, files, linkKeys, mail, { batches, allowance, shards: some }, outwardOf(env)),
    allowance,
  )
}

function invocationOf(c: Context, began: number): Invocation {
  const key = executionOf(c)
  const known = invocations.get(key)
  if (known) return known
  const own = lazyDatabase(c.env.DATABASE_URL, c.env.SQL_ENDPOINT, 30_000)
  const database = telling(own, c.env, c.get('after'))
  const allowance = new Allowance(database.used, c.env.CLOCK ? limitsAfterResponse(c.env, began) : {})
  const made: Invocation = { database, allowance, waiting: null, run: Promise.resolve() }
  invocations.set(key, made)
  return made
}

function executionOf(c: Context): object {
  try {
    return c.executionCtx
  } catch {
    return c // Outside the edge runtime there is none.
  }
}
