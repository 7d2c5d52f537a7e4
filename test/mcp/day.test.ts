import { describe, expect, test } from 'vitest'
import { type Json } from '../kit/client.ts'
import { workspace } from '../kit/makers.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { keyOf, modern, open, rpc, tool } from './rpc.ts'

type Use = (name: string, args?: object) => Promise<Json>

/** An assistant of either protocol version that has only the core tools. */
async function assistants(token: string): Promise<Record<string, Use>> {
  const session = await open({ token })
  return {
    'of the 2025 revisions': async (name, args = {}) => {
      const { isError, answer } = await tool(name, args, { token, session })
      expect([name, isError, answer]).toEqual([name, false, answer])
      return answer
    },
    'of 2026-07-28': async (name, args = {}) => {
      const reply = await modern('tools/call', { name, arguments: args }, { token })
      const { isError, content } = reply.body.result
      expect([name, Boolean(isError), content[0].text]).toEqual([name, false, content[0].text])
      return JSON.parse(content[0].text)
    },
  }
}

async function workingDay(use: Use, me: string, name: string) {
  const { organizations } = await use('get_context')
  expect(organizations.length).toBe(1)
  const project = await use('create_project', { name })
  const titles = ['Design the page', 'Write the page', 'Publish the page']
  const tasks: Json[] = []
  for (const title of titles)
    tasks.push(await use('create_issue', { project_id: project.id, title, estimate_points: 3 }))
  const [design, write, publish] = tasks
  await use('create_issue_dependency', { task_id: design.id, other_task_id: write.id, type: 'blocks' })
  const sprint = await use('create_sprint', {
    project_id: project.id,
    start_date: dayFromNow(0),
    end_date: dayFromNow(13),
  })
  await use('add_issues_to_sprint', { sprint_id: sprint.id, task_ids: [design.id, write.id] })
  expect((await use('start_sprint', { sprint_id: sprint.id })).state).toBe('active')
  expect((await use('list_backlog', { project_id: project.id })).items.map(({ key }: Json) => key)).toEqual([
    publish.key,
  ])
  await use('update_issue', {
    task_id: design.key,
    assignee_id: me,
    status: 'in_progress',
    due_date: dayFromNow(1),
  })
  expect((await use('list_my_work')).items.map(({ key }: Json) => key)).toContain(design.key)
  await use('add_comment', { task_id: design.id, body: 'The first draft stands.' })
  expect((await use('list_comments', { task_id: design.id })).total).toBe(1)
  const page = await use('create_document', {
    title: `Notes on ${name}`,
    content: '# Decisions\n\nBlue, not green.',
    project_id: project.id,
  })
  await use('update_document', {
    document_id: page.id,
    edit_mode: 'append',
    content: '\n\n# Open\n\nThe footer.',
  })
  expect((await use('get_document', { document_id: page.id, section: 'Open' })).content).toContain(
    'The footer.',
  )
  await use('create_note', { title: 'Ask about the footer' })
  await use('create_reminder', { title: 'Ask about the footer', remind_at: `${dayFromNow(2)}T09:00:00Z` })
  expect((await use('search', { q: design.key })).items[0]).toMatchObject({ type: 'task', key: design.key })
  expect((await use('search', { q: name, types: 'document' })).items[0].id).toBe(page.id)
  await use('update_issue', { task_id: design.id, status: 'done' })
  expect((await use('get_issue', { task_id: write.id })).is_blocked).toBe(false)
  await use('update_issue', { task_id: write.id, status: 'done' })
  expect(
    (await use('get_sprint_burndown', { sprint_id: sprint.id })).days.find(
      ({ is_future }: Json) => !is_future,
    ).done,
  ).toBe(6)
  await use('complete_sprint', { sprint_id: sprint.id, confirm: true })
  expect((await use('get_sprint', { sprint_id: sprint.id })).state).toBe('completed')
  const dashboard = await use('get_dashboard')
  expect(dashboard.projects.find(({ id }: Json) => id === project.id)).toMatchObject({
    progress: { done: 2, total: 3 },
    open: 1,
  })
  expect((await use('list_issue_history', { task_id: design.id })).items.length).toBeGreaterThan(2)
}

describe('a working day with only the core tools', () => {
  test('covers plan to end of sprint, for assistants of both protocol versions', async () => {
    const ws = await workspace()
    const { token } = await keyOf(ws)
    for (const [era, use] of Object.entries(await assistants(token)))
      await workingDay(use, ws.owner.id, `Site ${era}`)
  })

  test('uses exactly the 54 tools of the core', async () => {
    const { token } = await keyOf(await workspace())
    const session = await open({ token })
    const listed = [
      await rpc('tools/list', {}, { token, session }),
      await modern('tools/list', {}, { token }),
    ]
    for (const { body } of listed) expect(body.result.tools.length).toBe(54)
  })
})
