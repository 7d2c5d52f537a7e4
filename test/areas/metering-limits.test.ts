import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { override } from '../kit/billing.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { operator } from '../kit/impersonation.ts'
import { inbox } from '../kit/inbox.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { meteringPath, setAge, usedOf, answerIn } from '../kit/metering.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()
let olga: Caller
beforeAll(async () => {
  olga = await operator()
})

/** An organization with a limit of the calls of tools, of which some are used. */
async function limited(limit: number, used: number, meter = 'tool_calls') {
  const ws = await workspace()
  expect((await override(olga, ws.org.id, meter, limit)).status).toBe(200)
  if (used) await count(ws, used, meter)
  return ws
}
/** As if the service had counted them. */
const count = (ws: Workspace, quantity: number, meter = 'tool_calls') =>
  answerIn(
    ws,
    sql`select app.record_usage(${JSON.stringify([{ source: 'service', event_id: uuidv7(), meter, quantity }])}::jsonb)`,
  )
const reserve = async (ws: Workspace, quantity: number, key = uuidv7(), attempt = uuidv7()) =>
  (await answerIn(ws, sql`select app.reserve_usage('tool_calls', ${quantity}, ${key}, ${attempt}::uuid)`))!
const settle = (ws: Workspace, reservation: string, quantity: number) =>
  answerIn(ws, sql`select app.settle_usage(${reservation}::uuid, ${quantity})`)
const release = async (ws: Workspace, reservation: string, attempt: string) =>
  (await answerIn(ws, sql`select app.release_usage(${reservation}::uuid, ${attempt}::uuid)`)) === 'true'
const usage = async (ws: Workspace) => {
  const used = Number(await answerIn(ws, sql`select app.meter_used(${ws.org.id}::uuid, 'tool_calls')`))
  return { used, reserved: Number(await answerIn(ws, sql`select app.reserved_usage('tool_calls')`)) }
}
const expire = (ws: Workspace) =>
  asOwner(`update usage_reservations set expires_at = now() - interval '1 second' where org_id = $1`, [
    ws.org.id,
  ])
const dayAfter = async (ws: Workspace) => {
  const { period } = await ws.owner.ok('GET', meteringPath(ws, 'summary'))
  return new Date(Date.parse(period.last_day) + 864e5).toISOString().slice(0, 10)
}

describe('reservations', () => {
  test('admit what fits beside what is used and set aside, however many come at once', async () => {
    const ws = await limited(100, 90)
    const outcomes = await Promise.allSettled([reserve(ws, 5), reserve(ws, 5), reserve(ws, 5)])
    const admitted = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(admitted).toHaveLength(2)
    const refused = outcomes.find((one) => one.status === 'rejected')!
    const refusal: Json = refused.reason
    expect([refusal.status, refusal.message]).toEqual([
      403,
      `plan limit tool_calls reached: 100 of 100 until ${await dayAfter(ws)}; an owner can change the plan under Plan and usage`,
    ])
    await settle(ws, admitted[0]!, 2)
    expect(await usage(ws)).toEqual({ used: 92, reserved: 5 })
    await expire(ws)
    expect(await usage(ws)).toEqual({ used: 92, reserved: 0 })
    await reserve(ws, 8)
    await expect(reserve(ws, 1)).rejects.toMatchObject({ status: 403 })
  })

  test('belong to their request: a retry gets the same one, which only the first attempt releases', async () => {
    const ws = await limited(10, 0)
    const [key, first, second] = [uuidv7(), uuidv7(), uuidv7()]
    const reservation = await reserve(ws, 6, key, first)
    expect(await reserve(ws, 6, key, second)).toBe(reservation)
    expect((await usage(ws)).reserved).toBe(6)
    expect(await release(ws, reservation, second)).toBe(false)
    expect(await release(ws, reservation, first)).toBe(true)
    expect(await usage(ws)).toEqual({ used: 0, reserved: 0 })
    expect(await reserve(ws, 6, key, second)).toBe(reservation)
    expect((await usage(ws)).reserved).toBe(6)
  })

  test('that were settled are not released; what was used counts once, also after they expired or beyond the limit', async () => {
    const ws = await limited(10, 0)
    const attempt = uuidv7()
    const reservation = await reserve(ws, 6, 'work', attempt)
    await expire(ws)
    await settle(ws, reservation, 12)
    await settle(ws, reservation, 12)
    expect(await release(ws, reservation, attempt)).toBe(false)
    expect(await reserve(ws, 6, 'work', uuidv7())).toBe(reservation)
    expect(await usage(ws)).toEqual({ used: 12, reserved: 0 })
    expect(await usedOf(ws, 'tool_calls')).toMatchObject({ used: 12, limit: 10, percent: 120, overage: 2 })
  })

  test('have no limit where the plan has none', async () => {
    const ws = await workspace()
    await reserve(ws, 1e9)
    expect(await usedOf(ws, 'tool_calls')).toMatchObject({ limit: null, percent: null, overage: null })
  })
})

