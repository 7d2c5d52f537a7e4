import { sql, type SQL } from 'drizzle-orm'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Caller, type Json } from './client.ts'
import { enteredDatabase } from './inbox.ts'
import type { Workspace } from './makers.ts'

/** The answer of a statement of the service in an organization. */
export const answerIn = async (ws: Workspace, statement: SQL): Promise<string | null> =>
  (await enteredDatabase(ws.org.id).batch([statement]))[0] ?? null
export const jsonIn = async (ws: Workspace, value: SQL): Promise<Json> =>
  JSON.parse((await answerIn(ws, sql`select to_jsonb(${value})::text`))!)

export const meteringPath = (ws: Workspace, what: string) => `${ws.base}/metering/${what}`
export const tokens = (quantity: number, more: object = {}) => ({
  source: 'test',
  event_id: uuidv7(),
  meter: 'ai_tokens',
  quantity,
  ...more,
})
/** Reports events; what becomes of each. */
export const report = async (ws: Workspace, events: object[], who: Caller = ws.owner): Promise<Json[]> =>
  (await who.ok('POST', meteringPath(ws, 'events'), { events })).items
export const statuses = async (ws: Workspace, events: object[]) =>
  (await report(ws, events)).map(({ status }) => status as string)
export const usedOf = async (ws: Workspace, meter: string, query = ''): Promise<Json> =>
  (await ws.owner.ok('GET', meteringPath(ws, `summary${query}`))).meters.find(
    (one: Json) => one.meter === meter,
  )

/** As if the organization were this old and in this zone, with periods that begin on this day of the month. */
export async function setAge(ws: Workspace, created: string, zone: string) {
  await asOwner(`select set_config('app.org_id', $1, false)`, [ws.org.id])
  await asOwner(
    `with quiet as (select set_config('session_replication_role', 'replica', true)) update organizations
      set created_at = $2, timezone = $3 from quiet where id = $1`,
    [ws.org.id, created, zone],
  )
  await asOwner(
    `with quiet as (select set_config('session_replication_role', 'replica', true),
      set_config('app.org_id', $1::text, true)) delete from usage_periods using quiet where org_id = $1::uuid`,
    [ws.org.id],
  )
}

export const refused = async (who: Caller, method: string, path: string, body?: unknown) => {
  const { status, body: said } = await who.call(method, path, body)
  return [status, said.error.code, said.error.message]
}

/** What is counted ahead of a meter whose use follows from rows. */
export const meteredAhead = (meter: string) => ({
  used: async (ws: Workspace) =>
    Number(await answerIn(ws, sql`select app.meter_used(${ws.org.id}::uuid, ${meter})`)),
  /** How many rows a limit reads, beside what is counted. */
  read: async (ws: Workspace) =>
    Number(
      await answerIn(
        ws,
        sql`select count(d.*) from app.metering_period(${ws.org.id}::uuid, now()) p
          cross join lateral app.derived_usage(${meter}, app.counted_until(${meter}, p), p.ends_at) d`,
      ),
    ),
  count: (ws: Workspace) =>
    answerIn(ws, sql`select from app.open_usage_period() o cross join lateral app.count_ahead() offset 0`),
})
