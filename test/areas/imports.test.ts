import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { follow } from '../kit/attachments.ts'
import { storage } from '../kit/audit.ts'
import { asOwner, type Json } from '../kit/client.ts'
import {
  board,
  type Board,
  done,
  everything,
  imported,
  meaningOf,
  read,
  rowsOf,
  run,
  tasksOf,
  undone,
} from '../kit/imports.ts'
import { database, inbox } from '../kit/inbox.ts'
import { join, project, task } from '../kit/makers.ts'
import { keyOf } from '../mcp/rpc.ts'
import { refusal } from '../kit/refusals.ts'

const table = `Key,Title,Status,Priority,Due date,Labels,Parent,Assignee
A-1,Epic one,Doing,high,2026-12-01,"web, pay",,ada@example.com
A-2,Child,Done,low,,web,A-1,Bo
A-3,,Done,,,,,
A-2,Twice,Done,,,,,
`
const doing = {
  states: { Doing: { status: 'in_progress', column: 'Doing' }, Done: { status: 'done' } },
}
/** Everything but the one notice of an import itself. */
const rows = async (at: Board) => ({ ...(await everything(at)), notifications: [] })
const detailOf = ({ ws }: Board, key: string): Promise<Json> => ws.owner.ok('GET', `${ws.base}/tasks/${key}`)
const numbered = (count: number) =>
  `Key,Title,Status\n${Array.from({ length: count }, (_, n) => `K-${n},Task ${n},Done\n`).join('')}`

