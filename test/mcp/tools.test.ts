import { beforeAll, describe, expect, test } from 'vitest'
import { areas } from '../../src/areas/index.ts'
import { finished, maxCharacters } from '../../src/mcp/result.ts'
import { toolProblems } from '../../scripts/contract/tool-rules.ts'
import { actions, join, project, task, workspace, type Project, type Workspace } from '../kit/makers.ts'
import { asOwner, type Json, person } from '../kit/client.ts'
import { admin, type Key, keyOf, modern, oauthTokenOf, open, tool } from './rpc.ts'

let ws: Workspace
let key: Key
let home: Project
beforeAll(async () => {
  ws = await workspace()
  key = await keyOf(ws)
  home = await project(ws)
})

/** Calls any tool without a session. */
async function use(name: string, args: object = {}, token = key.token, env = {}): Promise<Json> {
  const reply = await modern('tools/call', { name, arguments: args }, { token, query: '?tools=all', env })
  const result = reply.body.result
  return {
    reply,
    isError: Boolean(result?.isError),
    answer: result && JSON.parse(result.content[0].text),
    structured: result?.structuredContent,
  }
}

describe('errors', () => {
  test('are results with code, message, hint and request id', async () => {
    const { isError, answer, reply, structured } = await use('get_issue', { task_id: 'NONE-1' })
    expect([isError, reply.status, structured]).toEqual([true, 200, undefined])
    expect(answer.error).toEqual({
      code: 'not_found',
      message: 'task not found',
      hint: expect.stringContaining('list_issues'),
      request_id: reply.headers.get('x-request-id'),
    })
  })

  test('name arguments as the tool does', async () => {
    const invalid = await use('create_issue', {
      project_id: home.key,
      title: '',
      priority: 'huge',
      colour: 'red',
    })
    expect(invalid.answer.error.message).toMatch(/^title: /)
    expect(invalid.answer.error.message).toContain('; colour: unknown field')
    expect(invalid.answer.error.message).not.toContain('body.')
    const lost = await use('list_projects', { organization_id: 'here', speed: 1 })
    expect(lost.answer.error.message).toBe(
      'organization_id: you belong to no organization with the name or slug "here"',
    )
    const nul = await use('create_issue', { project_id: home.key, title: 'a\0b' })
    expect(nul.answer.error).toMatchObject({
      code: 'validation_error',
      message: 'title: must not contain NUL',
    })
    expect((await use('list_projects', { q: 'a\0b' })).answer.error.message).toBe('q: must not contain NUL')
  })

  test('a read-only key can read, and every write is rejected', async () => {
    const { token } = await keyOf(ws, { read_only: true })
    expect((await use('list_projects', {}, token)).isError).toBe(false)
    for (const [name, args] of [
      ['create_project', { name: 'No' }],
      ['delete_project', { project_id: home.key }],
    ] as const) {
      expect((await use(name, args, token)).answer.error).toMatchObject({
        code: 'forbidden',
        message: 'the API key is read-only',
      })
    }
  })

  test('a database timeout is reported with what to do', async () => {
    const { answer } = await use('list_projects', {}, key.token, { SQL_ENDPOINT: 'http://127.0.0.1:9/sql' })
    expect(answer.error).toMatchObject({
      code: 'service_unavailable',
      hint: expect.stringContaining('Wait two seconds'),
    })
    const listed = await modern(
      'tools/list',
      {},
      { token: key.token, env: { SQL_ENDPOINT: 'http://127.0.0.1:9/sql' } },
    )
    expect([listed.status, listed.headers.get('retry-after')]).toEqual([503, '2'])
  })
})

