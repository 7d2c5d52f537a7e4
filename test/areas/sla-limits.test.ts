import { expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { calendar, policy, targets } from '../kit/sla.ts'
import { desk as taskDesk } from '../kit/sla.ts'
import { desk } from '../kit/tickets.ts'
import { refusal } from '../kit/refusals.ts'

const year = 525_600

test.each([1, 80, 99])(
  'the longest target with a warning at %i %% gives every subject its clock',
  async (warn_percent) => {
    const { ws, create, at } = await desk()
    const longest = { first_response_minutes: year, next_response_minutes: year, resolution_minutes: year }
    await policy(ws, { applies_to: 'ticket', warn_percent, targets: { medium: longest } })
    const { id } = await create()
    const { sla_clocks } = await ws.owner.ok('GET', `${at}/${id}`)
    expect(sla_clocks.map(({ target_seconds }: Json) => target_seconds)).toEqual([year * 60, year * 60])
    const { add, clock } = await taskDesk({ warn_percent, targets: targets(year) })
    expect(await clock((await add()).id)).toMatchObject({ target_seconds: year * 60, state: 'running' })
  },
)

test('a target that the calendar cannot reach in ten years is refused', async () => {
  const { ws } = await desk()
  const rare = await calendar(ws, { week: { 1: [[540, 600]] } })
  const draft = { name: 'Rare', calendar_id: rare.id, targets: { low: { resolution_minutes: 60 * 521 + 1 } } }
  expect(refusal(await ws.owner.call('POST', `${ws.base}/sla/policies`, draft))).toEqual([
    422,
    "body.targets.low.resolution_minutes: more than ten years of the calendar's working time",
  ])
  await ws.owner.ok('POST', `${ws.base}/sla/policies`, {
    ...draft,
    targets: { low: { resolution_minutes: 60 * 521 } },
  })
})

test('a clock that fails never loses the write that it follows, and operators hear of it', async () => {
  const { ws, create, addMessage } = await desk()
  const { id } = await policy(ws, { applies_to: 'ticket', targets: { medium: { resolution_minutes: 60 } } })
  await asOwner(
    `update sla_policies set targets = '{"medium":{"resolution_minutes":"broken"}}' where id = $1`,
    [id],
  )
  const ticket = await create()
  await addMessage(ticket.id, { set_status: 'resolved' })
  const rows: Json[] = await asOwner(
    `select payload from outbox where org_id = $1 and topic = 'side_effect.failed'`,
    [ws.org.id],
  )
  expect(rows[0]!.payload).toEqual({ name: 'sla clocks', code: '22P02' })
})
