import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { project, taskRow, workspace } from '../kit/makers.ts'
import { offer } from '../kit/sharing.ts'
import { keyOf, modern, oauthTokenOf } from './rpc.ts'

/** Calls of tools by a person of the workspace. */
async function assistant(ws: Awaited<ReturnType<typeof workspace>>) {
  const { token } = await keyOf(ws)
  return async (name: string, args: object, env = {}): Promise<Json> => {
    const { body } = await modern(
      'tools/call',
      { name, arguments: args },
      { token, query: '?tools=all', env },
    )
    return JSON.parse(body.result.content[0].text)
  }
}
const count = { measures: ['count'] }

test('a figure is put on a dashboard by its name and answers with its first rows', async () => {
  const ws = await workspace()
  const { id } = await project(ws)
  for (let n = 0; n < 3; n++) await taskRow(ws, id, { status: n ? 'done' : 'todo' })
  const call = await assistant(ws)
  const widget = { title: 'By status', source: 'tasks', query: { ...count, dimensions: ['status'] } }
  await call('create_bi_dashboard', { name: 'Sales', widgets: [{ ...widget, title: 'First' }] })
  const made = await call('create_bi_widget', { dashboard_id: 'Sales', ...widget })
  expect(made.data.rows.map((row: Json) => row.count)).toEqual([2, 1])
  const read = await call('get_bi_widget_data', { dashboard_id: 'sales', widget_id: 'by status' })
  expect(read.totals).toEqual([{ count: 3 }])
  const month = {
    ...count,
    time_dimension: { field: 'created_at', range: { from: '2020-01-01', to: '2020-01-31' } },
    filters: [{ field: 'status', op: 'eq', value: 'done' }],
  }
  const changed = { dashboard_id: 'Sales', widget_id: 'By status', source: 'tasks', query: month }
  const empty = await call('update_bi_widget', { ...changed, viz: 'number' })
  // What nothing was found in is said, so that nobody makes a figure up.
  expect(empty).toMatchObject({
    data: {
      filters: [{ field: 'status', op: 'eq', value: 'done' }],
      totals: [{ count: 0 }],
      timezone: 'UTC',
      range: { from: '2020-01-01', to: '2020-01-31' },
    },
  })
  const wrong = await call('update_bi_widget', { ...changed, query: { measures: ['invoiced_net'] } })
  expect(wrong.error.message).toContain('invoices have something like it')
})

test('a figure over a block that is closed to tools is forbidden there, and stands elsewhere', async () => {
  const ws = await workspace()
  const widget = { title: 'Invoiced', source: 'invoices', query: { measures: ['invoiced_net'] } }
  const { id, widgets } = await ws.owner.ok('POST', `${ws.base}/bi/dashboards`, {
    name: 'Money',
    widgets: [widget],
  })
  const call = await assistant(ws)
  const read = (env: object) =>
    call('get_bi_widget_data', { dashboard_id: 'Money', widget_id: 'Invoiced' }, env)
  expect((await read({})).totals[0].invoiced_net).toBe(0)
  expect((await read({ MCP_EXPOSE_SENSITIVE: 'false' })).error).toBe('forbidden')
  const at = `${ws.base}/bi/dashboards/${id}/widgets/${widgets[0].id}/data`
  expect((await ws.owner.ok('GET', at)).error).toBeUndefined()
})

test('who administers two organizations says into which a shared project goes', async () => {
  const ws = await workspace('First')
  const second = await ws.owner.ok('POST', '/api/v1/organizations', { name: 'Second' })
  const owner = await workspace('Owner')
  const { token } = await offer(owner, await project(owner))
  const accept = async (more: object) => {
    const how = { token: await oauthTokenOf(ws.owner), query: '?tools=all' }
    const { body } = await modern(
      'tools/call',
      { name: 'accept_project_share', arguments: { token, ...more } },
      how,
    )
    return JSON.parse(body.result.content[0].text)
  }
  const { error } = await accept({})
  expect(error.message).toMatch(/^organization_id: say which/)
  for (const name of ['First', 'Second']) expect(JSON.stringify(error)).toContain(name)
  expect((await accept({ organization_id: second.id })).status).toBe('accepted')
})