describe('destructive tools without confirm', () => {
  test('say what they would do, with names and counts, and change nothing', async () => {
    const created = await task(ws, home.id, { title: 'Keep me' })
    const tag = await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'urgent' })
    await ws.owner.ok('PUT', `${ws.base}/tasks/${created.id}/tags/${tag.id}`)
    const member = await join(ws)
    const before = await actions(ws)
    expect((await use('delete_issue', { task_id: created.key })).answer.affects).toMatchObject({
      key: created.key,
      title: 'Keep me',
    })
    expect((await use('delete_tag', { tag_id: tag.id })).answer.affects).toMatchObject({
      name: 'urgent',
      usage_count: 1,
    })
    expect(
      (await use('delete_project', { project_id: home.key, confirm: 'yes' })).answer.affects,
    ).toMatchObject({ key: home.key })
    expect((await use('delete_member', { user_id: member.id })).answer.affects).toMatchObject({
      name: 'Grace Hopper',
      role: 'member',
    })
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${created.id}`)
    const purge = await use('purge_issue', { task_id: created.id })
    expect(purge.answer.error.code).toBe('confirmation_required')
    expect((await actions(ws)).slice(before.length)).toEqual(['task.deleted'])
    expect(purge.reply.roundTrips).toBe(1)
  })

  test('reject what they would reject with confirm, in one round trip, and roll back the rest', async () => {
    const live = await task(ws, home.id, { title: 'Not in the trash' })
    const purge = await use('purge_issue', { task_id: live.key })
    const really = await use('purge_issue', { task_id: live.key, confirm: true })
    expect([purge.answer.error.code, purge.reply.roundTrips]).toEqual([really.answer.error.code, 1])
    expect(purge.answer.error.message).toBe(really.answer.error.message)
    const { columns } = await ws.owner.ok('GET', `${ws.base}/projects/${home.id}/board`)
    const holding = columns.find(({ total }: Json) => total > 0)
    const column = { project_id: home.key, column_id: holding.id }
    expect((await use('delete_board_column', column)).answer.error.message).toContain('move_to: required')
    const state = () =>
      asOwner(
        `select (select count(*) from outbox where org_id = $1) as work, (select max(version) from tasks where org_id = $1) as version,
          (select count(*) from audit_log where org_id = $1 and action not like 'access.%') as entries, (select count(*) from tasks where org_id = $1 and deleted_at is not null) as gone`,
        [ws.org.id],
      )
    const before = await state()
    const result = await use('delete_issue', { task_id: live.key })
    expect([result.answer.error.code, result.answer.affects.title, result.reply.roundTrips]).toEqual([
      'confirmation_required',
      'Not in the trash',
      1,
    ])
    expect(await state()).toEqual(before)
    expect((await use('delete_issue', { task_id: live.key, confirm: true })).isError).toBe(false)
  })

  test('reject first what is missing, not allowed, or wrong', async () => {
    const member = await join(ws, 'viewer')
    const demoted = await admin(ws)
    const { token } = await keyOf(ws, {}, demoted)
    await ws.owner.ok('PATCH', `${ws.base}/members/${demoted.id}`, { role: 'member' })
    expect((await use('delete_project', { project_id: home.key }, token)).answer.error.code).toBe('forbidden')
    const foreign = await workspace()
    const foreignProject = await project(foreign)
    expect((await use('delete_project', { project_id: foreignProject.id })).answer.error.code).toBe(
      'not_found',
    )
    expect((await use('delete_project', {})).answer.error.code).toBe('validation_error')
    expect(
      (await use('delete_member', { user_id: member.id, reassign_tasks_to: 'x' })).answer.error.code,
    ).toBe('validation_error')
  })
})

describe('the organization of a call', () => {
  test('is that of the key, and no other', async () => {
    const other = await workspace()
    expect((await use('list_projects')).answer.items.map(({ key: one }: Json) => one)).toContain(home.key)
    expect((await use('list_projects', { organization_id: other.org.id })).answer.error.code).toBe(
      'not_found',
    )
  })

  test('is that of the key even if its owner belongs to several', async () => {
    await ws.owner.ok('POST', '/api/v1/organizations', { name: 'A second one' })
    expect((await use('list_projects')).isError).toBe(false)
    const { answer } = await use('get_context')
    expect(answer.organizations.map(({ id }: Json) => id)).toEqual([ws.org.id])
    expect(answer.default_organization_id).toBe(ws.org.id)
    const me = (await ws.owner.call('GET', '/api/v1/auth/me')).body
    expect([me.organizations.length, me.default_organization_id]).toEqual([2, null])
  })

  test('of a connected application is its user’s only one, in one round trip; of several one must be named', async () => {
    const anotherOrganization = await workspace()
    const token = await oauthTokenOf(anotherOrganization.owner)
    const session = await open({ token })
    const created = await use('create_project', { name: 'Only one' }, token)
    expect([created.isError, created.reply.roundTrips]).toEqual([false, 1])
    const second = await anotherOrganization.owner.ok('POST', '/api/v1/organizations', {
      name: 'A second one',
    })
    const { answer } = await use('list_projects', {}, token)
    expect(answer.error).toMatchObject({
      code: 'validation_error',
      message: expect.stringMatching(/^organization_id: say which/),
    })
    expect((await use('list_projects', { organization_id: second.id }, token)).answer.total).toBe(0)
    expect((await tool('list_projects', {}, { token, session })).answer.items[0].name).toBe('Only one')
  })

  test('of a person without one is an error that says so', async () => {
    const me = (await (await person()).call('GET', '/api/v1/auth/me')).body
    expect([me.organizations, me.default_organization_id, me.api_key]).toEqual([[], null, null])
  })
})

describe('sensitive areas', () => {
  test('can be removed by the operator', async () => {
    const names = async (env: object) =>
      (await modern('tools/list', {}, { token: key.token, query: '?tools=all', env })).body.result.tools.map(
        ({ name }: Json) => name,
      )
    expect(await names({})).toContain('delete_member')
    expect(await names({ MCP_EXPOSE_SENSITIVE: 'false' })).not.toContain('delete_member')
    const reply = await modern(
      'tools/call',
      { name: 'delete_member', arguments: {} },
      { token: key.token, query: '?tools=all', env: { MCP_EXPOSE_SENSITIVE: 'false' } },
    )
    expect(reply.body.error.code).toBe(-32602)
  })

  test('of people have no tool left where the operator closes them', async () => {
    const of = [
      'departments',
      'employees',
      'leave',
      'timesheets',
      'payroll',
      'workforce',
      'working-hours',
      'time',
    ]
    const loaded = await Promise.all(of.map(async (name) => (await areas[name]!()).default))
    const closed = loaded.flatMap(({ name, operations, asTools }) => {
      const found = [...operations, ...asTools].flatMap(({ tool: one }) => one ?? [])
      expect([name, found.length > 0]).toEqual([name, true])
      return found
    })
    const env = { MCP_EXPOSE_SENSITIVE: 'false' }
    const how = { token: key.token, query: '?tools=all' }
    const names = async (more: object): Promise<string[]> =>
      (await modern('tools/list', {}, { ...how, ...more })).body.result.tools.map(({ name }: Json) => name)
    expect(await names({})).toEqual(expect.arrayContaining(closed))
    expect((await names({ env })).filter((name) => closed.includes(name))).toEqual([])
    for (const name of closed)
      expect((await modern('tools/call', { name, arguments: {} }, { ...how, env })).body.error).toMatchObject(
        {
          code: -32602,
        },
      )
  })

  test('a tool outside the profile is unknown', async () => {
    const reply = await modern('tools/call', { name: 'delete_project', arguments: {} }, { token: key.token })
    expect(reply.body.error).toMatchObject({
      code: -32602,
      message: 'delete_project is not among the tools of this address; it is at /mcp?tools=all',
    })
  })
})

describe('results', () => {
  const full = { full: true, write: false }
  const textOf = (text: string | null) => (finished(text, full).content[0] as { text: string }).text
  const size = (value: unknown) => JSON.stringify(finished(JSON.stringify(value), full)).length
  const items = (count: number, body: string) => Array.from({ length: count }, (_, id) => ({ id, body }))

  test('say how many items remain and how to get them', () => {
    const list = (args: object): Json => JSON.parse(textOf(JSON.stringify(args)))
    expect(list({ items: items(2, 'x'), total: 9, limit: 2, offset: 4 }).note).toBe(
      '3 more, call again with offset=6',
    )
    expect(list({ items: items(2, 'x'), total: 6, limit: 2, offset: 4 }).note).toBeUndefined()
    const long = list({ items: items(25, 'x'.repeat(4000)), total: 100, limit: 25, offset: 50 })
    expect(long.items.length).toBeLessThan(10)
    expect(long.note).toBe(`${50 - long.items.length} more, call again with offset=${50 + long.items.length}`)
  })

  test.each([
    ['a list of long items', { items: items(25, 'é'.repeat(9000)), total: 25, limit: 25, offset: 0 }],
    ['one item that is too long', { items: items(1, 'x'.repeat(90_000)), total: 1, limit: 25, offset: 0 }],
    [
      'an object with long texts',
      { id: 1, description: 'x'.repeat(99_000), more: { text: '"'.repeat(50_000) } },
    ],
    ['an object with a long list', { id: 1, entries: items(3000, 'x'.repeat(50)) }],
    ['an array', items(3000, 'x'.repeat(50))],
  ])('are never longer than can be read: %s', (_, value) =>
    expect(size(value)).toBeLessThanOrEqual(maxCharacters),
  )

  test('a response without a body says that it is done', () => {
    expect(JSON.parse(textOf(null))).toEqual({ done: true })
  })
})

describe('the rules for tools', () => {
  const good = {
    name: 'list_things',
    title: 'List things',
    operation: 'listThings',
    area: 'things',
    query: [],
    rank: 0,
    profile: 'core' as const,
    block: null,
    description: 'List the things',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }
  const nested = (schema: object) => ({
    ...good,
    inputSchema: { type: 'object', properties: { a: { description: 'A', ...schema } } },
  })
  test.each<[string, Json]>([
    ['an operation', { ...good, operation: '' }],
    ['a title', { ...good, title: '' }],
    ['every annotation', { ...good, annotations: { readOnlyHint: true } }],
    ['a short description', { ...good, description: 'x'.repeat(1025) }],
    ['no reference', nested({ $ref: '#/a' })],
    ['no dialect', { ...good, inputSchema: { ...good.inputSchema, $schema: 'x' } }],
    ['no union at the root', { ...good, inputSchema: { ...good.inputSchema, anyOf: [] } }],
    ['one type at a time', nested({ type: ['string', 'null'] })],
    ['arguments that are described', nested({ type: 'string', description: '' })],
    ['no format', nested({ type: 'string', format: 'uri' })],
    ['values that are texts', nested({ enum: [true, false] })],
    ['no null among values', nested({ enum: ['a', null] })],
    ['a name that fits beside that of the server', { ...good, name: `list_${'x'.repeat(41)}` }],
    ['no long pattern', nested({ pattern: 'x'.repeat(61) })],
    ['confirm on what destroys', { ...good, annotations: { ...good.annotations, destructiveHint: true } }],
    ['required arguments that exist', { ...good, inputSchema: { ...good.inputSchema, required: ['b'] } }],
  ])('ask for %s', (_, tool) => expect(toolProblems(tool)).toHaveLength(_ === 'every annotation' ? 3 : 1))
  test('find no problem with a good one', () => expect(toolProblems(good)).toEqual([]))
})
