import { setTimeout } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { keyOf, modern, oauthTokenOf } from './rpc.ts'

let ws: Workspace
let token: string
let web: Json
let grace: Caller
let sprint: Json
let next: Json
beforeAll(async () => {
  ws = await workspace()
  token = (await keyOf(ws)).token
  web = await project(ws, { name: 'Web shop', key: 'WEB' })
  grace = await join(ws, 'member', 'Grace Hopper')
  const at = `${ws.base}/projects/${web.id}/sprints`
  sprint = await ws.owner.ok('POST', at, { start_date: dayFromNow(0), end_date: dayFromNow(13) })
  next = await ws.owner.ok('POST', at, { start_date: dayFromNow(14), end_date: dayFromNow(27) })
  await ws.owner.ok('POST', `${ws.base}/sprints/${sprint.id}/start`)
  await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Bug' })
})

const callTool = async (name: string, args: object, query = '') => {
  const { body, roundTrips } = await modern('tools/call', { name, arguments: args }, { token, query })
  return { roundTrips, failed: Boolean(body.result.isError), answer: JSON.parse(body.result.content[0].text) }
}
const use = async (name: string, args: object): Promise<Json> => {
  const { failed, answer } = await callTool(name, args)
  expect([name, failed, answer]).toEqual([name, false, answer])
  return answer
}
const problem = async (name: string, args: object): Promise<string> => {
  const { failed, answer } = await callTool(name, args)
  expect([failed, answer.error?.code]).toEqual([true, 'validation_error'])
  return answer.error.message
}
const read = (key: string) => ws.owner.ok('GET', `${ws.base}/tasks/${key}`)
const count = async () => (await ws.owner.ok('GET', `${ws.base}/projects/${web.id}/tasks`)).total

describe('create_issue', () => {
  test('creates an epic with its stories, assigned and in the sprint, in one call', async () => {
    const epic = await use('create_issue', {
      project_id: 'WEB',
      title: 'Checkout',
      type: 'epic',
      sprint_id: 'active',
      assignee_id: 'me',
      estimate_points: 1,
      children: [
        {
          title: 'Pay by card',
          type: 'story',
          estimate_points: 5,
          assignee_id: 'Grace Hopper',
          tag_ids: ['bug'],
        },
        { title: 'Pay by invoice', type: 'story', estimate_points: 3, sprint_id: null },
      ],
    })
    expect(epic).toMatchObject({ title: 'Checkout', status: 'todo', assignee: 'Ada Lovelace' })
    expect(epic.subtasks.map(({ title }: Json) => title)).toEqual(['Pay by card', 'Pay by invoice'])
    const [card, invoice] = await Promise.all(epic.subtasks.map(({ key }: Json) => read(key)))
    expect(card).toMatchObject({
      parent: { key: epic.key },
      assignee: { user_id: grace.id },
      sprint: { id: sprint.id },
      tags: [{ name: 'Bug' }],
    })
    expect(invoice).toMatchObject({ parent: { key: epic.key }, assignee: null, sprint: null })
  })

  test('shows in the history that a task was created, and then assigned', async () => {
    const { key } = await use('create_issue', { project_id: 'WEB', title: 'Whose', assignee_id: 'Grace' })
    const { items } = await ws.owner.ok('GET', `${ws.base}/tasks/${key}/history`)
    expect(items.flatMap(({ changes }: Json) => changes.map(({ kind }: Json) => kind))).toEqual([
      'created',
      'assigned',
    ])
    const { items: inbox } = await grace.ok('GET', `${ws.base}/notifications`)
    expect(inbox.map(({ reason }: Json) => reason)).toContain('assigned')
  })

  test('takes a parent by its key', async () => {
    const parentTask = await task(ws, web.id)
    const { key } = await use('create_issue', {
      project_id: 'WEB',
      title: 'Below',
      parent_id: parentTask.key,
    })
    expect((await read(key)).parent.key).toBe(parentTask.key)
  })

  test.each([
    [
      'a wrong subtask',
      { children: [{ title: 'Good' }, { title: 'Bad', estimate_points: -1 }] },
      'children[1].estimate_points',
    ],
    [
      'a due date before its start',
      { children: [{ title: 'Bad', start_date: '2027-02-02', due_date: '2027-01-01' }] },
      'children[0].due_date',
    ],
    [
      'an unknown person',
      { children: [{ title: 'Bad', assignee_id: 'Nobody at all' }] },
      'children.assignee_id',
    ],
    ['a status', { children: [{ title: 'Bad', status: 'done' }] }, 'children[0].status'],
    ['itself as its parent', { children: [{ title: 'Bad', parent_id: 'WEB-1' }] }, 'children[0]'],
    [
      'more than fifty',
      { children: Array.from({ length: 51 }, () => ({ title: 'One' })) },
      'at most 50 subtasks',
    ],
  ])('creates nothing with %s, and names it', async (_, args, message) => {
    const before = await count()
    expect(await problem('create_issue', { project_id: 'WEB', title: 'Whole', ...args })).toContain(message)
    expect(await count()).toBe(before)
  })

  test('rejects an assignee who could not be assigned, and creates nothing', async () => {
    await join(ws, 'viewer', 'Vera Viewer')
    const before = await count()
    const message = await problem('create_issue', { project_id: 'WEB', title: 'Whole', assignee_id: 'Vera' })
    expect(message).toContain('a viewer cannot be assigned')
    expect(await count()).toBe(before)
  })
})

