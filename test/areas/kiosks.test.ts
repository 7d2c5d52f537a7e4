import { describe, expect, test } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import { asOwner, call, type Json, uniqueAddress } from '../kit/client.ts'
import { hoursPath, crew, hire } from '../kit/hours.ts'
import { actions, type Workspace } from '../kit/makers.ts'
import { news } from '../kit/news.ts'

const pinOf = (ws: Workspace, { id }: Json) => `${ws.base}/employees/${id}/kiosk-pin`
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** A kiosk of an organization that lets people clock at it, where Ada has a PIN, and how to clock there. */
async function entrance() {
  const place = await crew()
  const { ws, worker } = place
  await ws.owner.ok('PUT', `${ws.base}/workforce/settings`, { kiosks: true })
  const kiosk = await ws.owner.ok('POST', hoursPath(ws, '/kiosks'), { name: 'Entrance' })
  await ws.owner.ok('PUT', pinOf(ws, worker), { pin: '7294' })
  const token = kiosk.url.split('/').at(-1) as string
  const clock = (entry: object, by = token) =>
    call('POST', `/api/v1/kiosks/${by}/working-hours`, {
      body: { employee_number: worker.employee_number, pin: '7294', ...entry },
      headers: uniqueAddress(),
    })
  return { ...place, kiosk, token, clock }
}
const said = ({ status, body }: { status: number; body: Json }) => [status, body.error?.message]

