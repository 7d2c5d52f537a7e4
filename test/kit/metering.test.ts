import { afterEach, expect, test, vi } from 'vitest'
import { asOwner, call, type Caller, type Json } from './client.ts'
import { join, type Workspace, workspace } from './makers.ts'
import { ownDatabase } from './own-database.ts'
import { keyOf, modern } from '../mcp/rpc.ts'

await ownDatabase()
afterEach(() => {
  vi.useRealTimers()
})

/** Calls that do not wait for the report of what they used, which comes after a second. */
const soon = { USAGE_REPORT_SECONDS: '1' }
const send = (who: Caller, path: string) => call('GET', path, { headers: who.headers }, soon)
const counted = async (ws: Workspace): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await asOwner(
        `select meter, sum(quantity)::int as n from usage_daily where org_id = $1 and events > 0 group by meter`,
        [ws.org.id],
      )
    ).map(({ meter, n }: Json) => [meter, n]),
  )
const reports = async (ws: Workspace) =>
  (
    await asOwner(
      `select count(distinct split_part(event_id, ' ', 1))::int as n from usage_events where org_id = $1`,
      [ws.org.id],
    )
  )[0].n

test('a burst of requests is reported once, and costs no round trip of its own for any of them', async () => {
  const ws = await workspace()
  const member = await join(ws)
  // The first of each person goes along with the record of their use.
  await send(member, ws.base)
  const before = (await counted(ws)).requests ?? 0
  const earlier = await reports(ws)
  const replies = await Promise.all(Array.from({ length: 40 }, () => send(member, ws.base)))
  expect(new Set(replies.map(({ status, roundTrips }) => `${status} ${roundTrips}`))).toEqual(
    new Set(['200 1']),
  )
  expect((await counted(ws)).requests).toBe(before + 40)
  expect(await reports(ws)).toBe(earlier + 1)
})

test('what assistants call counts as calls of tools, and addresses as lookups', async () => {
  const ws = await workspace()
  const { token } = await keyOf(ws)
  await modern('tools/call', { name: 'list_projects', arguments: {} }, { token, env: soon })
  await send(ws.owner, `${ws.base}/addresses/autocomplete?q=unter den linden`)
  await send(ws.owner, ws.base)
  const now = await counted(ws)
  expect([now.tool_calls, now.address_lookups]).toEqual([1, 1])
})

test('a report that the database did not answer is sent again, and counts once', async () => {
  const ws = await workspace()
  await send(ws.owner, ws.base)
  const before = (await counted(ws)).requests ?? 0
  await breakNextReport(() => send(ws.owner, ws.base))
  expect((await counted(ws)).requests).toBe(before)
  await send(ws.owner, ws.base)
  expect((await counted(ws)).requests).toBe(before + 2)
})

/** Puts a failure in the place of the function that takes reports, for as long as the work takes. */
async function breakNextReport(work: () => Promise<unknown>) {
  await asOwner('alter function app.count_usage(jsonb) rename to count_usage_away')
  await work()
  await asOwner('alter function app.count_usage_away(jsonb) rename to count_usage')
}

test('a report that fails fails nothing, and is noted', async () => {
  const ws = await workspace()
  const noted = async () =>
    (
      await asOwner(
        `select payload from outbox where org_id = $1 and topic = 'side_effect.failed' and payload->>'name' = 'usage'`,
        [ws.org.id],
      )
    ).length
  await asOwner(
    `begin; select app.enter_system('${ws.org.id}', 'test', 'test');
      select app.count_usage('[{"source": "service", "event_id": "1", "meter": "unknown", "quantity": 1}]'); commit`,
  )
  expect(await noted()).toBe(1)
  expect((await counted(ws)).unknown).toBeUndefined()
})