test('add_issues_to_sprint and remove_issues_from_sprint answer keys', async () => {
  const one = await task(ws, web.id)
  const other = await task(ws, (await project(ws, { key: 'ELSE' })).id)
  const args = { sprint_id: 'active', task_ids: [one.key, other.key] }
  const filled = await use('add_issues_to_sprint', args)
  expect(filled).toEqual({
    added: [one.key],
    already_in: [],
    skipped: [{ key: other.key, reason: expect.stringMatching(/\S/) }],
  })
  const removal = { sprint_id: 'active', task_ids: [one.key] }
  const { answer } = await callTool('remove_issues_from_sprint', removal, '?toolsets=sprints')
  expect(answer).toEqual({ removed: [one.key], not_in: [] })
})

describe('bulk_update_issues', () => {
  test('by a key in a filter changes that task, and not those whose key begins so', async () => {
    const { id } = await project(ws, { key: 'EXACT' })
    for (let n = 0; n < 11; n++) await task(ws, id, { title: `Step ${n}` })
    const found = async (text: string) =>
      (await use('query_issues', { text, sort: 'number' })).items.map(({ key }: Json) => key)
    expect(await found('key:EXACT-1')).toEqual(['EXACT-1'])
    expect(await found('key:exact-1,EXACT-11')).toEqual(['EXACT-1', 'EXACT-11'])
    expect(await found('project:EXACT -key:EXACT-1')).toHaveLength(10)
    expect(await found('project:EXACT key!=EXACT-1')).toHaveLength(10)
    expect(await found('key~EXACT-1')).toEqual(['EXACT-1', 'EXACT-10', 'EXACT-11'])
    const args = { filter: 'key:EXACT-1', patch: { priority: 'high' }, confirm: true }
    expect((await use('bulk_update_issues', args)).results).toHaveLength(1)
  })

  test('moves what is not finished to the next sprint, by a filter', async () => {
    const open = await task(ws, web.id, { sprint_id: sprint.id, title: 'Open', estimate_points: 2 })
    const done = await task(ws, web.id, { sprint_id: sprint.id, title: 'Done', estimate_points: 2 })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${done.id}`, { status: 'done' })
    const { results } = await use('bulk_update_issues', {
      filter: 'sprint:active status:todo,in_progress',
      patch: { sprint_id: next.id },
      confirm: true,
    })
    expect(results.map(({ key }: Json) => key)).toContain(open.key)
    expect((await read(open.key)).sprint.id).toBe(next.id)
    expect((await read(done.key)).sprint.id).toBe(sprint.id)
  })

  test('knows the next sprint by that word, if the tasks are in its project', async () => {
    const one = await task(ws, web.id, { sprint_id: sprint.id, estimate_points: 1 })
    await use('update_issue', { task_id: one.key, sprint_id: 'next' })
    expect((await read(one.key)).sprint.id).toBe(next.id)
  })

  test('changes nothing if nothing matches', async () => {
    expect(
      await use('bulk_update_issues', {
        filter: 'title:"no such thing"',
        patch: { priority: 'low' },
        confirm: true,
      }),
    ).toEqual({
      results: [],
    })
  })

  test.each([
    ['an unknown name', { filter: '-tag:wontfix' }, 'wontfix'],
    ['an unknown field', { filter: 'colour:red' }, 'colour'],
    ['a filter and keys', { filter: 'status:todo', task_ids: ['WEB-1'] }, 'send task_ids or filter'],
    ['neither', {}, 'send task_ids or filter'],
  ])('changes nothing with %s', async (_, args, message) => {
    expect(await problem('bulk_update_issues', { ...args, patch: { priority: 'urgent' } })).toContain(message)
    const { total } = await ws.owner.ok('GET', `${ws.base}/projects/${web.id}/tasks?priority=urgent`)
    expect(total).toBe(0)
  })

  test('rejects more than a hundred at once', async () => {
    const many = await project(ws, { key: 'MANY' })
    const items = Array.from({ length: 51 }, (_, n) => ({ title: `One of many ${n}` }))
    for (const _ of [1, 2]) await ws.owner.ok('POST', `${ws.base}/projects/${many.id}/tasks/bulk`, { items })
    const all = { filter: 'project:MANY', patch: { priority: 'low' } }
    expect(await problem('bulk_update_issues', all)).toContain('more than 100 tasks; narrow it')
    const { total } = await ws.owner.ok('GET', `${ws.base}/projects/${many.id}/tasks?priority=low`)
    expect(total).toBe(0)
  })

  test('skips what its caller cannot see', async () => {
    const hidden = await project(ws, { key: 'HID', visibility: 'private' })
    const secret = await task(ws, hidden.id, { title: 'A secret plan' })
    const token = await oauthTokenOf(grace)
    const change = async (more: object) => {
      const args = { filter: '"secret plan"', patch: { priority: 'high' }, ...more }
      const call = { name: 'bulk_update_issues', arguments: args }
      return JSON.parse((await modern('tools/call', call, { token })).body.result.content[0].text)
    }
    expect((await change({})).affects).toEqual({ count: 0, all: [] })
    expect(await change({ confirm: true })).toEqual({ results: [] })
    expect((await read(secret.key)).priority).toBe('medium')
  })
})

/** A time clearly after what was done and before what is done next, on any processor's clock. */
async function moment() {
  await setTimeout(20)
  const at = new Date().toISOString()
  await setTimeout(20)
  return at
}

describe('list_issue_history', () => {
  test('without a task returns what changed in the organization or a project, since a given time', async () => {
    const start = await moment()
    const one = await task(ws, web.id, { title: 'Newly made' })
    const { items } = await use('list_issue_history', { since: start, project_id: 'WEB' })
    expect(items).toEqual([
      expect.objectContaining({
        actor: 'Ada Lovelace',
        type: 'task.created',
        task: one.key,
        title: 'Newly made',
      }),
    ])
    expect((await use('list_issue_history', { since: start })).total).toBe(1)
    expect((await use('list_issue_history', { since: start, actor_id: 'Grace Hopper' })).total).toBe(0)
  })

  test('of a task takes a time too', async () => {
    const one = await task(ws, web.id)
    const start = await moment()
    await use('update_issue', { task_id: one.key, priority: 'high' })
    const { items } = await use('list_issue_history', { task_id: one.key, since: start })
    expect(items.map(({ changes }: Json) => changes[0].field)).toEqual(['priority'])
  })

  test('names what was changed rather than its id', async () => {
    const one = await task(ws, web.id)
    const change = { assignee_id: 'Grace Hopper', sprint_id: sprint.id, column_id: 'In progress' }
    await use('update_issue', { task_id: one.key, ...change })
    const { items } = await use('list_issue_history', { task_id: one.key })
    const changes = items.flatMap((entry: Json) => entry.changes)
    const toOf = (field: string) => changes.find((each: Json) => each.field === field)?.to
    expect([toOf('assignee_id'), toOf('sprint_id'), toOf('column_id')]).toEqual([
      'Grace Hopper',
      sprint.name,
      'In progress',
    ])
    expect(JSON.stringify(items)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
  })

  test('counts by the names of people and columns', async () => {
    const { groups } = await use('query_issues', { text: 'assignee:"Grace Hopper"', group_by: 'assignee_id' })
    expect(groups).toEqual([{ value: 'Grace Hopper', count: expect.any(Number), points: expect.any(Number) }])
    const columns = await use('query_issues', { text: 'project:WEB', group_by: 'column_id' })
    expect(columns.groups.map(({ value }: Json) => value)).toContain('To do')
  })

  test('returns everything in one round trip', async () => {
    expect((await callTool('list_issue_history', {})).roundTrips).toBe(1)
  })
})

describe('list_issue_dependencies', () => {
  const chained = async () => {
    const { key, id } = await project(ws)
    const tasks: Json[] = []
    for (const [title, days] of [
      ['Design', 2],
      ['Build', 5],
      ['Texts', 1],
      ['Publish', 1],
    ] as const)
      tasks.push(await task(ws, id, { title, start_date: dayFromNow(1), due_date: dayFromNow(days) }))
    const [design, build, texts, publish] = tasks as [Json, Json, Json, Json]
    for (const [blocker, blocked] of [
      [design, build],
      [build, publish],
      [texts, publish],
    ] as const)
      await ws.owner.ok('POST', `${ws.base}/tasks/${blocked.id}/dependencies`, {
        task_id: blocker.id,
        type: 'blocked_by',
      })
    return { key, id, design, build, texts, publish }
  }

  test('returns the chain to a task, who waits for what, and the longest path', async () => {
    const { design, build, texts, publish } = await chained()
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${build.id}`, { assignee_id: grace.id })
    const response = await use('list_issue_dependencies', { task_id: publish.key })
    expect(response.blocked_by.map(({ task: other }: Json) => other.key)).toEqual([build.key, texts.key])
    expect(response.critical_path).toEqual([design.key, build.key, publish.key])
    expect(response.critical_days).toBe(8)
    const row = (key: string) => response.chain.find((one: Json) => one.key === key)
    expect(row(build.key)).toMatchObject({
      title: 'Build',
      assignee: 'Grace Hopper',
      waits_for: [design.key],
    })
    expect(row(publish.key).waits_for).toEqual([build.key, texts.key])
    expect(response.chain.at(-1).key).toBe(publish.key)
  })

  test('leaves out what is done', async () => {
    const { design, build, publish } = await chained()
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${design.id}`, { status: 'done' })
    const { critical_path } = await use('list_issue_dependencies', { task_id: publish.key })
    expect(critical_path).toEqual([build.key, publish.key])
  })

  test('without a task returns who is blocked in a project, and the path to a milestone', async () => {
    const { key, id, design, build, texts, publish } = await chained()
    const milestone = await ws.owner.ok('POST', `${ws.base}/projects/${id}/milestones`, {
      name: 'Beta',
      due_date: dayFromNow(9),
    })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${build.id}`, { milestone_id: milestone.id })
    const all = await use('list_issue_dependencies', { project_id: key })
    expect(all.chain.map((one: Json) => one.key).toSorted()).toEqual(
      [design, build, texts, publish].map((one) => one.key).toSorted(),
    )
    const beta = await use('list_issue_dependencies', { project_id: key, milestone_id: 'beta' })
    expect(beta.critical_path).toEqual([design.key, build.key])
    expect(
      await problem('list_issue_dependencies', { project_id: 'WEB', milestone_id: milestone.id }),
    ).toContain('milestone_id: of another project')
    expect(await problem('list_issue_dependencies', {})).toContain('project_id')
  })

  test('does not name what its reader may not see', async () => {
    const { publish } = await chained()
    const hidden = await project(ws, { visibility: 'private' })
    const secret = await task(ws, hidden.id, { title: 'Top secret' })
    await ws.owner.ok('POST', `${ws.base}/tasks/${publish.id}/dependencies`, {
      task_id: secret.id,
      type: 'blocked_by',
    })
    const visibleDependencies = await grace.ok('GET', `${ws.base}/tasks/${publish.id}/dependencies`)
    expect(JSON.stringify(visibleDependencies)).not.toContain('Top secret')
    expect(JSON.stringify(visibleDependencies)).not.toContain(secret.key)
    expect(visibleDependencies.chain.at(-1).waits_for).toContain('(restricted)')
  })
})

