import { describe, expect, test } from 'vitest'
import { act, on, rule, runs, automationSetup, statuses, outboxRows } from '../kit/automations.ts'
import { task } from '../kit/makers.ts'
import { passTime, policy, runDueClocks, targets } from '../kit/sla.ts'
import { sprint, start } from '../kit/sprints.ts'

type Stage = Awaited<ReturnType<typeof automationSetup>>
const result = act('notify', { to: 'roles', roles: ['owner'] })

/** Gives the task a policy of one day. */
async function aDay({ ws, patch }: Stage) {
  await policy(ws, { targets: targets(1440) })
  await patch({ priority: 'urgent' })
  await runDueClocks(ws)
}
/** Runs everything that is due some minutes later. */
async function later({ ws, item }: Stage, minutes: number) {
  await passTime(item.id, minutes)
  for (let n = 0; n < 3; n++) await runDueClocks(ws)
}

/** What makes each trigger fire, and what looks similar but does not. */
const cases: Record<
  string,
  { params?: (s: Stage) => Promise<object> | object; not?: (s: Stage) => unknown; do: (s: Stage) => unknown }
> = {
  'task.created': {
    not: ({ patch }) => patch({ title: 'Other' }),
    do: ({ ws, home }) => task(ws, home.id),
  },
  'task.updated': {
    params: () => ({ fields: ['due_date', 'title'] }),
    not: ({ patch }) => patch({ priority: 'low' }),
    do: ({ patch }) => patch({ due_date: '2030-01-01', title: 'Two fields, one run' }),
  },
  'task.status_changed': {
    params: () => ({ from: 'in_progress', to: 'done' }),
    not: async ({ patch }) => {
      await patch({ status: 'done' })
      await patch({ status: 'in_progress' })
    },
    do: ({ patch }) => patch({ status: 'done' }),
  },
  'task.assigned': {
    params: ({ ada }) => ({ user_id: ada.id.toUpperCase() }),
    not: ({ patch, bob }) => patch({ assignee_id: bob.id }),
    do: ({ patch, ada }) => patch({ assignee_id: ada.id }),
  },
  'task.unassigned': {
    not: ({ patch, ada }) => patch({ assignee_id: ada.id }),
    do: ({ patch }) => patch({ assignee_id: null }),
  },
  'task.commented': {
    not: ({ patch }) => patch({ title: 'Other' }),
    do: ({ owner, path }) => owner.ok('POST', `${path}/comments`, { body: 'Look' }),
  },
  'task.tag_added': {
    params: async ({ tag }) => ({ tag_id: (await tag('bug', null)).id }),
    not: ({ owner, path }) => owner.ok('PUT', `${path}/tags`, { names: ['other'], create_missing: true }),
    do: ({ owner, path }) => owner.ok('PUT', `${path}/tags`, { names: ['other', 'bug'] }),
  },
  'task.added_to_sprint': {
    not: ({ patch }) => patch({ title: 'Other' }),
    do: async ({ ws, home, patch }) => patch({ sprint_id: (await sprint(ws, home.id)).id }),
  },
  'task.blocked': {
    do: async ({ ws, home, owner, item }) => {
      const { id } = await task(ws, home.id)
      await owner.ok('POST', `${ws.base}/tasks/${id}/dependencies`, { task_id: item.id, type: 'blocks' })
    },
  },
  'task.unblocked': {
    do: async ({ ws, home, owner, item, patch }) => {
      const { id } = await task(ws, home.id)
      const at = `${ws.base}/tasks/${id}`
      await owner.ok('POST', `${at}/dependencies`, { task_id: item.id, type: 'blocks' })
      await patch({ status: 'done' }, owner, at)
    },
  },
  'task.subtasks_completed': {
    not: async ({ ws, home, item, patch, owner }) => {
      const [one] = [
        await task(ws, home.id, { parent_id: item.id }),
        await task(ws, home.id, { parent_id: item.id }),
      ]
      await patch({ status: 'done' }, owner, `${ws.base}/tasks/${one.id}`)
    },
    do: async ({ ws, item, owner }) => {
      const { items } = await owner.ok('GET', `${ws.base}/tasks/${item.id}/subtasks`)
      const task_ids = items.map(({ id }: { id: string }) => id)
      await owner.ok('POST', `${ws.base}/tasks/bulk`, { task_ids, patch: { status: 'done' }, mode: 'atomic' })
    },
  },
  'task.sla_at_risk': { not: aDay, do: (s) => later(s, 1200) },
  'task.sla_breached': {
    not: async (s) => {
      await aDay(s)
      await later(s, 1200)
    },
    do: (s) => later(s, 300),
  },
}

