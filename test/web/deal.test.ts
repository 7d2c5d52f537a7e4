import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { momentIn } from '../../src/web/kit/zone.ts'
import type { Caller, Json } from '../kit/client.ts'
import { sales } from '../kit/deals.ts'
import { join, project, workspace } from '../kit/makers.ts'
import { open, problemBeside, submit, textOf, to } from './browse.ts'

async function desk(more: object = {}) {
  const here = await sales()
  const ada = await join(here.ws, 'member', 'Ada <b>')
  const boss = await join(here.ws, 'manager', 'Boss')
  const deal: Json = await here.draft({ title: 'Site <i>', ...more })
  const at = (action = '') => `/deals/${deal.id}${action && `/${action}`}?org=${here.ws.org.slug}`
  const see = async (who: Caller = ada) => (await open(at(), who.headers)).text
  const send = (action: string, fields: Record<string, string> = {}, who: Caller = ada) =>
    submit(at(action), fields, who.headers)
  const saved = [303, `${at()}&done=saved`]
  return { ...here, ada, boss, deal, page: at, see, send, saved }
}

describe('the page of a deal', () => {
  test('shows all of it, with its history', async () => {
    const here = await desk({ source: 'fair', expected_close_date: '2026-12-18', tags: ['public'] })
    await here.act(here.deal.id, 'move', { stage_id: here.stage.Proposal })
    await here.ws.owner.ok('PATCH', `${here.at}/${here.deal.id}`, { value_minor: 250_000 })
    const text = await here.see()
    for (const expected of [
      'Site &lt;i&gt;',
      `href="/clients/${here.client}?org=${here.ws.org.slug}">Town hall`,
      'New business, Proposal, for 0 days',
      '50 %',
      '€1,250.00',
      '18 Dec 2026',
      'public',
      'moved it from Qualified to Proposal',
      'created it in Qualified',
    ])
      expect(text).toContain(expected)
    expect(text.replace(/<[^>]+>/g, '')).toContain('changed its value from €10.01 to €2,500.00')
  })

  test('is for members of its organization', async () => {
    const { ws, ada, page, send } = await desk()
    for (const stranger of [await join(ws, 'viewer'), (await workspace()).owner]) {
      expect((await open(page(), stranger.headers)).status).toBe(404)
      expect((await send('win', {}, stranger)).status).toBe(404)
    }
    for (const path of [`/deals/${uuidv7()}`, '/deals/x'])
      expect((await open(path, ada.headers)).status).toBe(404)
    expect((await send('toString')).status).toBe(404)
  })

  test('does not reveal a project that is hidden from the reader', async () => {
    const here = await desk()
    const secret = await project(here.ws)
    await here.ws.owner.ok('PATCH', `${here.ws.base}/projects/${secret.id}`, { visibility: 'private' })
    await here.ws.owner.ok('PATCH', `${here.at}/${here.deal.id}`, { project_id: secret.id })
    expect(await here.see(here.ws.owner)).toContain(`/projects/${secret.id}`)
    expect(await here.see()).not.toContain(secret.id)
  })
})

