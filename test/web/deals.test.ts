import { describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { age, anotherPipeline, type Sales, sales } from '../kit/deals.ts'
import { join, workspace } from '../kit/makers.ts'
import { inputOf, open, problemBeside, submit, textOf, to } from './browse.ts'

const listOf = ({ ws }: Pick<Sales, 'ws'>, query = '') => `/organizations/${ws.org.slug}/deals${query}`
async function floor() {
  const here = await sales()
  const ada = await join(here.ws, 'member', 'Ada <b>')
  const see = async (query = '', who: Caller = ada) => (await open(listOf(here, query), who.headers)).text
  return { ...here, ada, see }
}

describe('the board of a pipeline', () => {
  test('has the open deals of each stage with sums by currency, and closed ones below', async () => {
    const here = await floor()
    const { draft, act, see, stage, ws } = here
    await draft({ title: 'Site <i>', value_minor: 100_000 })
    await draft({ title: 'Yen', value_minor: 9000, currency: 'JPY', client_id: null })
    const old = await draft({ title: 'Old', value_minor: 20_000, probability: 10, stage_id: stage.Proposal })
    await age(old.id, 15 * 86_400)
    await act((await draft({ title: 'Sold' })).id, 'win')
    await act((await draft({ title: 'Gone' })).id, 'lose', { lost_reason: 'Too <dear>' })
    const text = await see()
    for (const expected of [
      'Site &lt;i&gt;',
      'Town hall',
      '3 open deals',
      '€1,000.00, weighted €200.00; JP¥9,000, weighted JP¥1,800',
      '>€1,200.00<',
      '2 closed deals',
      'Too &lt;dear&gt;',
    ])
      expect(text).toContain(expected)
    expect(text.match(/<strong>rotten<\/strong>/g)).toHaveLength(1)
    expect(text).toContain('<span>10 %</span>')
    expect((await open(`/organizations/${ws.org.slug}`, here.ada.headers)).text).toContain(listOf(here))
  })

  test('shows the chosen pipeline, and only one’s own deals on request', async () => {
    const here = await floor()
    const other = await anotherPipeline(here)
    await here.draft({ title: 'Of the owner' })
    await here.draft({ title: 'Of Ada' }, here.ada)
    await here.draft({ title: 'Renewed', pipeline_id: other.id })
    const own = await here.see('?mine=yes')
    expect([own.includes('Of Ada'), own.includes('Of the owner'), own.includes('Renewed')]).toEqual([
      true,
      false,
      false,
    ])
    const renewals = await here.see(`?pipeline=${other.id}`)
    expect([renewals.includes('Renewed'), renewals.includes('Of Ada')]).toEqual([true, false])
    for (const wrong of ['x', here.client]) {
      const reply = await open(listOf(here, `?pipeline=${wrong}`), here.ada.headers)
      expect([reply.status, reply.text.includes('No such pipeline')]).toEqual([404, true])
    }
  })

  test('is for members, not for viewers and others', async () => {
    const here = await floor()
    const viewer = await join(here.ws, 'viewer')
    expect((await open(listOf(here), viewer.headers)).status).toBe(403)
    expect((await open(`/organizations/${here.ws.org.slug}`, viewer.headers)).text).not.toContain(
      listOf(here),
    )
    expect((await open(listOf(here), (await workspace()).owner.headers)).status).toBe(404)
  })

  test('starts with a pipeline that a manager creates', async () => {
    const ws = await workspace()
    const [ada, boss] = [await join(ws, 'member'), await join(ws, 'manager')]
    expect((await open(listOf({ ws }), ada.headers)).text).toContain('A manager creates the first one.')
    const at = `${listOf({ ws })}/pipelines`
    const wrong = await submit(at, { name: 'Sales', stages: 'Qualified' }, boss.headers)
    expect([wrong.status, textOf('problems', wrong)]).toEqual([
      422,
      expect.stringContaining('Stages: Each line is a stage and its chance in percent'),
    ])
    const sent = { name: 'Sales', stages: 'Qualified 20\nFor sale 50 %', once: 'once' }
    expect((await submit(at, sent, ada.headers)).status).toBe(403)
    const created = await submit(at, sent, boss.headers)
    expect(to(await submit(at, sent, boss.headers))).toEqual(to(created))
    const { items } = await ws.owner.ok('GET', `${ws.base}/pipelines`)
    expect(items).toMatchObject([
      { name: 'Sales', stages: [{ name: 'Qualified' }, { name: 'For sale', probability: 50 }] },
    ])
    expect((await open(listOf({ ws }), ada.headers)).text).toContain('No open deal')
  })
})

describe('a new deal', () => {
  test('is created once by its form, and errors are shown beside the field', async () => {
    const here = await floor()
    const at = listOf(here, `?pipeline=${here.pipeline.id}`)
    const form = { title: 'Web', value_minor: '1250,50', currency: 'eur', client_id: here.client, once: 'o' }
    const created = await submit(at, { ...form, stage_id: here.stage.Proposal! }, here.ada.headers)
    const again = await submit(at, { ...form, stage_id: here.stage.Proposal! }, here.ada.headers)
    expect(to(again)).toEqual(to(created))
    const { items } = await here.ada.ok('GET', here.at)
    expect(items).toMatchObject([{ title: 'Web', value_minor: 125_050, stage: { name: 'Proposal' } }])
    expect(to(created)).toEqual([303, `/deals/${items[0].id}?org=${here.ws.org.slug}&done=saved`])
    const amount = await submit(at, { ...form, value_minor: 'much', title: 'Kept' }, here.ada.headers)
    expect([amount.status, problemBeside('value_minor', amount)]).toEqual([
      422,
      'Must be an amount such as 1250.00.',
    ])
    expect(inputOf('title', amount)).toContain('value="Kept"')
    const untitled = await submit(at, { ...form, title: ' ', once: 'p' }, here.ada.headers)
    expect([untitled.status, problemBeside('title', untitled)]).toEqual([422, 'Must not be empty.'])
    const viewer = await join(here.ws, 'viewer')
    expect((await submit(at, form, viewer.headers)).status).toBe(403)
    expect((await here.ada.ok('GET', here.at)).total).toBe(1)
  })
})

describe('a card', () => {
  const moving = ({ ws, pipeline }: Sales) =>
    `/organizations/${ws.org.slug}/deals/move?pipeline=${pipeline.id}`

  test('is moved by a form, which its Move opens', async () => {
    const here = await floor()
    const { id } = await here.draft()
    const query = `?pipeline=${here.pipeline.id}&move=${id}`
    expect(await here.see()).not.toContain('name="position"')
    expect(await here.see(query)).toContain(`<option value="${here.stage.Proposal}">Proposal</option>`)
    const fields = { id, column_id: here.stage.Proposal!, position: 'top' }
    const moved = await submit(moving(here), fields, here.ada.headers)
    expect(to(moved)).toEqual([303, listOf(here, `?pipeline=${here.pipeline.id}&done=saved`)])
    expect((await here.get(id)).stage.name).toBe('Proposal')
  })

  test('is placed by the script, which gets the new state of the board', async () => {
    const here = await floor()
    const [one, two]: Json[] = [await here.draft(), await here.draft({ value_minor: 2000 })]
    const script = { ...here.ada.headers, accept: 'application/json' }
    const sent = { id: two!.id, column_id: here.stage.Qualified!, before_id: one!.id }
    const { status, body } = await submit(moving(here), sent, script)
    expect(status).toBe(200)
    expect(body.columns[0]).toEqual({
      id: here.stage.Qualified,
      count: '2',
      over: false,
      ids: [two!.id, one!.id],
      sums: '€30.01, weighted €6.00',
    })
  })

  test('that was closed meanwhile stays, and the page and the script get the reason', async () => {
    const here = await floor()
    const { id } = await here.draft()
    await here.act(id, 'win')
    const sent = { id, column_id: here.stage.Proposal! }
    const page = await submit(moving(here), sent, here.ada.headers)
    const message = 'The deal is won; only an open one can be moved: reopen it first.'
    expect([page.status, textOf('problems', page)]).toEqual([409, expect.stringContaining(message)])
    const reply = await submit(moving(here), sent, { ...here.ada.headers, accept: 'application/json' })
    expect([reply.status, reply.body.message]).toEqual([409, message])
  })
})