describe('a trigger', () => {
  test.each(Object.keys(cases))('%s starts one run when it happens, and none otherwise', async (event) => {
    const created = await automationSetup()
    const { ws } = created
    const { params, not, do: happen } = cases[event]!
    const one = await rule(ws, { ...on(event, (await params?.(created)) ?? {}), ...result })
    await not?.(created)
    expect(await statuses(ws, one)).toEqual([])
    await happen(created)
    expect(await statuses(ws, one)).toEqual(['succeeded'])
  })

  test('without named fields listens to any field', async () => {
    const { ws, patch } = await automationSetup()
    const one = await rule(ws, { ...on('task.updated'), ...result })
    for (const change of [{ title: 'Other' }, { priority: 'low' }, { status: 'done' }]) await patch(change)
    expect(await statuses(ws, one)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })

  test(
    'of subtasks waits for the last: 20 closed concurrently complete their parent once',
    { tags: 'race' },
    async () => {
      const { ws, home, item, owner } = await automationSetup()
      const one = await rule(ws, {
        ...on('task.subtasks_completed'),
        ...act('set_status', { status: 'done' }),
      })
      const parts = []
      for (let n = 0; n < 20; n++) parts.push(await task(ws, home.id, { parent_id: item.id }))
      await Promise.all(
        parts.map(({ id }) => owner.ok('PATCH', `${ws.base}/tasks/${id}`, { status: 'done' })),
      )
      expect((await runs(ws, one)).map(({ status, task: its }) => [status, its.id])).toEqual([
        ['succeeded', item.id],
      ])
    },
  )

  test('without a listening rule costs no job: another event, project or organization, and rules that are off', async () => {
    const { ws, home, patch, owner } = await automationSetup()
    const other = await owner.ok('POST', `${ws.base}/projects`, { name: 'Elsewhere' })
    const off = { ...on('task.updated'), ...result, is_enabled: false }
    await rule(ws, { ...on('task.updated'), ...result, project_id: other.id })
    await rule(ws, { ...on('task.commented'), ...result, project_id: home.id })
    const one = await rule(ws, off)
    const gone = await rule(ws, { ...off, is_enabled: true })
    await owner.ok('DELETE', `${ws.base}/automations/${gone.id}`)
    await rule((await automationSetup()).ws, { ...on('task.updated'), ...result })
    await patch({ status: 'done', title: 'Alone', priority: 'high' })
    expect(await outboxRows(ws.org.id)).toEqual([])
    await owner.ok('PATCH', `${ws.base}/automations/${one.id}`, { is_enabled: true })
    await patch({ status: 'todo', title: 'Heard', priority: 'low' })
    expect((await outboxRows(ws.org.id)).map(({ topic }) => topic)).toEqual(['automate'])
  })

  test('of a sprint can name one', async () => {
    const { ws, home, patch } = await automationSetup()
    const one = await sprint(ws, home.id)
    const named = await rule(ws, { ...on('task.added_to_sprint', { sprint_id: one.id }), ...result })
    await start(ws, one.id)
    await patch({ sprint_id: one.id })
    expect(await statuses(ws, named)).toEqual(['succeeded'])
  })
})