describe('a deal', () => {
  const filled = {
    title: 'Better',
    value_minor: '99.90',
    currency: 'EUR',
    probability: '35',
    tags: 'a, b',
    client_id: '',
    owner_user_id: '',
    source: '',
    expected_close_date: '',
  }

  test('is edited; a concurrent change is shown before it is overwritten', async () => {
    const { deal, send, saved, get } = await desk({ source: 'fair' })
    const form = { ...filled, version: String(deal.version) }
    expect(to(await send('change', form))).toEqual(saved)
    expect(await get(deal.id)).toMatchObject({
      title: 'Better',
      value_minor: 9990,
      probability: 35,
      tags: ['a', 'b'],
      client: null,
      owner: null,
      source: null,
    })
    const stale = await send('change', { ...form, title: 'Later' })
    expect([stale.status, stale.text.includes('save again')]).toEqual([409, true])
    const version = /name="version" value="(\d+)"/.exec(stale.text)![1]!
    expect(to(await send('change', { ...form, title: 'Later', version }))).toEqual(saved)
    expect((await get(deal.id)).title).toBe('Later')
  })

  test('shows the error beside the field', async () => {
    const { send } = await desk()
    for (const [wrong, field, message] of [
      [{ value_minor: '1.234' }, 'value_minor', 'Must be an amount such as 1250.00.'],
      [{ probability: '101' }, 'probability', 'Must be 0 to 100.'],
      [{ title: '' }, 'title', 'Must not be empty.'],
      [{ expected_close_date: '2026-02-30' }, 'expected_close_date', 'Must be a day as YYYY-MM-DD.'],
    ] as const) {
      const reply = await send('change', { ...filled, ...wrong })
      expect([reply.status, problemBeside(field, reply)]).toEqual([422, message])
    }
  })

  test('is moved, lost for a reason, reopened and won', async () => {
    const { deal, send, saved, see, get, stage } = await desk()
    expect(to(await send('move', { stage_id: stage.Negotiation! }))).toEqual(saved)
    const silent = await send('lose', { lost_reason: ' ' })
    expect([silent.status, problemBeside('lost_reason', silent)]).toEqual([422, 'Must not be empty.'])
    expect(to(await send('lose', { lost_reason: 'Too <dear>' }))).toEqual(saved)
    expect(await see()).toContain('Too &lt;dear&gt;')
    const again = await send('lose', { lost_reason: 'Twice' })
    expect([again.status, textOf('problems', again)]).toEqual([
      409,
      expect.stringContaining('The deal is lost; only an open one can be lost: reopen it first.'),
    ])
    expect(to(await send('reopen'))).toEqual(saved)
    expect(to(await send('win'))).toEqual(saved)
    expect((await get(deal.id)).status).toBe('won')
    expect(await see()).toContain('>Reopen<')
  })

  test('without a client needs one to be won; a manager can have its project created', async () => {
    const { deal, boss, send, saved, see, get, client } = await desk({ client_id: null })
    expect(await see()).not.toContain('name="project"')
    const none = await send('win', { client_id: '' })
    expect([none.status, problemBeside('client_id', none)]).toEqual([
      422,
      'Required, as a deal that is won has a client.',
    ])
    const lowly = await send('win', { client_id: client, project: 'create' })
    expect([lowly.status, textOf('problems', lowly)]).toEqual([
      403,
      expect.stringContaining('needs the role manager or above'),
    ])
    expect(await see(boss)).toContain('name="project"')
    expect(to(await send('win', { client_id: client, project: 'create' }, boss))).toEqual(saved)
    expect((await get(deal.id)).project_id).not.toBe(null)
  })

  test('is deleted only by managers', async () => {
    const { ws, boss, deal, send, see, at } = await desk()
    expect(await see()).not.toContain('Delete')
    expect((await send('delete')).status).toBe(403)
    expect(to(await send('delete', {}, boss))).toEqual([
      303,
      `/organizations/${ws.org.slug}/deals?done=saved`,
    ])
    expect((await boss.call('GET', `${at}/${deal.id}`)).status).toBe(404)
  })
})

describe('what is to be done about a deal', () => {
  test('is planned in the zone of the reader, completed with a follow-up, and logged', async () => {
    const here = await desk()
    const saved = [303, `${here.page()}&done=saved#activities`]
    await here.ws.owner.ok('PATCH', here.ws.base, { timezone: 'America/New_York' })
    const plan = { type: 'call', subject: 'Call <u>', due_at: '2027-03-15', due_at_time: '9:30', once: 'a' }
    expect(to(await here.send('plan', plan))).toEqual(saved)
    expect(to(await here.send('plan', plan))).toEqual(saved)
    const list = async () => (await here.ada.ok('GET', `${here.ws.base}/crm/activities`)).items as Json[]
    const [call] = await list()
    expect(call).toMatchObject({ due_at: '2027-03-15T13:30:00.000Z', deal: { id: here.deal.id } })
    const text = await here.see()
    for (const expected of ['To do: 1', 'Call &lt;u&gt;', '15 Mar 2027, 09:30'])
      expect(text).toContain(expected)
    const done = { activity_id: call!.id, outcome: 'They <want> it', next_on: '2027-03-20' }
    expect(to(await here.send('complete', done))).toEqual(saved)
    expect((await list()).map(({ due_at }) => due_at)).toContain('2027-03-21T03:59:59.999Z')
    expect(await here.see()).toContain('They &lt;want&gt; it')
    const twice = await here.send('complete', done)
    expect([twice.status, textOf('problems', twice)]).toEqual([409, expect.stringContaining('already')])
    expect(to(await here.send('plan', { type: 'note', subject: 'Met', state: 'done' }))).toEqual(saved)
    expect((await list()).find(({ subject }) => subject === 'Met')!.done_at).not.toBe(null)
  })

  test.each([
    [{ subject: '' }, 'subject', 'Must not be empty.'],
    [{ due_at_time: '9' }, 'due_at', 'Choose the day too.'],
    [{ due_at: '2027-03-15', due_at_time: '25:00' }, 'due_at_time', 'Must be a time such as 14:30.'],
    [{ due_at: '2027-02-30' }, 'due_at', 'Must be a day.'],
  ])('with an error shows it beside the field: %j', async (wrong, field, message) => {
    const { send } = await desk()
    const reply = await send('plan', { type: 'call', subject: 'Call', ...wrong })
    expect([reply.status, problemBeside(field, reply)]).toEqual([422, message])
  })
})

test('a time of day is that of the zone on its day, in summer and in winter', () => {
  expect(momentIn('Europe/Madrid', '2026-07-01', '09:00')).toBe('2026-07-01T07:00:00.000Z')
  expect(momentIn('Europe/Madrid', '2026-12-01', '9:00')).toBe('2026-12-01T08:00:00.000Z')
  expect(momentIn('Europe/Madrid', '2026-12-01', '24:00')).toBe(null)
})
