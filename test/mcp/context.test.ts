import { expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { join, project, workspace } from '../kit/makers.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { keyOf, modern, oauthTokenOf, open, rpc } from './rpc.ts'

const contextOf = async (token: string): Promise<{ answer: Json; text: string; roundTrips: number }> => {
  const { body, roundTrips } = await modern('tools/call', { name: 'get_context', arguments: {} }, { token })
  const [{ text }] = body.result.content
  expect([Boolean(body.result.isError), text]).toEqual([false, text])
  return { answer: JSON.parse(text), text, roundTrips }
}

test('get_context returns what every request starts with, in one round trip and 800 tokens', async () => {
  const ws = await workspace()
  for (let n = 0; n < 20; n++) await project(ws, { name: `Project ${n}`, key: `PR${n}` })
  const webShop = await project(ws, { name: 'Web shop', key: 'WEB' })
  for (let n = 0; n < 20; n++) await join(ws, 'member', `Person ${n}`)
  const sprint = await ws.owner.ok('POST', `${ws.base}/projects/${webShop.id}/sprints`, {
    start_date: dayFromNow(0),
    end_date: dayFromNow(13),
    capacity_points: 20,
  })
  await ws.owner.ok('POST', `${ws.base}/sprints/${sprint.id}/start`)
  const { answer, text, roundTrips } = await contextOf((await keyOf(ws)).token)
  expect([roundTrips, Math.ceil(text.length / 4) <= 800]).toEqual([1, true])
  expect(answer.projects).toContainEqual({ key: 'WEB', name: 'Web shop' })
  expect([answer.projects.length, answer.project_count, answer.people.length, answer.people_count]).toEqual([
    12, 21, 15, 21,
  ])
  expect(answer.people).toContainEqual({ name: 'Ada Lovelace', role: 'owner' })
  expect(answer.running_sprints).toEqual([
    { project: 'WEB', name: sprint.name, start: dayFromNow(0), end: dayFromNow(13), capacity_points: 20 },
  ])
})

test('get_context lists what may be chosen of the kinds of which there are few, to those who may', async () => {
  const ws = await workspace()
  await ws.owner.ok('POST', `${ws.base}/expense-categories`, { name: 'Travel' })
  const old = await ws.owner.ok('POST', `${ws.base}/expense-categories`, { name: 'Fax' })
  await ws.owner.ok('PATCH', `${ws.base}/expense-categories/${old.id}`, { archived: true })
  await ws.owner.ok('POST', `${ws.base}/tax-rates`, { name: 'VAT 19 %', rate: '19' })
  const { choices } = (await contextOf((await keyOf(ws)).token)).answer
  expect(choices).toMatchObject({
    expense_category: ['Travel'],
    tax_rate: expect.arrayContaining(['VAT 19 %']),
  })
  const viewer = await oauthTokenOf(await join(ws, 'viewer', 'Vera'))
  expect((await contextOf(viewer)).answer.choices).toBeUndefined()
})

test('a key of one project gets only that one, and a member no hidden one', async () => {
  const ws = await workspace()
  const home = await project(ws, { name: 'Web shop', key: 'WEB' })
  await project(ws, { name: 'Secret', key: 'SEC', visibility: 'private' })
  const limited = (await contextOf((await keyOf(ws, { project_id: home.id })).token)).answer
  expect([limited.projects, limited.project_count]).toEqual([[{ key: 'WEB', name: 'Web shop' }], 1])
  const grace = await join(ws, 'member', 'Grace Hopper')
  expect((await contextOf(await oauthTokenOf(grace))).answer.projects).toEqual([
    { key: 'WEB', name: 'Web shop' },
  ])
})

test('members of several organizations, or of none, get their own profile', async () => {
  const ws = await workspace()
  await ws.owner.ok('POST', '/api/v1/organizations', { name: 'A second one' })
  const token = await oauthTokenOf(ws.owner)
  const { answer } = await contextOf(token)
  expect(answer.organizations.map(({ name }: Json) => name)).toEqual(['A second one', ws.org.name])
  expect(answer.projects).toBeUndefined()
  for (const name of ['whoami', 'list_organizations']) {
    const { body } = await modern('tools/call', { name, arguments: {} }, { token })
    expect([name, Boolean(body.result.isError)]).toEqual([name, false])
  }
})

test('toolsets are the tools of areas, readonly those that do not write, and other values are rejected', async () => {
  const { token } = await keyOf(await workspace())
  const listed = async (query: string): Promise<Json[]> =>
    (await modern('tools/list', {}, { token, query })).body.result.tools
  const sets = await listed('?toolsets=sprints,tags')
  const names = sets.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['get_context', 'list_sprints', 'create_tag']))
  expect(names).not.toContain('create_issue')
  const reading = await listed('?tools=all&readonly=1')
  expect(reading.length).toBeGreaterThan(30)
  expect(reading.filter(({ annotations }) => !annotations.readOnlyHint)).toEqual([])
  const refused = await modern(
    'tools/call',
    { name: 'create_tag', arguments: {} },
    { token, query: '?readonly=1' },
  )
  expect(refused.body.error.message).toContain('create_tag')
  for (const query of [
    '?toolsets=walrus',
    '?toolsets=',
    '?tools=all&toolsets=tags',
    '?readonly=yes',
    '?tools=all&tools=core',
  ])
    expect([query, (await modern('tools/list', {}, { token, query })).status]).toEqual([query, 400])
})