describe('a table of tasks', () => {
  test('is read, mapped, written, skipped the second time, and undone', async () => {
    const at = await board()
    const before = await rows(at)
    expect(await read(at, table)).toMatchObject({ status: 'ready', row_count: 4, problem: null })
    const one = await imported(at, table, {}, doing)
    expect(one).toMatchObject({ status: 'done', created: 2, skipped: 0, refused: 2 })
    expect((await rowsOf(at, one, '&result=refused')).map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'it has no title'],
      [5, 'it is the same as line 3'],
    ])
    const [epic, child] = await tasksOf(at)
    expect(epic).toMatchObject({
      title: 'Epic one',
      status: 'in_progress',
      column: { name: 'Doing' },
      priority: 'high',
      due_date: '2026-12-01',
      assignee: null,
      external: { source: 'csv', id: 'A-1', author: null },
    })
    expect(epic.tags.map(({ name }: Json) => name)).toEqual(['pay', 'web'])
    expect(child).toMatchObject({ status: 'done', parent: { key: epic.key } })
    const after = await rows(at)
    expect(await imported(at, table, {}, doing)).toMatchObject({ created: 0, skipped: 2, refused: 2 })
    expect(await rows(at)).toEqual(after)
    const back = await undone(at, one)
    expect(back).toMatchObject({ status: 'undone', undo: { removed: 2, kept: [] } })
    expect(await rows(at)).toEqual(before)
    expect(await undone(at, one)).toEqual(back)
  })

  test('tells nobody, runs nothing, and says once that it is done', async () => {
    const at = await board()
    const { ws, home } = at
    const lead = await join(ws, 'manager', 'Lead')
    await ws.owner.ok('PATCH', `${ws.base}/projects/${home.id}`, { lead_user_id: lead.id })
    await ws.owner.ok('POST', `${ws.base}/automations`, {
      name: 'Urgent',
      trigger: { event: 'task.created', params: {} },
      action: { type: 'set_priority', params: { priority: 'urgent' } },
    })
    const one = await read(at, 'Title,Status,Assignee,Due date\nA,Open,Lead,2020-01-01\n')
    await run(at, one, { states: { Open: { status: 'todo' } }, people: { Lead: lead.id } })
    const [made] = await tasksOf(at)
    expect(made).toMatchObject({ priority: 'medium', assignee: { name: 'Lead' } })
    const told = await inbox(ws, lead)
    expect(told.map(({ title }) => title)).toEqual([
      'tasks.csv is imported: 1 tasks are new, 0 were there, 0 were refused',
    ])
    const others = await asOwner(
      `select topic from outbox where org_id = $1 and topic in ('notify', 'automate', 'due.notices')`,
      [ws.org.id],
    )
    expect(others).toEqual([])
  })

  test('is resumed where it was cut', async () => {
    const at = await board()
    const whole = await board()
    const file = numbered(450)
    const one = await read(at, file)
    const here = `${at.at}/${one.id}`
    await at.ws.owner.ok('POST', `${here}/start`, {})
    const once = { batches: 1 }
    let writes = 0
    const failing = database()
    const batch = failing.batch.bind(failing)
    failing.batch = async (statements, how) => {
      const isWrite = statements.length > 2 && ++writes > 2
      if (isWrite) throw new Error('cut')
      return batch(statements, how)
    }
    await drain(failing, storage(), '', undefined, once)
    const half = await at.ws.owner.ok('GET', here)
    expect(half).toMatchObject({ status: 'running' })
    expect(half.created).toBeLessThan(450)
    await asOwner(
      `update outbox set available_at = now(), last_error = null where org_id = $1 and done_at is null`,
      [at.ws.org.id],
    )
    await done(at)
    await imported(whole, file)
    const shown = async (one: Board) => (await rows(one)).tasks.length
    expect(await at.ws.owner.ok('GET', here)).toMatchObject({ status: 'done', created: 450 })
    expect(await shown(at)).toBe(await shown(whole))
    const titles = await asOwner<{ title: string }>(
      'select title from tasks where project_id = $1 order by number',
      [at.home.id],
    )
    expect(titles.map(({ title }) => title)).toEqual(Array.from({ length: 450 }, (_, n) => `Task ${n}`))
  })

  test('stops when it is told to, and when who started it leaves; what is written can be undone', async () => {
    const at = await board()
    const before = await rows(at)
    const manager = await join(at.ws, 'manager')
    const one = await read(at, numbered(450), {}, manager)
    const here = `${at.at}/${one.id}`
    await manager.ok('POST', `${here}/start`, {})
    await at.ws.owner.ok('DELETE', `${at.ws.base}/members/${manager.id}`)
    await done(at)
    const stopped = await at.ws.owner.ok('GET', here)
    expect(stopped).toMatchObject({ status: 'stopped', problem: expect.stringContaining('has left') })
    await undone(at, stopped)
    expect((await rows(at)).tasks).toEqual(before.tasks)
    const next = await read(at, numbered(3))
    const there = `${at.at}/${next.id}`
    await asOwner(`update imports set status = 'running' where id = $1`, [next.id])
    expect(refusal(await at.ws.owner.call('POST', `${there}/undo`))).toEqual([
      409,
      'the import is running; stop it first',
    ])
    expect(refusal(await at.ws.owner.call('DELETE', there))).toEqual([
      409,
      'the import is running; wait until it is done, or stop it',
    ])
    expect(await at.ws.owner.ok('POST', `${there}/stop`)).toMatchObject({ status: 'stopped' })
    expect((await at.ws.owner.call('POST', `${there}/stop`)).status).toBe(202)
    expect((await at.ws.owner.call('DELETE', there)).status).toBe(204)
  })

  test('what somebody changed or commented stays when it is undone, with its parent, and says why', async () => {
    const at = await board()
    const one = await imported(
      at,
      numbered(3).replace('Status', 'Status,Parent').replace('K-2,Task 2,Done', 'K-2,Task 2,Done,K-1'),
    )
    const [first, second, third] = await tasksOf(at)
    await at.ws.owner.ok('PATCH', `${at.ws.base}/tasks/${third.id}`, { title: 'Mine' })
    await at.ws.owner.ok('POST', `${at.ws.base}/tasks/${first.id}/comments`, { body: 'Hm' })
    expect((await undone(at, one)).undo).toEqual({
      removed: 0,
      kept: [
        { key: first.key, why: 'commented since' },
        { key: second.key, why: 'has subtasks that stay' },
        { key: third.key, why: 'changed since' },
      ],
    })
    expect(await tasksOf(at)).toHaveLength(3)
  })

  test('is shown before it is written, by the same code, and nothing of that stays', async () => {
    const at = await board()
    const one = await read(at, table)
    await at.ws.owner.ok('PUT', `${at.at}/${one.id}/mapping`, meaningOf(one, doing))
    const before = await rows(at)
    const shown = await at.ws.owner.ok('POST', `${at.at}/${one.id}/preview`)
    expect(shown).toMatchObject({
      counts: { created: 2, skipped: 0, refused: 2 },
      row_count: 4,
      unmapped_states: [],
    })
    expect(shown.rows[0]).toMatchObject({
      line: 2,
      result: 'created',
      task: { title: 'Epic one', status: 'in_progress', column: 'Doing', tags: ['pay', 'web'] },
    })
    expect(await rows(at)).toEqual(before)
  })

  test('keeps what is longer than a task may be', async () => {
    const at = await board()
    const text = 'y'.repeat(900_000)
    const one = await imported(at, `Title,Notes,Status\n${'t'.repeat(300)},${text},Done\n`)
    expect(one).toMatchObject({ created: 1, refused: 0 })
    const [made] = await tasksOf(at)
    const { description, title } = await detailOf(at, made.key)
    expect([title.length, description.length, made.counts.comments]).toEqual([255, 100_000, 41])
    expect((await rowsOf(at, one))[0]!.reason).toBe('the description was too long; the rest is in comments')
  })
})