describe('a kiosk', () => {
  test('records whoever has number and PIN, by whom it was added, and tells them', async () => {
    const { ws, ada, kiosk, clock } = await entrance()
    const recorded = await clock({ event: 'clock_in' })
    expect([recorded.status, recorded.body]).toMatchObject([
      200,
      { seq: 1, name: 'Ada', event: 'clock_in', captured_offline: false, repeated: false },
    ])
    expect((await clock({ event: 'clock_in' })).body).toMatchObject({ seq: 1, repeated: true })
    const { items } = await ada.ok('GET', hoursPath(ws))
    expect(items).toMatchObject([{ source: 'kiosk', recorded_by: ws.owner.id, mode: 'on_site' }])
    expect((await ws.owner.ok('GET', hoursPath(ws, '/verify'))).valid).toBe(true)
    expect((await news(ws, ada)).join()).toContain('Working hours were recorded for you')
    expect((await ws.owner.ok('GET', hoursPath(ws, '/kiosks'))).items).toMatchObject([
      { id: kiosk.id, name: 'Entrance', last_used_at: expect.any(String) },
    ])
    expect(await actions(ws)).toEqual(expect.arrayContaining(['kiosk.created', 'working_hours.recorded']))
  })

  test('keeps the order of a shift', async () => {
    const { clock } = await entrance()
    const early = await clock({ event: 'clock_out' })
    expect(said(early)).toEqual([409, 'Ada is not at work; possible now: clock_in'])
  })

  test('sends later what it kept without network: with its own time, marked, and after what came first', async () => {
    const { ws, ada, bob, other, clock } = await entrance()
    await bob.ok('POST', hoursPath(ws), { event: 'clock_in' })
    const first = ago(180)
    const kept = { captured_offline: true }
    expect((await clock({ event: 'clock_in', occurred_at: first, ...kept })).body).toMatchObject({
      seq: 2,
      captured_offline: true,
    })
    expect((await clock({ event: 'clock_in', occurred_at: first, ...kept })).body.repeated).toBe(true)
    expect((await clock({ event: 'clock_out', occurred_at: ago(60), ...kept })).status).toBe(200)
    const { items } = await ada.ok('GET', hoursPath(ws))
    expect(items.map(({ seq, event, captured_offline }: Json) => [seq, event, captured_offline])).toEqual([
      [2, 'clock_in', true],
      [3, 'clock_out', true],
    ])
    expect(Date.parse(items[0].occurred_at)).toBe(Math.floor(Date.parse(first) / 1000) * 1000)
    expect((await ws.owner.ok('GET', hoursPath(ws, '/verify'))).valid).toBe(true)
    const log = await ws.owner.ok('GET', hoursPath(ws, `?employee_id=${other.id}`))
    expect(log.items).toHaveLength(1)
    expect(said(await clock({ event: 'clock_in', occurred_at: ago(25 * 60), ...kept }))).toEqual([
      422,
      'body.occurred_at: more than 24 hours ago; correct it instead (POST .../working-hours/corrections)',
    ])
    expect(said(await clock({ event: 'clock_in', occurred_at: ago(10) }))).toEqual([
      422,
      'body.occurred_at: more than 5 minutes ago; correct it instead (POST .../working-hours/corrections)',
    ])
  })

  test('tells nobody whether a number exists, and is closed to a PIN for a while after five wrong ones', async () => {
    const { ws, worker, grace, clock } = await entrance()
    const wrong = 'the number or the PIN is wrong; after five wrong ones, wait 15 minutes'
    const event = 'clock_in'
    expect(said(await clock({ event, employee_number: '9999' }))).toEqual([403, wrong])
    expect(said(await clock({ event, employee_number: grace.employee_number }))).toEqual([403, wrong])
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => clock({ event, pin: `83${10 + n}` })),
    )
    expect(guesses.map(said)).toEqual(Array(20).fill([403, wrong]))
    expect(said(await clock({ event }))).toEqual([403, wrong])
    await asOwner(
      `update employee_pins set failed_at = now() - interval '16 minutes' where employee_id = $1`,
      [worker.id],
    )
    expect((await clock({ event })).status).toBe(200)
    expect(await asOwner('select failures from employee_pins where employee_id = $1', [worker.id])).toEqual([
      { failures: 0 },
    ])
    await ws.owner.ok('PUT', pinOf(ws, worker), { pin: null })
    expect(said(await clock({ event: 'clock_out' }))).toEqual([403, wrong])
  })

  test('works only while it is there, switched on, and for people who are employed', async () => {
    const { ws, kiosk, clock } = await entrance()
    const admin = await ws.owner.call('POST', hoursPath(ws, '/kiosks'), { name: 'Entrance' })
    expect(said(admin)).toEqual([409, 'another kiosk has this name'])
    const unknown = await clock({ event: 'clock_in' }, makeToken('svc_ksk_', 'a'))
    expect(said(unknown)).toEqual([404, 'kiosk not found'])
    const later = await hire(ws, undefined, 'Later', { hire_date: '2030-01-01' })
    await ws.owner.ok('PUT', pinOf(ws, later), { pin: '5083' })
    const early = await clock({ event: 'clock_in', employee_number: later.employee_number, pin: '5083' })
    expect(early.body.error.message).toMatch(/^Later is not employed on \d{4}-\d\d-\d\d$/)
    await ws.owner.ok('PUT', `${ws.base}/workforce/settings`, { kiosks: false })
    expect(said(await clock({ event: 'clock_in' }))).toEqual([
      409,
      'kiosks are switched off; an admin switches them on in the settings of the workforce',
    ])
    await ws.owner.ok('DELETE', hoursPath(ws, `/kiosks/${kiosk.id}`))
    expect(said(await clock({ event: 'clock_in' }))).toEqual(said(unknown))
  })

  test('takes a PIN of the person or an admin, that is not guessed at once', async () => {
    const { ws, ada, boss, bob, worker, clock } = await entrance()
    expect(await ada.ok('PUT', pinOf(ws, worker), { pin: '604913' })).toEqual({ is_set: true })
    expect((await clock({ event: 'clock_in', pin: '604913' })).status).toBe(200)
    for (const who of [boss, bob])
      expect((await who.call('PUT', pinOf(ws, worker), { pin: '7294' })).status).toBe(403)
    for (const [pin, why] of [
      ['12', 'must be 4 to 8 digits'],
      ['7777', 'too easy to guess'],
      ['4321', 'too easy to guess'],
    ])
      expect(said(await ada.call('PUT', pinOf(ws, worker), { pin }))).toEqual([422, `body.pin: ${why}`])
    const [row] = await asOwner<{ row: string }>(
      'select p::text as row from employee_pins p where p.employee_id = $1',
      [worker.id],
    )
    expect(row!.row).not.toContain('604913')
  })
})
