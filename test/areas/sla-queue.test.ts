import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { calendar, policy, runDueClocks, weekdays } from '../kit/sla.ts'
import { desk } from '../kit/tickets.ts'

const each = {
  low: { resolution_minutes: 600 },
  medium: { first_response_minutes: 30, next_response_minutes: 60, resolution_minutes: 600 },
  urgent: { first_response_minutes: 10, resolution_minutes: 60 },
}

/** A support desk with a policy, and its tickets by subject. */
async function server(draft: object = {}) {
  const setup = await desk()
  const gold = await policy(setup.ws, { applies_to: 'ticket', targets: each, name: 'Gold', ...draft })
  const list = async (query = ''): Promise<Json> => setup.ws.owner.ok('GET', `${setup.at}?${query}`)
  const subjects = async (query: string) =>
    (await list(query)).items.map(({ subject }: Json) => subject as string)
  return { ...setup, gold, list, subjects }
}

/** Moves the clocks of a ticket ahead by some minutes. */
const pass = (id: string, minutes: number) =>
  asOwner(
    `update sla_clocks set started_at = started_at - d, since = since - d, due_at = due_at - d, warn_at = warn_at - d
      from make_interval(mins => ${minutes}) d where ticket_id = '${id}'`,
  )
const near = (minutes: number) => ({
  remaining_seconds: expect.toSatisfy((remaining: number) => Math.abs(remaining - minutes * 60) < 60),
})

describe('a ticket', () => {
  test('has its clocks: the latest of each metric, in their current state', async () => {
    const { ws, create, addMessage, receiveMessage, get, gold } = await server()
    const { id, sla_clocks } = await create()
    expect(sla_clocks.map(({ metric, state }: Json) => [metric, state])).toEqual([
      ['first_response', 'running'],
      ['resolution', 'running'],
    ])
    for (let n = 0; n < 2; n++) {
      await addMessage(id)
      await receiveMessage(id)
    }
    await pass(id, 50)
    const { sla_clocks: now, sla } = await get(id)
    expect(now).toMatchObject([
      { metric: 'first_response', state: 'met', due_at: null, policy: { id: gold.id, name: 'Gold' } },
      { metric: 'next_response', state: 'at_risk', target_seconds: 3600, percent: 83, ...near(10) },
      { metric: 'resolution', state: 'running', ...near(550) },
    ])
    expect(sla).toEqual({
      metric: 'next_response',
      state: 'at_risk',
      due_at: now[1].due_at,
      remaining_seconds: expect.any(Number),
    })
    await pass(id, 20)
    expect((await get(id)).sla).toMatchObject({ state: 'breached', ...near(-10) })
    expect((await ws.owner.ok('GET', `${ws.base}/sla/clocks?ticket_id=${id}`)).total).toBe(4)
  })

  test('counts remaining working time', async () => {
    const setup = await desk()
    const never = await calendar(setup.ws, {
      week: weekdays([540, 1020]),
      exceptions: Object.fromEntries(
        Array.from({ length: 21 }, (_, n) => [
          new Date(Date.now() + (n - 7) * 864e5).toISOString().slice(0, 10),
          [],
        ]),
      ),
    })
    await policy(setup.ws, { applies_to: 'ticket', targets: each, calendar_id: never.id })
    const { sla, version } = await setup.create()
    expect([sla.remaining_seconds, version]).toEqual([1800, 1])
    expect(Date.parse(sla.due_at)).toBeGreaterThan(Date.now() + 9 * 864e5)
  })

  test('has none without a policy, nor when it is paused or over', async () => {
    const { create, change, get, list } = await server({ pause_statuses: ['pending'] })
    const { id } = await create()
    await change(id, { status: 'pending' })
    const still = await get(id)
    expect([still.sla, still.sla_clocks.map(({ state }: Json) => state)]).toEqual([
      null,
      ['paused', 'paused'],
    ])
    await change(id, { status: 'open' })
    expect((await get(id)).sla.metric).toBe('first_response')
    await change(id, { status: 'resolved' })
    expect((await get(id)).sla).toBeNull()
    const high = await create({ priority: 'high' })
    expect([high.sla, high.sla_clocks]).toEqual([null, []])
    expect((await list()).items.map(({ sla }: Json) => sla)).toEqual([null, null])
  })
})