describe('a file', () => {
  test('is announced, and its bytes sent to a link that works for nothing else', async () => {
    const at = await board()
    const bytes = new TextEncoder().encode(table)
    const announced = {
      source: 'csv',
      project_id: at.home.id,
      filename: 'tasks.csv',
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }
    const one = await at.ws.owner.ok('POST', at.at, announced)
    expect(one).toMatchObject({ status: 'awaiting', upload_url: expect.stringContaining('/files/imports/') })
    const put = (body: Uint8Array, url: string = one.upload_url) =>
      follow(url, { method: 'PUT', body: body as never, headers: { 'content-length': String(body.length) } })
    expect((await put(bytes.with(3, 65))).status).toBe(422)
    expect((await put(bytes.slice(1))).status).toBe(422)
    expect((await put(bytes, one.upload_url.replace('/imports', ''))).status).toBe(404)
    expect((await put(bytes)).status).toBe(200)
    expect((await put(bytes)).status).toBe(200)
    await done(at)
    expect(await at.ws.owner.ok('GET', `${at.at}/${one.id}`)).toMatchObject({ status: 'ready', row_count: 4 })
    const large = await at.ws.owner.call('POST', at.at, { ...announced, size_bytes: 20 * 1024 * 1024 + 1 })
    expect(refusal(large)).toEqual([422, 'body.size_bytes: at most 20971520 bytes'])
  })

  test('that is another one fails, and names the likely source', async () => {
    const at = await board()
    const one = await read(at, '{"cards":[],"idBoard":"x"}', { source: 'jira_csv' })
    expect(one).toMatchObject({
      status: 'failed',
      problem: 'it looks like a JSON export of Trello (trello_json); choose that',
    })
    expect(refusal(await at.ws.owner.call('POST', `${at.at}/${one.id}/start`, {}))).toEqual([
      409,
      'the import is failed; only one that is ready can start',
    ])
    expect(refusal(await at.ws.owner.call('POST', `${at.at}/${one.id}/preview`))[0]).toBe(409)
  })

  test('is for managers, of a live project that they can open', async () => {
    const at = await board()
    const { ws, home } = at
    const draft = { source: 'csv', project_id: home.id, filename: 'a.csv', content: 'Title\nA\n' }
    const member = await join(ws, 'member')
    const manager = await join(ws, 'manager')
    expect((await member.call('POST', at.at, draft)).status).toBe(403)
    const hidden = await project(ws, { visibility: 'private' })
    expect(refusal(await manager.call('POST', at.at, { ...draft, project_id: hidden.id }))).toEqual([
      422,
      'body.project_id: not found',
    ])
    const { token } = await keyOf(ws, { project_id: home.id })
    const byKey = await ws.owner.call('GET', at.at)
    expect(byKey.status).toBe(200)
    expect(token).toBeTruthy()
    await ws.owner.ok('POST', `${ws.base}/projects/${home.id}/archive`)
    expect(refusal(await manager.call('POST', at.at, draft))[0]).toBe(422)
  })

  test('of more rows than the plan allows does not start', async () => {
    const at = await board()
    const one = await read(at, numbered(3))
    await asOwner(
      `insert into entitlement_overrides (org_id, key, value, reason) values ($1, 'import_rows', '2', 'test')`,
      [at.ws.org.id],
    )
    expect(refusal(await at.ws.owner.call('POST', `${at.at}/${one.id}/start`, {}))).toEqual([
      403,
      'plan limit import_rows reached: 3 of 2; an owner can change the plan under Plan and usage',
    ])
  })

  test('one of an organization runs at a time', async () => {
    const at = await board()
    const [one, other] = [await read(at, numbered(3)), await read(at, 'Title,Status\nZ,Done\n')]
    await asOwner(`update imports set status = 'running' where id = $1`, [one.id])
    expect(refusal(await at.ws.owner.call('POST', `${at.at}/${other.id}/start`, {}))).toEqual([
      409,
      'another import is running; wait until it is done, or stop it',
    ])
  })
})

test('random files, imported and undone, leave a project as it was', async () => {
  const at = await board()
  await task(at.ws, at.home.id, { title: 'There before' })
  const before = await rows(at)
  let seed = 7
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
  const words = ['web', 'pay', '=1+1', '<b>', 'ñandú', '"quoted"', 'a;b', '', '{code}', '😀']
  const cell = () =>
    `"${(words[random(words.length)]! + words[random(words.length)]!).replaceAll('"', '""')}"`
  for (let n = 0; n < 3; n++) {
    const lines = Array.from({ length: 60 }, (_, place) =>
      [
        `R-${place}`,
        `"Task ${place}"`,
        cell(),
        ['Open', 'Done', 'Doing'][random(3)],
        `R-${random(60)}`,
        cell(),
        `S${random(3)}`,
      ].join(),
    )
    const file = `Key,Title,Notes,Status,Parent,Labels,Sprint\n${lines.join('\n')}\n`
    const one = await imported(
      at,
      file,
      {},
      {
        states: {
          Open: { status: 'todo' },
          Done: { status: 'done' },
          Doing: { status: 'in_progress', column: 'Work' },
        },
      },
    )
    expect(one).toMatchObject({ status: 'done', created: 60 })
    const after = await rows(at)
    expect(await imported(at, file, {}, { states: one.meaning.states })).toMatchObject({
      created: 0,
      skipped: 60,
    })
    expect(await rows(at)).toEqual(after)
    await undone(at, one)
    expect(await rows(at)).toEqual(before)
  }
})