describe('content=structured', () => {
  test('lists output schemas, and returns structured content with one line of text', async () => {
    const list = await modern('tools/list', {}, { token, query: '?content=structured' })
    const listed = list.body.result.tools.find(({ name }: Json) => name === 'list_projects')
    expect(listed.outputSchema).toMatchObject({ type: 'object', properties: { items: { type: 'array' } } })
    const { body } = await modern(
      'tools/call',
      { name: 'list_projects', arguments: { q: 'Web shop' } },
      { token, query: '?content=structured' },
    )
    expect(body.result.structuredContent.items[0].key).toBe('WEB')
    expect(body.result.content).toEqual([{ type: 'text', text: '1 of 1: WEB' }])
  })

  test('without it no tool has an output schema, and a result is sent once', async () => {
    const list = await modern('tools/list', {}, { token })
    expect(list.body.result.tools.filter((one: Json) => one.outputSchema)).toEqual([])
    const { body } = await modern('tools/call', { name: 'list_projects', arguments: {} }, { token })
    expect(Object.keys(body.result)).not.toContain('structuredContent')
  })

  test('is rejected if it is neither', async () => {
    const reply = await modern('tools/list', {}, { token, query: '?content=both' })
    expect([reply.status, reply.body.error.message]).toEqual([
      400,
      'content is `text`, the default, or `structured`',
    ])
  })
})