test('tools are chosen by name, alone or beside areas, and left out by name; headers say the same', async () => {
  const { token } = await keyOf(await workspace())
  const listed = async (query: string, headers: Record<string, string> = {}): Promise<string[]> =>
    (await modern('tools/list', {}, { token, query, headers })).body.result.tools.map(
      ({ name }: Json) => name as string,
    )
  const two = ['create_issue', 'list_invoices']
  expect((await listed('?tools=list_invoices, create_issue')).toSorted()).toEqual(two)
  expect((await listed('', { 'x-mcp-tools': two.join() })).toSorted()).toEqual(two)
  const tags = await listed('?toolsets=tags')
  expect((await listed('?toolsets=tags&tools=list_invoices')).toSorted()).toEqual(
    [...tags, 'list_invoices'].toSorted(),
  )
  expect(await listed('', { 'x-mcp-toolsets': 'tags' })).toEqual(tags)
  const core = await listed('')
  const left = core.filter((name) => name !== 'create_issue')
  expect(await listed('?exclude=create_issue')).toEqual(left)
  expect(await listed('', { 'x-mcp-exclude-tools': 'create_issue' })).toEqual(left)
  expect(await listed('', { 'x-mcp-readonly': 'true' })).toEqual(await listed('?readonly=1'))
  const session = await open({ token, query: '?tools=create_issue' })
  const inSession = (await rpc('tools/list', {}, { token, session })).body.result.tools
  expect(inSession.map(({ name }: Json) => name)).toEqual(['create_issue'])
  const refused = await modern(
    'tools/call',
    { name: 'create_issue', arguments: {} },
    { token, query: '?exclude=create_issue' },
  )
  expect(refused.body.error.message).toContain('create_issue')
})

test('a list leaves out what its caller could never call, in both protocol versions, and no more', async () => {
  const ws = await workspace()
  const [admin, viewer] = [await join(ws, 'admin'), await join(ws, 'viewer')]
  const listed = async (token: string, query = '?tools=all'): Promise<string[]> => {
    const tools = (await modern('tools/list', {}, { token, query })).body.result.tools as Json[]
    const session = await open({ token, query })
    const before = (await rpc('tools/list', {}, { token, session })).body.result.tools as Json[]
    expect(before.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    return tools.map(({ name }) => name)
  }
  const allTools = await listed((await keyOf(ws)).token)
  expect((await listed((await keyOf(ws)).token, '')).length).toBe(54)
  const reads = await listed((await keyOf(ws, { read_only: true })).token)
  expect(reads).not.toContain('create_issue')
  expect(reads).toEqual(expect.arrayContaining(['list_issues', 'get_context', 'list_audit_log']))
  const looks = await listed(await oauthTokenOf(viewer))
  for (const name of ['update_organization', 'list_audit_log', 'create_tag']) {
    expect([name, allTools.includes(name), looks.includes(name)]).toEqual([name, true, false])
    expect((await listed(await oauthTokenOf(admin))).includes(name)).toBe(true)
  }
  await ws.owner.ok('POST', '/api/v1/organizations', { name: 'A second one' })
  expect(await listed(await oauthTokenOf(ws.owner))).toEqual(allTools)
})

test('tools=lean finds, describes and calls every tool with four tools', async () => {
  const ws = await workspace()
  await project(ws, { name: 'Web shop', key: 'WEB' })
  const { token } = await keyOf(ws)
  const query = '?tools=lean'
  const { tools } = (await modern('tools/list', {}, { token, query })).body.result
  expect([tools.length, JSON.stringify(tools).length / 4 <= 2500]).toEqual([4, true])
  const callTool = async (name: string, args: object, bearer = token) => {
    const { body, roundTrips } = await modern(
      'tools/call',
      { name, arguments: args },
      { token: bearer, query },
    )
    return {
      roundTrips,
      failed: Boolean(body.result.isError),
      answer: JSON.parse(body.result.content[0].text),
    }
  }
  const hits = (await callTool('search_tools', { query: 'burndown of a sprint' })).answer.items
  expect(hits.map(({ name }: Json) => name)).toContain('get_sprint_burndown')
  expect((await callTool('describe_tool', { name: 'create_tag' })).answer).toMatchObject({
    name: 'create_tag',
    writes: true,
    inputSchema: { required: ['name'] },
  })
  const created = await callTool('call_write_tool', { name: 'create_tag', arguments: { name: 'Bug' } })
  expect([created.failed, created.roundTrips, created.answer.name]).toEqual([false, 1, 'Bug'])
  const read = await callTool('call_read_tool', { name: 'list_tags', arguments: {} })
  expect([read.roundTrips, read.answer.items.length]).toEqual([1, 1])
  const preview = await callTool('call_write_tool', {
    name: 'delete_project',
    arguments: { project_id: 'WEB' },
  })
  expect(preview.answer.error.code).toBe('confirmation_required')
  for (const [name, args, reason] of [
    ['call_read_tool', { name: 'create_tag', arguments: {} }, 'create_tag writes; use call_write_tool'],
    ['call_write_tool', { name: 'list_tags' }, 'list_tags reads; use call_read_tool'],
    ['call_read_tool', { name: 'walrus' }, 'no tool is called "walrus"'],
    ['call_read_tool', { name: 'list_tags', arguments: [] }, 'arguments: must be an object'],
    ['describe_tool', {}, 'search_tools finds them'],
  ] as const) {
    const { failed, answer } = await callTool(name, args)
    expect([failed, answer.error.message]).toEqual([true, expect.stringContaining(reason)])
  }
  const { token: reader } = await keyOf(ws, { read_only: true })
  expect(
    (await callTool('call_write_tool', { name: 'create_tag', arguments: { name: 'No' } }, reader)).answer
      .error.code,
  ).toBe('forbidden')
})
