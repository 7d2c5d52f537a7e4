import { expect, test } from 'vitest'
import { call } from '../kit/client.ts'
import { board, done, tasksOf } from '../kit/imports.ts'
import { join } from '../kit/makers.ts'
import { origin, open, submit, to } from './browse.ts'

const table = 'Key,Title,Status,Assignee\nA-1,First,Simmering,Bo\nA-2,Second,Done,\nA-3,,Done,\n'

test('a file is sent, said what it means, looked at, written and taken back, by clicking alone', async () => {
  const at = await board()
  const { ws } = at
  const { headers } = ws.owner
  const list = `/organizations/${ws.org.slug}/imports`
  expect((await open(`${list}?new=yes`, headers)).text).toContain('enctype="multipart/form-data"')
  const send = async (fields: Record<string, string>, content: string | null) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    if (content !== null) form.set('file', new File([content], 'tasks.csv', { type: 'text/csv' }))
    const encoded = new Response(form)
    return call('POST', list, {
      raw: new Uint8Array(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type')!, origin: origin, ...headers },
    })
  }
  const fields = { source: 'csv', project_id: at.home.id }
  const refused = await send(fields, null)
  expect([refused.status, refused.text.includes('Choose a file.')]).toEqual([422, true])
  expect((await send({ ...fields, project_id: ws.org.id }, table)).status).toBe(422)
  const sent = await send(fields, table)
  expect(sent.status).toBe(303)
  const page = String(to(sent)[1])
  await done(at)
  const read = await open(page, headers)
  for (const said of [
    '>First · Second',
    'Simmering (say what it is)',
    'Nobody here',
    'Say first what these states are: Simmering',
  ])
    expect(read.text).toContain(said)
  expect(read.text).not.toContain('Write the tasks')
  const [path, query] = page.split('?')
  const act = (action: string, more: Record<string, string> = {}) =>
    submit(`${path}/${action}?${query}`, more, headers)
  const meaning = {
    'column Key': 'key',
    'column Title': 'title',
    'column Status': 'status',
    'column Assignee': 'assignee',
    'state Simmering': 'in_progress',
    'state Done': 'done',
    'person Bo': ws.owner.id,
    time_zone: 'UTC',
    checklists: 'description',
  }
  expect((await act('meaning', meaning)).status).toBe(303)
  const preview = await act('preview')
  for (const said of ['2 would be created', 'in progress', 'Ada Lovelace', 'it has no title'])
    expect(preview.text).toContain(said)
  expect(await tasksOf(at)).toEqual([])
  expect((await act('start')).status).toBe(303)
  await done(at)
  expect((await tasksOf(at)).map(({ title, status }) => [title, status])).toEqual([
    ['First', 'in_progress'],
    ['Second', 'done'],
  ])
  const ended = await open(page, headers)
  for (const said of ['Take it back', 'line 4', 'Download what was refused'])
    expect(ended.text).toContain(said)
  const csv = await call('GET', `${path}/files/refused?${query}`, { headers })
  expect(csv.text).toBe('line,key,reason\r\n4,A-3,it has no title\r\n')
  expect((await act('undo')).status).toBe(303)
  await done(at)
  expect((await open(page, headers)).text).toContain('2 tasks removed.')
  expect(await tasksOf(at)).toEqual([])
  expect(to(await act('delete'))).toEqual([303, `${list}?done=saved`])
  expect((await open(page, headers)).status).toBe(404)
  expect((await open(list, (await join(ws)).headers)).status).toBe(403)
})
