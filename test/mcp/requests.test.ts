import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { join, project, type Workspace, workspace } from '../kit/makers.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { requests } from './request.ts'
import { keyOf } from './rpc.ts'

/**
 * Requests of a working day as people phrase them, each with the calls that an assistant makes for it. What
 * an assistant knows beforehand is what get_context returns. `REQUESTS=table.md npm test -- mcp/requests mcp/business-requests`
 * writes the table of test/README.md.
 */
let ws: Workspace
let token: string
let web: Json
let grace: Caller
let sprints: Json[]
let tasks: Json[]
const { request, write } = requests(() => token)

beforeAll(async () => {
  ws = await workspace()
  token = (await keyOf(ws)).token
  web = await project(ws, { name: 'Web shop', key: 'WEB' })
  grace = await join(ws, 'member', 'Grace Hopper')
  const other = await project(ws, { name: 'Back office', key: 'BACK' })
  sprints = []
  for (const { id } of [web, other])
    for (const [first, last] of [
      [0, 13],
      [14, 27],
    ] as const)
      sprints.push(
        await ws.owner.ok('POST', `${ws.base}/projects/${id}/sprints`, {
          start_date: dayFromNow(first),
          end_date: dayFromNow(last),
          capacity_points: 20,
        }),
      )
  for (const place of [0, 2]) await ws.owner.ok('POST', `${ws.base}/sprints/${sprints[place]!.id}/start`)
  const items = Array.from({ length: 40 }, (_, n) => ({
    title: `Describe step ${n} of the checkout in the handbook`,
    estimate_points: 3,
    due_date: dayFromNow((n % 20) - 3),
    ...(n < 12 ? { sprint_id: sprints[0]!.id } : {}),
  }))
  tasks = (await ws.owner.ok('POST', `${ws.base}/projects/${web.id}/tasks/bulk`, { items })).items
  for (const { id } of tasks.slice(0, 8))
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${id}`, { assignee_id: ws.owner.id })
  for (const [blocker, blocked] of [
    [4, 5],
    [5, 6],
    [20, 6],
  ] as const)
    await ws.owner.ok('POST', `${ws.base}/tasks/${tasks[blocked]!.id}/dependencies`, {
      task_id: tasks[blocker]!.id,
      type: 'blocked_by',
    })
})
afterAll(write)

const read = (path: string) => ws.owner.ok('GET', `${ws.base}${path}`)
const core = ''

describe('a request of a working day takes few calls:', () => {
  test('what is on my plate', () =>
    request('What is on my plate?', 1, core, async (use) => {
      const { items, counters } = await use('list_my_work', { sort: 'due_date' })
      expect(items.map(({ key }: Json) => key).toSorted()).toEqual(
        tasks
          .slice(0, 8)
          .map(({ key }) => key)
          .toSorted(),
      )
      expect(counters).toMatchObject({ overdue: 3, blocked: 2 })
    }))

  test('an epic with stories into the sprint, and whether it fits', () =>
    request('An epic with three stories into the running sprint: does it fit?', 2, core, async (use) => {
      const { key, subtasks } = await use('create_issue', {
        project_id: 'WEB',
        title: 'Pay by invoice',
        type: 'epic',
        children: ['Form', 'Check', 'Mail'].map((title) => ({
          title,
          type: 'story',
          estimate_points: 2,
          sprint_id: 'WEB active',
          assignee_id: 'me',
        })),
      })
      const sprint = await use('get_sprint', { sprint_id: 'WEB active' })
      expect(sprint.capacity_points).toBe(20)
      expect((await read(`/tasks/${subtasks[0].key}`)).parent.key).toBe(key)
      expect((await read(`/tasks/${subtasks[2].key}`)).sprint.id).toBe(sprints[0]!.id)
    }))

  test('who is blocked and why', () =>
    request('Who is blocked, and why?', 1, core, async (use) => {
      const { chain } = await use('list_issue_dependencies', { project_id: 'WEB' })
      const row = chain.find(({ key }: Json) => key === tasks[6]!.key)
      expect(row).toMatchObject({ assignee: 'Ada Lovelace', waits_for: [tasks[5]!.key, tasks[20]!.key] })
    }))

  test('the unfinished into the next sprint', () =>
    request('Move what is unfinished into the next sprint', 1, core, async (use) => {
      const args = {
        filter: 'project:WEB sprint:active status:todo,in_progress',
        patch: { sprint_id: 'WEB next' },
      }
      expect((await use('bulk_update_issues', args)).affects.count).toBe(15)
      const { results } = await use('bulk_update_issues', { ...args, confirm: true })
      expect(results.length).toBe(15)
      expect((await read(`/tasks/${tasks[0]!.key}`)).sprint.id).toBe(sprints[1]!.id)
    }))

  test('meeting notes, linked and mentioned', () =>
    request('Write the meeting notes, link WEB-3 and tell Grace', 2, core, async (use) => {
      const created = await use('create_document', {
        project_id: 'WEB',
        title: 'Meeting of Monday',
        content: '# Decisions\n\nGrace takes WEB-3.',
      })
      const body = `@[Grace Hopper] it is yours: ${created.title}`
      await use('add_comment', { task_id: 'WEB-3', body })
      const { documents } = await read(`/tasks/${tasks[2]!.key}`)
      expect(documents.map(({ id }: Json) => id)).toEqual([created.id])
      // Notifications are written after the response.
      const inbox = async () => (await grace.ok('GET', `${ws.base}/notifications`)).items
      await expect.poll(async () => (await inbox()).map(({ reason }: Json) => reason)).toContain('mentioned')
    }))

  test('what changed since yesterday', () =>
    request('What changed in WEB since yesterday?', 1, core, async (use) => {
      const { total } = await use('list_issue_history', {
        project_id: 'WEB',
        since: `${dayFromNow(-1)}T00:00:00Z`,
      })
      expect(total).toBeGreaterThan(40)
    }))

  test('open comments on a document', async () => {
    const { id } = await ws.owner.ok('POST', `${ws.base}/documents`, {
      title: 'Pricing',
      content: 'Ten euros.',
    })
    await grace.ok('POST', `${ws.base}/documents/${id}/comments`, { body: 'Net or gross?' })
    await request('Which comments on "Pricing" are open?', 1, '?toolsets=document-comments', async (use) => {
      const { items } = await use('list_document_comments', { document_id: 'Pricing', resolved: false })
      expect(items).toMatchObject([{ author: 'Grace Hopper', body: 'Net or gross?' }])
    })
  })

  test('an automation', () =>
    request('When a task of WEB is overdue, make it urgent', 1, '?toolsets=automations', async (use) => {
      const created = await use('create_automation', {
        project_id: 'WEB',
        name: 'Late is urgent',
        trigger: { event: 'task.overdue' },
        action: { type: 'set_priority', params: { priority: 'urgent' } },
      })
      expect((await read(`/automations/${created.id}`)).project_id).toBe(web.id)
    }))

  test('the critical path to a milestone', async () => {
    const milestone = await ws.owner.ok('POST', `${ws.base}/projects/${web.id}/milestones`, {
      name: 'Beta',
      due_date: dayFromNow(30),
    })
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${tasks[6]!.id}`, { milestone_id: milestone.id })
    await request('What is the critical path to Beta?', 1, core, async (use) => {
      const { critical_path } = await use('list_issue_dependencies', {
        project_id: 'WEB',
        milestone_id: 'Beta',
      })
      expect(critical_path).toEqual([4, 5, 6].map((place) => tasks[place]!.key))
    })
  })

  test('a reminder', () =>
    request('Remind me on Friday of WEB-5', 1, core, async (use) => {
      const created = await use('create_reminder', {
        title: 'Look at the handbook',
        remind_at: `${dayFromNow(4)}T09:00:00Z`,
        entity_type: 'task',
        entity_id: 'WEB-5',
      })
      expect(await read(`/reminders/${created.id}`)).toMatchObject({ entity_id: tasks[4]!.id })
    }))

  test('time on a task', () =>
    request('Log two hours on WEB-3', 1, '?toolsets=time', async (use) => {
      const created = await use('create_time_entry', {
        task_id: 'WEB-3',
        work_date: dayFromNow(0),
        duration_seconds: 7200,
      })
      expect([created.task, (await read(`/tasks/${tasks[2]!.key}`)).spent_minutes]).toEqual(['WEB-3', 120])
    }))

  test('a column that is not needed any more', async () => {
    await ws.owner.ok('POST', `${ws.base}/projects/${web.id}/columns`, {
      name: 'In review',
      status: 'in_progress',
    })
    await request('Delete the column In review', 1, '?toolsets=board', async (use) => {
      const args = { project_id: 'WEB', column_id: 'In review', move_to: 'In progress' }
      expect((await use('delete_board_column', args)).affects.name).toBe('In review')
      await use('delete_board_column', { ...args, confirm: true })
      const { items } = await read(`/projects/${web.id}/columns`)
      expect(items.map(({ name }: Json) => name)).toEqual(['To do', 'In progress', 'Done'])
    })
  })
})
