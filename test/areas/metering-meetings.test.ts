import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { addMeeting } from '../kit/meetings.ts'
import { meteredAhead, setAge, answerIn } from '../kit/metering.ts'

const meter = 'meeting_minutes'
/** A workspace whose period began 20 days ago. */
async function office() {
  const ws = await workspace()
  await setAge(ws, new Date(Date.now() - 20 * 864e5).toISOString(), 'UTC')
  return ws
}
const { used, read, count } = meteredAhead(meter)

/** Writes as the service does once it has entered the organization. */
const write = async (ws: Workspace, statement: string, values: unknown[]) => {
  const text = `with here as materialized (select set_config('app.org_id', $1, true)::uuid as org) ${statement}`
  const [row] = await asOwner<{ id: string }>(text, [ws.org.id, ...values])
  return row!.id
}
/** A meeting that takes place since an hour before so many hours ago, when it should have ended. One person was there. */
async function live(ws: Workspace, hours: number) {
  const { id } = await addMeeting(ws)
  const occurrence = await write(
    ws,
    `update meeting_occurrences o set status = 'live', starts_at = now() - ($3 + 1) * interval '1 hour',
      ends_at = now() - $3 * interval '1 hour' from here where o.org_id = here.org and meeting_id = $2 returning o.id`,
    [id, hours],
  )
  await attend(ws, occurrence, 'ada')
  return occurrence
}
async function met(ws: Workspace, hours: number) {
  const end = `update meeting_occurrences o set status = 'ended', ended_at = ends_at from here
    where o.org_id = here.org and o.id = $2 returning o.id`
  return write(ws, end, [await live(ws, hours)])
}
/** The report of a connection for all of the hour. */
const attend = (ws: Workspace, occurrence: string, identity: string) =>
  write(
    ws,
    `insert into meeting_attendance (org_id, occurrence_id, sid, identity, name, joined_at, left_at)
      select o.org_id, o.id, gen_random_uuid()::text, $3::text, $3::text, o.starts_at, o.ends_at
        from here join meeting_occurrences o on o.org_id = here.org where o.id = $2 returning id`,
    [occurrence, identity],
  )

test('a limit reads the minutes of the latest meetings alone', async () => {
  const ws = await office()
  for (const hours of [70, 50, 30]) await met(ws, hours)
  expect([await used(ws), await read(ws)]).toEqual([180, 3])
  await count(ws)
  expect([await used(ws), await read(ws)]).toEqual([180, 0])
  await met(ws, 0)
  expect([await used(ws), await read(ws)]).toEqual([240, 1])
})

test('what is reported late of a meeting that was counted is counted, too, also while it is counted', async () => {
  const ws = await office()
  const occurrence = await met(ws, 50)
  await met(ws, 40)
  await count(ws)
  expect([await used(ws), await read(ws)]).toEqual([120, 0])
  await attend(ws, occurrence, 'grace')
  expect(await used(ws)).toBe(180)
  await Promise.all([count(ws), attend(ws, occurrence, 'eve'), count(ws), attend(ws, occurrence, 'bob')])
  expect(await used(ws)).toBe(300)
  await count(ws)
  expect([await used(ws), await read(ws)]).toEqual([300, 0])
})

test('a meeting whose end is noted late is counted, too', async () => {
  const ws = await office()
  await met(ws, 50)
  await live(ws, 30)
  await count(ws)
  expect([await used(ws), await read(ws)]).toEqual([60, 0])
  await answerIn(ws, sql`select app.close_meetings()`)
  expect(await used(ws)).toBe(120)
})
