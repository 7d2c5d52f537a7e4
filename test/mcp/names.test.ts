import { beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { keyOf, modern } from './rpc.ts'

let ws: Workspace
let token: string
let home: Json
let one: Json
let two: Json
let grace: Json
let sprint: Json
beforeAll(async () => {
  ws = await workspace()
  token = (await keyOf(ws)).token
  home = await project(ws, { name: 'Web shop', key: 'WEB' })
  one = await task(ws, home.id, { title: 'Fix the login' })
  two = await task(ws, home.id, { title: 'Write the page' })
  grace = await join(ws, 'member', 'Grace Hopper')
  sprint = await ws.owner.ok('POST', `${ws.base}/projects/${home.id}/sprints`, {
    start_date: dayFromNow(0),
    end_date: dayFromNow(13),
  })
  await ws.owner.ok('POST', `${ws.base}/sprints/${sprint.id}/start`)
  await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Bug' })
})

const callTool = async (name: string, args: object, bearer = token) => {
  const { body, roundTrips } = await modern('tools/call', { name, arguments: args }, { token: bearer })
  return { roundTrips, failed: Boolean(body.result.isError), answer: JSON.parse(body.result.content[0].text) }
}
const use = async (name: string, args: object): Promise<Json> => {
  const { failed, answer } = await callTool(name, args)
  expect([name, failed, answer]).toEqual([name, false, answer])
  return answer
}
const problem = async (name: string, args: object) => {
  const { failed, answer } = await callTool(name, args)
  expect([failed, answer.error?.code]).toEqual([true, 'validation_error'])
  return answer.error.message as string
}

describe('an argument that asks for an id', () => {
  test('takes one in the same single round trip', async () => {
    const { failed, roundTrips } = await callTool('update_issue', {
      task_id: one.id,
      assignee_id: grace.id,
      sprint_id: sprint.id,
    })
    expect([failed, roundTrips]).toEqual([false, 1])
    expect((await callTool('get_issue', { task_id: one.key })).roundTrips).toBe(1)
    expect(
      (await callTool('list_issues', { project_id: 'WEB', assignee_id: 'me', sprint_id: 'active' }))
        .roundTrips,
    ).toBe(1)
  })

  test('takes keys, names and addresses of members, me, and the running sprint', async () => {
    const issue = async (changes: object) => {
      await use('update_issue', { task_id: one.key, ...changes })
      return use('get_issue', { task_id: one.key })
    }
    for (const assignee_id of [
      'Grace Hopper',
      'grace hopper',
      'Grace',
      grace.email,
      grace.email.toUpperCase(),
    ])
      expect((await issue({ assignee_id })).assignee).toBe('Grace Hopper')
    expect((await issue({ assignee_id: 'me' })).assignee).toBe('Ada Lovelace')
    for (const sprint_id of ['active', 'current', sprint.name, '1'])
      expect((await issue({ sprint_id })).sprint.id).toBe(sprint.id)
    expect((await issue({ parent_id: two.key })).parent.key).toBe(two.key)
    expect((await issue({ parent_id: null })).parent).toBeUndefined()
    await use('set_issue_tags', { task_id: one.key, tag_ids: ['bug'] })
    expect((await use('get_issue', { task_id: one.key })).tags).toMatchObject([{ name: 'Bug' }])
    const patch = { sprint_id: 'active', priority: 'high' }
    await use('bulk_update_issues', { task_ids: [one.key, two.id], patch })
    expect((await use('get_issue', { task_id: two.key })).sprint.id).toBe(sprint.id)
    await use('add_issues_to_sprint', { sprint_id: 'active', task_ids: [one.key, two.key] })
    expect((await use('get_sprint', { sprint_id: 'active' })).id).toBe(sprint.id)
    const moved = await use('move_issue', { task_id: two.key, column_id: 'In progress' })
    expect(moved.column).toBe('In progress')
    await use('create_issue_dependency', { task_id: one.key, other_task_id: two.key, type: 'blocks' })
    expect((await use('list_issues', { project_id: 'Web shop', assignee_id: 'Grace,me' })).total).toBe(1)
    expect((await use('search', { q: 'login', project_id: 'web' })).items.length).toBe(1)
  })

  test('is cleared by none where it may be empty, and none is nothing for a new object', async () => {
    const changes = { assignee_id: 'me', sprint_id: 'active' }
    await use('update_issue', { task_id: two.key, ...changes })
    await use('update_issue', { task_id: two.key, assignee_id: 'none', sprint_id: 'None' })
    const cleared = await ws.owner.ok('GET', `${ws.base}/tasks/${two.id}`)
    expect([cleared.assignee, cleared.sprint]).toEqual([null, null])
    const made = { project_id: 'WEB', title: 'For nobody', assignee_id: 'none', parent_id: 'none' }
    expect((await use('create_issue', made)).assignee).toBeUndefined()
    expect(
      (await use('list_issues', { project_id: 'WEB', assignee_id: 'none, me' })).items.length,
    ).toBeGreaterThan(0)
    expect(await problem('update_issue', { task_id: two.key, project_id: 'none' })).toContain('project_id')
  })

  test('takes links of this service, and of no other', async () => {
    expect((await use('get_issue', { task_id: one.url })).id).toBe(one.id)
    const at = `https://service.test/api/v1/organizations/${ws.org.id}`
    expect((await use('get_issue', { task_id: `${at}/tasks/${one.id}/comments` })).id).toBe(one.id)
    expect((await use('get_project', { project_id: `${at}/projects/WEB` })).id).toBe(home.id)
    const { failed } = await callTool('get_issue', { task_id: `https://elsewhere.example/tasks/${one.id}` })
    expect(failed).toBe(true)
  })

  test('lists the candidates of an ambiguous name, and says if there are none', async () => {
    const [a, b] = [await join(ws, 'member', 'Ada Lovelace'), await join(ws, 'member', 'Ada Byron')]
    const message = await problem('update_issue', { task_id: one.key, assignee_id: 'Ada' })
    expect(message).toContain('assignee_id: "Ada" may be several; give the id of one: ')
    for (const { email, id } of [a, b]) expect(message).toContain(`<${email}>: ${id}`)
    expect((await use('update_issue', { task_id: one.key, assignee_id: 'ada byron' })).assignee).toBe(
      'Ada Byron',
    )
    expect(await problem('update_issue', { task_id: one.key, assignee_id: 'Bob' })).toBe(
      'assignee_id: no member has the name or address "Bob"',
    )
    expect(await problem('update_issue', { task_id: one.key, sprint_id: 'Sprint 99' })).toBe(
      'sprint_id: no sprint is called "Sprint 99"',
    )
    expect(await problem('update_issue', { task_id: one.key, parent_id: 'WEB-999' })).toBe(
      'parent_id: no task has the key "WEB-999"',
    )
  })

  test('is looked up for at most a hundred names, and for none that is too long', async () => {
    const many = Array.from({ length: 101 }, (_, n) => `WEB-${n + 1}`)
    expect(await problem('add_issues_to_sprint', { sprint_id: sprint.id, task_ids: many })).toContain(
      'at most 100 keys and names in a call; give ids',
    )
    expect(await problem('update_issue', { task_id: one.key, assignee_id: 'x'.repeat(201) })).toContain(
      'a name has at most 200 characters',
    )
  })

  test('finds nothing of another organization or of a hidden project', async () => {
    const other = await workspace()
    const foreign = await project(other, { name: 'Secret', key: 'SEC' })
    const hidden = await task(other, foreign.id)
    expect(await problem('update_issue', { task_id: one.key, parent_id: hidden.key })).toContain(
      'no task has',
    )
    expect(await problem('update_issue', { task_id: one.key, assignee_id: other.owner.email })).toContain(
      'no member',
    )
    const closed = await project(ws, { name: 'Closed', key: 'CLO', visibility: 'private' })
    const hiddenTask = await task(ws, closed.id)
    const key = await keyOf(ws, {}, await join(ws, 'admin'))
    await ws.owner.ok('PATCH', `${ws.base}/members/${grace.id}`, { role: 'member' })
    expect(key.token).toBeTruthy()
    const limited = await keyOf(ws, { project_id: home.id })
    for (const parent_id of [hiddenTask.key])
      expect(
        (await callTool('update_issue', { task_id: one.key, parent_id }, limited.token)).answer.error.message,
      ).toContain('no task has')
    const emails = await callTool(
      'update_issue',
      { task_id: one.key, assignee_id: grace.email },
      limited.token,
    )
    expect(emails.answer.error.message).toContain('no member has')
  })
})