describe('a limit', () => {
  test('of a gauge is refused without a day on which it ends', async () => {
    const ws = await limited(1, 0, 'seats')
    await expect(answerIn(ws, sql`select app.require_usage('seats', 1)`)).rejects.toMatchObject({
      status: 403,
      message: 'plan limit seats reached: 1 of 1; an owner can change the plan under Plan and usage',
    })
    await answerIn(ws, sql`select app.require_usage('seats', 0)`)
  })

  test('of storage refuses files that would grow beyond it, and nothing else', async () => {
    const ws = await limited(10, 0, 'storage_bytes')
    await answerIn(ws, sql`select app.require_storage(10, 1000000)`)
    await expect(answerIn(ws, sql`select app.require_storage(11, 1000000)`)).rejects.toMatchObject({
      status: 403,
      message: 'plan limit storage_bytes reached: 0 of 10; an owner can change the plan under Plan and usage',
    })
  })
})

describe('alerts', () => {
  const told = async (ws: Workspace, who: Caller) =>
    (await inbox(ws, who))
      .map(({ title }: Json) => title as string)
      .filter((title) => title.includes('of the limit'))
  const mailed = async (ws: Workspace) =>
    (
      await asOwner(
        `select facts->>'left' as percent, address from mails where message = 'usage_limit' and facts->>'sender' = $1
          order by id`,
        [ws.org.id],
      )
    ).map(({ percent, address }) => `${percent} ${address}`)

  test('tell owners and admins of 50, 80 and 100 %, once each, the last two by mail too', async () => {
    const ws = await limited(100, 0)
    const [admin, manager] = [await join(ws, 'admin'), await join(ws, 'manager')]
    for (const quantity of [49, 1, 10, 25, 10, 20]) await count(ws, quantity)
    const until = await dayAfter(ws)
    const lines = [100, 80, 50].map((n) => `${n}% of the limit of tool calls is used: 100 until ${until}`)
    expect([await told(ws, ws.owner), await told(ws, admin), await told(ws, manager)]).toEqual([
      lines,
      lines,
      [],
    ])
    const people = [ws.owner.email, admin.email]
    const mails = await mailed(ws)
    expect(mails.slice(0, 2).toSorted()).toEqual(people.map((who) => `80 ${who}`).toSorted())
    expect(mails.slice(2).toSorted()).toEqual(people.map((who) => `100 ${who}`).toSorted())
  })

  test('tell only of the most where several are reached at once', async () => {
    const ws = await limited(100, 300)
    expect(await told(ws, ws.owner)).toHaveLength(1)
    expect((await told(ws, ws.owner))[0]).toMatch(/^100%/)
  })

  test('of a gauge do not come again when it fell and rose', async () => {
    const ws = await limited(2, 0, 'seats')
    const member = await join(ws, 'member')
    const judge = () => answerIn(ws, sql`select app.judge_usage()`)
    await judge()
    await ws.owner.ok('DELETE', `${ws.base}/members/${member.id}`)
    await judge()
    await join(ws, 'member')
    await judge()
    expect(await told(ws, ws.owner)).toHaveLength(1)
  })

  test('begin anew with the next period', async () => {
    const ws = await limited(100, 0)
    await setAge(ws, new Date(Date.now() - 40 * 864e5).toISOString(), 'UTC')
    await count(ws, 60)
    await asOwner(
      `update usage_alerts set period_starts_at = period_starts_at - interval '1 month' where org_id = $1`,
      [ws.org.id],
    )
    await asOwner(`delete from notifications where org_id = $1`, [ws.org.id])
    await count(ws, 1)
    expect(await told(ws, ws.owner)).toHaveLength(1)
  })
})
