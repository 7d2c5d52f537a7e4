import { expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { join, project, taskRow, type Workspace, workspace } from '../kit/makers.ts'

const count = { measures: ['count'] }
const widget = (more: object = {}) => ({ title: 'Tasks', source: 'tasks', query: count, ...more })
const create = (ws: Workspace, draft: object = {}, who: Caller = ws.owner): Promise<Json> =>
  who.ok('POST', `${ws.base}/bi/dashboards`, { name: 'Delivery', ...draft })
const refused = async (who: Caller, method: string, path: string, body?: object) => {
  const reply = await who.call(method, path, body)
  return [reply.status, reply.body?.error?.message]
}
const rejoin = async (ws: Workspace, who: Caller) => {
  const { accept_url } = await ws.owner.ok('POST', `${ws.base}/invitations`, {
    email: who.email,
    role: 'member',
  })
  await who.ok('POST', `/api/v1/invitations/${accept_url.split('/').at(-1)}/accept`)
}

test('figures are placed where there is room, keep their place, and never overlap', async () => {
  const ws = await workspace()
  const number = (title: string) => widget({ title, viz: 'number' })
  const line = widget({
    title: 'Line',
    query: { ...count, time_dimension: { field: 'created_at', granularity: 'day', range: 'last_7_days' } },
  })
  const { id, widgets } = await create(ws, { widgets: [number('a'), number('b'), line, number('c')] })
  expect(widgets.map(({ title, viz, x, y, w, h }: Json) => [title, viz, x, y, w, h])).toEqual([
    ['a', 'number', 0, 0, 3, 3],
    ['b', 'number', 3, 0, 3, 3],
    ['Line', 'line', 6, 0, 6, 6],
    ['c', 'number', 0, 3, 3, 3],
  ])
  const at = `${ws.base}/bi/dashboards/${id}`
  const [a, b] = widgets
  const place = (items: object[]) => refused(ws.owner, 'PUT', `${at}/layout`, { items })
  const size = { w: 3, h: 3 }
  expect(await place([{ widget_id: a.id, x: 3, y: 0, ...size }])).toEqual([
    422,
    'body.items: a and b overlap',
  ])
  expect(
    await place([
      { widget_id: a.id, x: 3, y: 0, ...size },
      { widget_id: b.id, x: 0, y: 0, ...size },
    ]),
  ).toEqual([200, undefined])
  const other = await create(ws, { widgets: [widget()] })
  expect(await place([{ widget_id: other.widgets[0].id, x: 0, y: 9, ...size }])).toEqual([
    422,
    'body.items[0].widget_id: not found',
  ])
  expect(await place([a, a].map(({ id: widget_id }) => ({ widget_id, x: 0, y: 0, ...size })))).toEqual([
    422,
    'body.items: a widget twice',
  ])
  expect(await place([{ widget_id: a.id, x: 10, y: 0, ...size }])).toEqual([
    422,
    'body.items[0].w: x + w must not be more than 12',
  ])
  const add = (more: object) => refused(ws.owner, 'POST', `${at}/widgets`, widget(more))
  expect(await add({ x: 0, y: 0, w: 2, h: 2 })).toEqual([422, 'body.x: overlaps b'])
  expect(await add({ x: 0 })).toEqual([422, 'body.x: send x and y, or neither'])
  expect(await add({ h: 21 })).toEqual([422, expect.stringContaining('body.h')])
  expect(await refused(ws.owner, 'PATCH', `${at}/widgets/${a.id}`, { x: 6 })).toEqual([
    422,
    'body.x: overlaps Line',
  ])
  expect(
    await refused(ws.owner, 'PATCH', `${ws.base}/bi/dashboards/${other.id}/widgets/${a.id}`, { x: 6 }),
  ).toEqual([404, 'widget not found'])
})

test('each drawing needs its shape', async () => {
  const ws = await workspace()
  const { id } = await create(ws)
  const time_dimension = { field: 'created_at', granularity: 'day', range: 'last_7_days' }
  const by = (dimensions: string[], more: object = {}) => ({ ...count, dimensions, ...more })
  const cases: [string, object, string | undefined][] = [
    ['number', by(['status']), 'number needs one measure, no dimension and no buckets'],
    ['gauge', count, 'gauge needs one measure, no dimension, no buckets, and options.target other than 0'],
    ['pie', count, 'pie needs one measure that adds up, and one dimension of which a row has one value'],
    [
      'pie',
      by(['tag']),
      'pie needs one measure that adds up, and one dimension of which a row has one value',
    ],
    [
      'pie',
      { measures: ['done_share'], dimensions: ['status'] },
      'pie needs one measure that adds up, and one dimension of which a row has one value',
    ],
    ['line', by(['status']), 'line needs a time_dimension with a granularity'],
    ['bar', count, 'bar needs a dimension or buckets'],
    ['stacked', by(['status']), 'stacked needs one measure that adds up, and two of dimensions and buckets'],
    ['heatmap', by(['status']), 'heatmap needs one measure, and two of dimensions and buckets'],
    ['funnel', count, 'funnel needs one measure and one dimension'],
    ['heatmap', by(['status'], { time_dimension }), undefined],
    ['stacked', by(['status', 'project']), undefined],
    ['table', by(['status', 'project', 'type']), undefined],
  ]
  for (const [viz, query, why] of cases)
    expect([
      viz,
      ...(await refused(ws.owner, 'POST', `${ws.base}/bi/dashboards/${id}/widgets`, widget({ viz, query }))),
    ]).toEqual([viz, why ? 422 : 201, why && `body.viz: ${why}`])
})

test('a dashboard is private until somebody who may shares it; widgets over closed sources say so', async () => {
  const ws = await workspace()
  const [member, manager] = [await join(ws, 'member'), await join(ws, 'manager', 'Meg')]
  const own = await create(ws, {}, member)
  const at = `${ws.base}/bi/dashboards/${own.id}`
  expect(await refused(ws.owner, 'GET', at)).toEqual([404, 'dashboard not found'])
  expect(await refused(member, 'PATCH', at, { visibility: 'organization' })).toEqual([
    403,
    'sharing with the organization needs the role manager or above',
  ])
  expect(await refused(member, 'PATCH', at, { owner_id: manager.id })).toEqual([
    403,
    'handing it over needs the role admin or above',
  ])
  const money = widget({
    title: 'Invoiced',
    source: 'invoices',
    query: { measures: ['invoiced_net'], filters: [{ field: 'client', op: 'eq', value: 'Wayne' }] },
  })
  expect(await refused(member, 'POST', `${at}/widgets`, money)).toEqual([403, 'invoices needs a higher role'])
  const shared = await create(ws, { visibility: 'organization', widgets: [money, widget()] }, manager)
  const seen = await member.ok('GET', `${ws.base}/bi/dashboards/${shared.id}`)
  expect(seen.widgets.map(({ title, query }: Json) => [title, query])).toEqual([
    ['Invoiced', null],
    ['Tasks', count],
  ])
  const { widgets } = await member.ok('GET', `${ws.base}/bi/dashboards/${shared.id}/data`)
  expect(widgets[seen.widgets[0].id]).toEqual({ error: 'forbidden' })
  expect(widgets[seen.widgets[1].id].totals).toEqual([{ count: 0 }])
  expect(await refused(member, 'PATCH', `${ws.base}/bi/dashboards/${shared.id}`, { name: 'X' })).toEqual([
    403,
    expect.any(String),
  ])
  const copy = await member.ok('POST', `${ws.base}/bi/dashboards/${shared.id}/duplicate`, {})
  expect([
    copy.name,
    copy.visibility,
    copy.owner.user_id,
    copy.widgets.map(({ title }: Json) => title),
  ]).toEqual(['Copy of Delivery', 'private', member.id, ['Tasks']])
})

test('filters of a dashboard apply where the source has the field, and nothing takes them off', async () => {
  const ws = await workspace()
  const { id, key } = await project(ws)
  await taskRow(ws, id, { status: 'done' })
  await taskRow(ws, id, {})
  const filter = { field: 'status', op: 'eq', value: 'done' }
  const leads = { title: 'Documents', source: 'documents', query: count }
  const { id: dashboard, widgets } = await create(ws, { filters: [filter], widgets: [widget(), leads] })
  const data = async (more?: object[]) =>
    (
      await ws.owner.ok(
        'GET',
        `${ws.base}/bi/dashboards/${dashboard}/data${more ? `?filters=${encodeURIComponent(JSON.stringify(more))}` : ''}`,
      )
    ).widgets
  const first = await data()
  expect(first[widgets[0].id].totals).toEqual([{ count: 1 }])
  expect(first[widgets[1].id].filters_not_applied).toEqual(['status'])
  const open = await data([{ field: 'status', op: 'eq', value: 'todo' }])
  expect(open[widgets[0].id].totals).toEqual([{ count: 0 }])
  const byName = await data([{ field: 'project', op: 'eq', value: key }])
  expect(byName[widgets[0].id].totals).toEqual([{ count: 1 }])
  expect(
    await refused(ws.owner, 'POST', `${ws.base}/bi/dashboards`, {
      name: 'X',
      filters: [{ field: 'salary', op: 'eq', value: '1' }],
    }),
  ).toEqual([422, 'body.filters[0].field: unknown; no source has it'])
  expect(await refused(ws.owner, 'GET', `${ws.base}/bi/dashboards/${dashboard}/data?filters=x`)).toEqual([
    422,
    'query.filters: must be JSON: [{"field", "op", "value"}]',
  ])
})

test('a field that is gone after an upgrade is named, and the rest stands', async () => {
  const ws = await workspace()
  const { id, widgets } = await create(ws, { widgets: [widget(), widget({ title: 'Old' })] })
  await asOwner(`update bi_widgets set query = '{"measures": ["velocity"]}' where id = $1`, [widgets[1].id])
  const data = (await ws.owner.ok('GET', `${ws.base}/bi/dashboards/${id}/data`)).widgets
  expect(data[widgets[0].id].totals).toEqual([{ count: 0 }])
  expect(data[widgets[1].id]).toEqual({ error: 'unknown_field', path: 'query.measures[0]' })
  await asOwner(`update bi_widgets set query = '{"measures": ["points_closed"]}' where id = $1`, [
    widgets[1].id,
  ])
  const near = (await ws.owner.ok('GET', `${ws.base}/bi/dashboards/${id}/data`)).widgets[widgets[1].id]
  expect(near.did_you_mean).toEqual(['points', 'points_done'])
  const whole = await ws.owner.ok('GET', `${ws.base}/bi/dashboards/${id}`)
  expect(whole.widgets).toHaveLength(2)
  const mended = { source: 'tasks', query: { measures: ['points_done'] } }
  const at = `${ws.base}/bi/dashboards/${id}/widgets/${widgets[1].id}`
  expect((await ws.owner.ok('PATCH', at, mended)).data.totals).toEqual([{ points_done: 0 }])
})

test('a dashboard has at most forty figures', async () => {
  const ws = await workspace()
  const { id } = await create(ws, { widgets: Array.from({ length: 40 }, () => widget()) })
  expect(await refused(ws.owner, 'POST', `${ws.base}/bi/dashboards/${id}/widgets`, widget())).toEqual([
    409,
    'a dashboard has at most 40 widgets',
  ])
})

test('a person keeps a hundred dashboards at most, and an organization five hundred', async () => {
  const ws = await workspace()
  const [member, other] = [await join(ws), await join(ws)]
  const add = (who: Caller, count: number) =>
    asOwner(
      `insert into bi_dashboards (org_id, owner_id, name) select $1, $2, 'D' from generate_series(1, $3::int)`,
      [ws.org.id, who.id, count],
    )
  const full = [409, 'at most 100 dashboards a person and 500 an organization; delete some']
  await add(member, 99)
  const { id } = await create(ws, {}, member)
  expect(await refused(member, 'POST', `${ws.base}/bi/dashboards`, { name: 'X' })).toEqual(full)
  expect(await refused(member, 'POST', `${ws.base}/bi/dashboards/${id}/duplicate`, {})).toEqual(full)
  await create(ws, {}, other)
  await add(ws.owner, 399)
  expect(await refused(other, 'POST', `${ws.base}/bi/dashboards`, { name: 'X' })).toEqual(full)
})

test('titles, options and places are refused that no grid could show', async () => {
  const ws = await workspace()
  const { id } = await create(ws)
  const at = `${ws.base}/bi/dashboards/${id}`
  const add = async (more: object) =>
    String((await refused(ws.owner, 'POST', `${at}/widgets`, widget(more)))[1]).split('; ')[0]
  expect(await add({ title: ' ' })).toBe('body.title: must not be empty')
  expect(await add({ title: 'a\u0007b' })).toMatch(/^body\.title: /)
  expect(await add({ options: { color: 'pink' } })).toMatch(/^body\.options\.color: use blue, /)
  expect(await add({ options: { font: 'serif' } })).toMatch(/^body\.options\.font: unknown field/)
  expect(await add({ x: 0, y: 1001 })).toMatch(/^body\.y/)
  expect(await add({ w: 0 })).toMatch(/^body\.w/)
  expect(
    await refused(ws.owner, 'POST', `${ws.base}/bi/dashboards`, { name: 'X', grid_columns: 24 }),
  ).toEqual([422, 'body.grid_columns: must be 12'])
  const many = Array.from({ length: 41 }, () => widget())
  expect((await refused(ws.owner, 'POST', `${ws.base}/bi/dashboards`, { name: 'X', widgets: many }))[0]).toBe(
    422,
  )
  const [first] = (await create(ws, { widgets: [widget()] })).widgets
  const own = `${ws.base}/bi/dashboards/${first.dashboard_id}/widgets/${first.id}`
  await ws.owner.ok('PATCH', own, { title: 'New', version: first.version })
  expect((await refused(ws.owner, 'PATCH', own, { title: 'Late', version: first.version }))[0]).toBe(409)
})

test('who leaves hands on what is for the organization, and keeps what is private until they are back', async () => {
  const ws = await workspace()
  const manager = await join(ws, 'manager', 'Meg')
  const admin = await join(ws, 'admin')
  const shared = await create(ws, { visibility: 'organization' }, manager)
  const own = await create(ws, { name: 'Own' }, manager)
  const gone = await create(ws, { name: 'Gone' }, manager)
  await manager.ok('DELETE', `${ws.base}/bi/dashboards/${gone.id}`)
  await ws.owner.ok('DELETE', `${ws.base}/members/${manager.id}`)
  const { items } = await admin.ok('GET', `${ws.base}/notifications`)
  expect(items.map(({ title }: Json) => title)).toContain(
    'The dashboard Delivery has nobody who keeps it any more',
  )
  const seen = await ws.owner.ok('GET', `${ws.base}/bi/dashboards/${shared.id}`)
  expect(seen.owner).toBeNull()
  const taken = await ws.owner.ok('PATCH', `${ws.base}/bi/dashboards/${shared.id}`, { owner_id: ws.owner.id })
  expect(taken.owner.user_id).toBe(ws.owner.id)
  const [row] = await asOwner(
    'select owner_id, rests, deleted_at is not null as away from bi_dashboards where id = $1',
    [own.id],
  )
  expect(row).toEqual({ owner_id: manager.id, rests: true, away: true })
  await rejoin(ws, manager)
  const { items: back } = await manager.ok('GET', `${ws.base}/bi/dashboards?visibility=private`)
  expect(back.map(({ name }: Json) => name)).toEqual(['Own'])
})

test('a figure is exported as a table whose cells are no formulas, and which says what was cut off', async () => {
  const ws = await workspace()
  const member = await join(ws, 'member')
  for (const [name, count] of [
    ['=cmd()', 2],
    ['Web', 1],
  ] as const)
    await asOwner(
      `insert into leads (org_id, name, source, created_by) select $1, 'L', $2, $3 from generate_series(1, $4::int)`,
      [ws.org.id, name, ws.owner.id, count],
    )
  const leads = (limit: number) => ({
    title: `Leads ${limit}`,
    source: 'leads',
    query: { measures: ['count'], dimensions: ['source'], limit },
  })
  const money = { title: 'Invoiced', source: 'invoices', query: { measures: ['invoiced_net'] } }
  const { id, widgets } = await create(ws, {
    visibility: 'organization',
    widgets: [leads(5), leads(1), money],
  })
  const file = async (n: number, who: Caller = ws.owner): Promise<Json> =>
    who.ok('GET', `${ws.base}/bi/dashboards/${id}/widgets/${widgets[n].id}/export`)
  expect((await file(0)).content).toBe("Source,Leads\r\n'=cmd(),2\r\nWeb,1\r\n")
  expect((await file(1)).content).toBe("Source,Leads\r\n'=cmd(),2\r\nCut off: there are 2 groups\r\n")
  expect((await file(2)).content).toBe('"Invoiced, without tax",Currency\r\n0,EUR\r\n')
  expect(await file(2, member)).toMatchObject({ error: 'forbidden', rows: 0, content: '' })
})
