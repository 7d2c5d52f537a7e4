import { expect } from 'vitest'
import { capsIn, countedEnv, type Invocation, watching } from '../../scripts/stack/caps.ts'
import { Clock } from '../../src/jobs/clock.ts'
import type { Env } from '../../src/base/config.ts'
import { shardOf } from '../../src/shared/shards.ts'
import { alarmStorage } from './alarms.ts'
import { asOwner, env } from './client.ts'

/** Caps that a burst of work is larger than. */
export const small = { SUBREQUESTS: '40', AFTER_RESPONSE_MS: '2000' }

/** The invocations during some work. */
export async function invocationsOf(work: () => Promise<unknown>): Promise<Invocation[]> {
  const seen: Invocation[] = (watching.seen = [])
  try {
    await work()
  } finally {
    watching.seen = null
  }
  return seen
}

/** Invocations that stopped by themselves before their caps. */
export function expectWithin(invocations: Invocation[], { SUBREQUESTS } = small): void {
  expect(Math.max(...invocations.map(({ calls }) => calls))).toBeLessThanOrEqual(Number(SUBREQUESTS))
  expect(invocations.filter(({ lost }) => lost)).toEqual([])
}

type Job = { topic: string; attempts: number; last_error: string | null }
/** The jobs of an organization that are not done, of these topics or of all. */
export const waiting = (org: string, topics: string[] = []) =>
  asOwner<Job>(
    `select topic, attempts, last_error from outbox where org_id = $1 and done_at is null
      and (topic = any ($2) or $2 = '{}') and available_at < now() + interval '10 minutes'`,
    [org, topics],
  )

/**
 * Lets the clocks of an organization run until none of its jobs of these topics is left, each time under caps. Those that wait
 * for their time are brought forward, but for those that a worker has leased. Returns the runs.
 */
export async function runsOf(
  org: string,
  topics: string[],
  changes: Partial<Env> = {},
): Promise<Invocation[]> {
  const settings = { ...small, ...changes }
  const runs: Invocation[] = []
  for (let turn = 0; turn < 400; turn++) {
    const left = await waiting(org, topics)
    const failed = left.find(({ last_error }) => last_error)
    if (failed) throw new Error(`${failed.topic}: ${failed.last_error}`)
    if (!left.length) return runs
    await asOwner(
      `update outbox set available_at = now() where org_id = $1 and done_at is null and attempts = 0
        and topic = any ($2) and available_at < now() + interval '10 minutes'`,
      [org, topics],
    )
    for (const shard of [shardOf(org), shardOf(org) + 16]) runs.push(...(await ring(shard, settings)))
  }
  throw new Error(`${topics.join()} does not end`)
}

/** One run of the clock of a shard. */
export async function ring(shard: number, settings: Partial<Env> = small): Promise<Invocation[]> {
  const alarms = alarmStorage()
  await alarms.put('shard', shard)
  const clock = new Clock({ storage: alarms }, countedEnv(env(settings)))
  return invocationsOf(() => alarms.ring(clock, capsIn(settings)))
}

/** Has a function of this file's database do so many rows at once, whatever it is asked for; `says` changes its answer. */
export async function inSmallSteps(name: string, rows: number, says = 'answer'): Promise<void> {
  const [found] = await asOwner<{ args: string; result: string; names: string[]; limit: string }>(
    `select pg_get_function_arguments(p.oid) as args, pg_get_function_result(p.oid) as result, p.proargnames as names,
      (array_remove(array_agg(n) filter (where n in ('rows', 'max_rows')), null))[1] as limit
      from pg_proc p, unnest(p.proargnames) n where p.pronamespace = 'app'::regnamespace and p.proname = $1
      group by p.oid`,
    [name],
  )
  const { args, result, names, limit } = found!
  const given = names.map((one) => (one === limit ? String(rows) : one)).join(', ')
  await asOwner(`alter function app.${name} rename to ${name}_slowly`)
  await asOwner(`create function app.${name}(${args}) returns ${result} language plpgsql security definer
    set search_path = public, app, pg_temp as $$ declare answer ${result} := ${name}_slowly(${given});
    begin return ${says}; end $$`)
}

/** Replaces a text in a function of this file's database. */
export async function rewritten(name: string, from: string, to: string): Promise<void> {
  const [found] = await asOwner<{ text: string }>(
    `select pg_get_functiondef(p.oid) as text from pg_proc p
      where p.pronamespace = 'app'::regnamespace and p.proname = $1`,
    [name],
  )
  if (!found!.text.includes(from)) throw new Error(`${name} has no ${from}`)
  await asOwner(found!.text.replace(from, to))
}