describe('the list of tickets', () => {
  test('is sorted by the next deadline, those without one last, whatever moves it', async () => {
    const { ws, create, change, addMessage, subjects } = await server()
    const first = await create({ subject: 'medium' })
    await create({ subject: 'none', priority: 'high' })
    const late = await create({ subject: 'low', priority: 'low' })
    await create({ subject: 'urgent', priority: 'urgent' })
    expect(await subjects('sort=due_at')).toEqual(['urgent', 'medium', 'low', 'none'])
    expect(await subjects('sort=-due_at')).toEqual(['low', 'medium', 'urgent', 'none'])
    await pass(late.id, 1000)
    expect(await subjects('sort=due_at')).toEqual(['low', 'urgent', 'medium', 'none'])
    await addMessage(first.id)
    await change(late.id, { status: 'resolved' })
    expect(await subjects('sort=due_at&status=open')).toEqual(['urgent', 'medium', 'none'])
    const [{ wrong: mismatches }] = await asOwner(
      `select count(*)::int as wrong from tickets t where org_id = $1 and sla_due_at is distinct from (select min(due_at)
        from sla_clocks k where k.ticket_id = t.id and k.state = 'running')`,
      [ws.org.id],
    )
    expect(mismatches).toBe(0)
  })

  test('follows changed working hours of the calendar, and a policy that is deleted with its clocks', async () => {
    const setup = await server()
    const hours = await calendar(setup.ws, { week: weekdays([540, 1020]) })
    await setup.ws.owner.ok('PATCH', `${setup.ws.base}/sla/policies/${setup.gold.id}`, {
      calendar_id: hours.id,
    })
    const { id, sla } = await setup.create()
    const all = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, [[0, 1440]]]))
    const exceptions = { '2031-01-01': [] }
    await setup.ws.owner.ok('PATCH', `${setup.ws.base}/sla/calendars/${hours.id}`, { week: all, exceptions })
    const [{ sla_due_at: kept }] = await asOwner('select sla_due_at from tickets where id = $1', [id])
    const now = (await setup.get(id)).sla
    expect([new Date(kept).toISOString(), Date.parse(now.due_at) <= Date.parse(sla.due_at)]).toEqual([
      now.due_at,
      true,
    ])
    await setup.ws.owner.ok('DELETE', `${setup.ws.base}/sla/policies/${setup.gold.id}?clocks=cancel`)
    expect((await setup.get(id)).sla).toBeNull()
    expect(await asOwner('select sla_due_at from tickets where id = $1', [id])).toEqual([
      { sla_due_at: null },
    ])
  })

  test('finds tickets by the states of their clocks', async () => {
    const { ws, create, change, addMessage, subjects, errorOf } = await server({
      pause_statuses: ['on_hold'],
    })
    const created: Record<string, Json> = {}
    for (const subject of ['fresh', 'risky', 'late', 'still', 'met'])
      created[subject] = await create({ subject })
    await pass(created.risky!.id, 26)
    await pass(created.late!.id, 40)
    await change(created.still!.id, { status: 'on_hold' })
    await addMessage(created.met!.id)
    await change(created.met!.id, { status: 'resolved' })
    const states = ['at_risk', 'breached', 'paused', 'met', 'missed', 'cancelled', 'at_risk,breached']
    const found = async () => Promise.all(states.map((one) => subjects(`sla_state=${one}&sort=created_at`)))
    const expected = [['risky'], ['late'], ['still'], ['met'], [], [], ['risky', 'late']]
    expect(await found()).toEqual(expected)
    await runDueClocks(ws)
    expect(await found()).toEqual(expected)
    await addMessage(created.late!.id)
    expect(await subjects('sla_state=missed')).toEqual(['late'])
    expect(await errorOf('GET', '?sla_state=slow')).toEqual([
      422,
      expect.stringMatching(/^query\.sla_state\[0\]: .*"running"\|"at_risk"\|"breached"/),
    ])
    expect(await errorOf('GET', '?sort=sla')).toEqual([422, expect.stringMatching(/^query\.sort: .*due_at/)])
  })
})
