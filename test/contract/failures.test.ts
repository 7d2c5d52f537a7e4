import { afterEach, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { logWholeMessages } from '../../src/kit/log.ts'
import { asOwner, call, type Json } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { keyOf, modern } from '../mcp/rpc.ts'
import { submit } from '../web/browse.ts'

await ownDatabase()

const canary = 'canary-4711'
const deployed = { APP_ENV: 'production' }
let error: MockInstance<typeof console.error>
let ws: Workspace
let one: Json
let path: string

beforeAll(async () => {
  ws = await workspace()
  one = await task(ws, (await project(ws)).id)
  path = `${ws.base}/tasks/${one.id}/comments`
  await asOwner('create schema planted')
})
beforeEach(() => {
  error = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  logWholeMessages(true)
  await asOwner('drop schema planted cascade; create schema planted')
})

/** A trigger before each insert into the table; the statements begin on line 3 of its function. */
const plant = (statements: string, table = 'comments') =>
  asOwner(`create function planted.fault() returns trigger language plpgsql as $$
    begin
    ${statements}
    return new;
    end $$;
    create trigger fault before insert on ${table} for each row execute function planted.fault()`)

const logged = (): Json[] =>
  error.mock.calls.map(([line]) => JSON.parse(String(line))).filter(({ event }) => event.endsWith('failed'))

describe('a failure of our own SQL', () => {
  const faults: [what: string, statements: string, found: Json][] = [
    [
      'a column that does not exist',
      'new.body = (select t.titel from tasks t limit 1);',
      { sqlstate: '42703', routine: 'errorMissingColumn', message: 'column t.titel does not exist' },
    ],
    ['a function that does not exist', 'perform app.no_such(new.body);', { sqlstate: '42883' }],
    [
      'a message with a value',
      `raise exception 'cannot take %', new.body;`,
      { sqlstate: 'P0001', routine: 'exec_stmt_raise' },
    ],
    ['a value of another type', 'new.version = new.body::int;', { sqlstate: '22P02' }],
    [
      'a column without its value',
      'new.created_at = null;',
      { sqlstate: '23502', table: 'comments', column: 'created_at' },
    ],
  ]
  test.each(faults)('is logged with its cause, without values: %s', async (_, statements, found) => {
    await plant(statements)
    const reply = await ws.owner.call('POST', path, { body: canary })
    const other = await call('POST', path, { body: { body: canary }, headers: ws.owner.headers }, deployed)
    expect([reply.status, other.status]).toEqual([500, 500])
    const line = logged().at(-1)!
    const at = found.sqlstate === '23502' ? {} : { in: ['fault:3'] }
    expect(line).toMatchObject({ event: 'failed', operation: 'addComment', ...found, ...at })
    expect(line.request_id).toBe(other.body.error.request_id)
    expect(JSON.stringify(line)).not.toContain(canary)
    for (const shown of ['sqlstate', found.sqlstate, 'planted', 'comments'])
      expect(other.text).not.toContain(shown)
  })

  test('is logged with its whole message in development and in tests', async () => {
    await plant(`raise exception 'cannot take %', new.body;`)
    await ws.owner.call('POST', path, { body: canary })
    expect(logged().at(-1)).toMatchObject({ message: `cannot take ${canary}`, in: ['fault:3'] })
  })

  test('is logged when a tool runs into it', async () => {
    await plant(`raise exception 'cannot take %', new.body;`)
    const { token } = await keyOf(ws)
    await modern(
      'tools/call',
      { name: 'add_comment', arguments: { task_id: one.key, body: canary } },
      { token, env: deployed },
    )
    expect(logged()).toMatchObject([
      { event: 'tool_failed', operation: 'addComment', sqlstate: 'P0001', in: ['fault:3'] },
    ])
    expect(JSON.stringify(logged())).not.toContain(canary)
  })

  test('is logged when a page runs into it, and the page says the reference', async () => {
    await plant(`raise exception 'cannot take %', new.body;`)
    await submit(`/tasks/${one.key}/comments`, { body: canary }, ws.owner.headers, deployed)
    expect(logged()).toMatchObject([{ operation: 'addComment', sqlstate: 'P0001', in: ['fault:3'] }])
    expect(JSON.stringify(logged())).not.toContain(canary)
  })

  test('is logged when a job runs into it, and the job says so too', async () => {
    await plant(`raise exception 'cannot take %', new.user_id;`, 'notifications')
    const grace = await join(ws)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${one.id}`, { assignee_id: grace.id })
    await drain(database())
    const line = logged().find(({ event }) => event === 'outbox_failed')
    expect(line).toMatchObject({ sqlstate: 'P0001', operation: expect.any(String) })
    expect(line!.in[0]).toBe('fault:3')
    const [{ last_error }] = (await asOwner(
      'select last_error from outbox where last_error is not null',
    )) as Json
    expect(last_error).toMatch(/^DatabaseError P0001 fault:3 /)
  })
})

test('an exception of the service is logged with its place, without its message', async () => {
  const reply = await call('GET', ws.base, { headers: ws.owner.headers }, { ...deployed, JWT_KEYS: canary })
  expect(reply.status).toBe(500)
  const [line] = logged()
  expect(line).toMatchObject({ event: 'failed', operation: 'getOrganization', error: 'Error' })
  expect(line!.stack[0]).toMatch(/^ringOf .*jwt\.ts/)
  expect(line!.message).toBeUndefined()
})
