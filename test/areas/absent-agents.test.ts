import { expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { hire, makeType } from '../kit/leave.ts'
import { join } from '../kit/makers.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { desk } from '../kit/tickets.ts'

/** A desk whose new tickets go to Ada and Ben in turn, both of whom are employees. */
async function staffed() {
  const { ws, create } = await desk()
  const people = [await join(ws, 'member', 'Ada'), await join(ws, 'member', 'Ben')] as const
  const ids: string[] = []
  for (const { id } of people) ids.push((await hire(ws, { user_id: id })).id as string)
  const kind = { affects_balance: false, count_by: 'calendar', allow_half_day: true }
  const type = await makeType(ws, { name: 'Training', ...kind })
  await ws.owner.ok('POST', `${ws.base}/support/assignment-rules`, {
    name: 'In turn',
    assignee_ids: people.map(({ id }) => id),
  })
  const away = (who: number): Promise<Json> =>
    ws.owner.ok('POST', `${ws.base}/leave-requests`, {
      leave_type_id: type.id,
      employee_id: ids[who],
      start_date: dayFromNow(-1),
      end_date: dayFromNow(1),
    })
  const decide = ({ id }: Json, what: string, body: object = {}) =>
    ws.owner.ok('POST', `${ws.base}/leave-requests/${id}/${what}`, body)
  const next = async (): Promise<string | null> => (await create()).assignee?.name ?? null
  return { ws, people, away, decide, next }
}

test('a new ticket passes over who is on leave, once that is approved and until it is cancelled', async () => {
  const { away, decide, next } = await staffed()
  expect([await next(), await next()]).toEqual(['Ada', 'Ben'])
  const asked = await away(0)
  expect(await next()).toBe('Ada')
  await decide(asked, 'approve')
  expect([await next(), await next()]).toEqual(['Ben', 'Ben'])
  const other = await away(1)
  await decide(other, 'approve')
  expect(await next()).toBeNull()
  await decide(asked, 'cancel')
  expect([await next(), await next()]).toEqual(['Ada', 'Ada'])
})

test('the calendar of a person shows their own absence, and nobody else’s', async () => {
  const { ws, people, away, decide } = await staffed()
  await decide(await away(0), 'approve')
  const days = `from=${dayFromNow(-2)}&to=${dayFromNow(2)}`
  const seen = async (who: Caller): Promise<string> => {
    const events = Object.values(await who.ok('GET', `${ws.base}/calendar/feed?${days}`)).flat() as Json[]
    return JSON.stringify(events.filter((one) => one?.type === 'absence'))
  }
  expect(await seen(people[0])).toContain(dayFromNow(-1))
  for (const who of [people[1], ws.owner]) expect(await seen(who)).toBe('[]')
})
