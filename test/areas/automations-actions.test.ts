import { describe, expect, test } from 'vitest'
import { act, on, rule, runs, automationSetup, statuses } from '../kit/automations.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { inbox, settled } from '../kit/inbox.ts'
import { join, task } from '../kit/makers.ts'
import { sprint, start } from '../kit/sprints.ts'

const titled = on('task.updated', { fields: ['title'] })

/** Sets up a rule that reacts to a new title. */
async function setUpRule(
  type: string,
  params: (s: Awaited<ReturnType<typeof automationSetup>>) => object | Promise<object>,
) {
  const created = await automationSetup()
  const one = await rule(created.ws, {
    ...titled,
    ...act(type, await params(created)),
    project_id: created.home.id,
  })
  return { ...created, one, fire: () => created.patch({ title: `Title ${Math.random()}` }) }
}

describe('an action', () => {
  test('set_status sets the status with all its effects, and its run has from and to', async () => {
    const { ws, one, fire, after, home } = await setUpRule('set_status', () => ({ status: 'done' }))
    await fire()
    expect(await after()).toMatchObject({
      status: 'done',
      progress_percent: 100,
      column: { id: home.columns.done },
    })
    expect((await runs(ws, one))[0].changes).toEqual([
      { field: 'status', from: 'todo', to: 'done' },
      { field: 'column_id', from: home.columns.todo, to: home.columns.done },
      { field: 'progress_percent', from: 0, to: 100 },
    ])
  })

  test('set_priority sets the priority, and the change can be undone with one PATCH', async () => {
    const { ws, one, fire, after, patch, get } = await setUpRule('set_priority', () => ({
      priority: 'urgent',
    }))
    await fire()
    expect((await after()).priority).toBe('urgent')
    const [{ changes }] = await runs(ws, one)
    await patch(Object.fromEntries(changes.map(({ field, from }: Json) => [field, from])))
    expect((await get()).priority).toBe('medium')
  })

  test.each([
    ['user', 'ada'],
    ['reporter', 'owner'],
    ['project_lead', 'bob'],
  ] as const)('assign gives the task to the %s', async (to, who) => {
    const created = await setUpRule('assign', ({ ada }) => ({
      to,
      ...(to === 'user' ? { user_id: ada.id } : {}),
    }))
    await asOwner('update projects set lead_user_id = $2 where id = $1', [created.home.id, created.bob.id])
    await created.fire()
    expect((await created.after()).assignee.user_id).toBe(created[who].id)
  })

  test(
    'assign in turn is fair for 50 concurrent events, and skips people who cannot have the task',
    { tags: 'race' },
    async () => {
      const { ws, owner, home, ada, bob } = await automationSetup()
      const [cyd, eve] = [await join(ws), await join(ws)]
      const user_ids = [owner, ada, bob, cyd, eve].map(({ id }) => id)
      const one = await rule(ws, { ...on('task.created'), ...act('assign', { to: 'round_robin', user_ids }) })
      await asOwner(`update organization_members set role = 'viewer' where user_id = $1`, [eve.id])
      await Promise.all(Array.from({ length: 50 }, () => task(ws, home.id)))
      expect(new Set(await statuses(ws, one))).toEqual(new Set(['succeeded']))
      const shares = await asOwner<{ n: number }>(
        `select count(*)::int as n from tasks where org_id = $1 and assignee_id is not null group by assignee_id order by 1`,
        [ws.org.id],
      )
      expect(shares.map(({ n }) => n)).toEqual([12, 12, 13, 13])
    },
  )

  test('unassign removes any assignee', async () => {
    const { fire, after, patch, ada } = await setUpRule('unassign', () => ({}))
    await patch({ assignee_id: ada.id })
    await fire()
    expect((await after()).assignee).toBeNull()
  })

  test('add_tag and remove_tag add and remove a tag, as events of the task', async () => {
    const { ws, item, home, tag, patch, after, owner, path } = await automationSetup()
    const bug = await tag()
    const put = await rule(ws, { ...titled, ...act('add_tag', { tag_id: bug.id }), project_id: home.id })
    const off = {
      ...on('task.status_changed'),
      ...act('remove_tag', { tag_id: bug.id }),
      project_id: home.id,
    }
    const take = await rule(ws, off)
    await patch({ title: 'Tag me' })
    expect((await after()).tags).toMatchObject([{ id: bug.id }])
    await patch({ status: 'done' })
    expect((await after()).tags).toEqual([])
    expect((await runs(ws, put))[0].changes).toEqual([{ field: 'tag_ids', from: [], to: [bug.id] }])
    expect((await runs(ws, take))[0].changes).toEqual([{ field: 'tag_ids', from: [bug.id], to: [] }])
    const { items } = await owner.ok('GET', `${path}/history`)
    const kinds = items.flatMap(({ changes }: Json) => changes.map(({ kind }: Json) => kind))
    expect(kinds.filter((kind: string) => kind.startsWith('tag_'))).toEqual(['tag_removed', 'tag_added'])
    expect(item.tags).toEqual([])
  })

  test('add_comment fills in every placeholder of the catalog', async () => {
    const { ws, owner, home, ada, path, item, patch } = await automationSetup()
    const catalog = await owner.ok('GET', `${ws.base}/automations/catalog`)
    const placeholders = catalog.placeholders.filter((one: string) => /task|project/.test(one))
    await rule(ws, {
      ...titled,
      ...act('add_comment', { template: `${placeholders.join('|')}|{{ task.key }}|{x}` }),
    })
    await patch({ assignee_id: ada.id, due_date: '2030-01-02', title: 'Fix it well' })
    await settled(ws)
    const [comment] = (await owner.ok('GET', `${path}/comments`)).items
    expect([comment.author, comment.author_type]).toEqual([null, 'automation'])
    expect(comment.body).toBe(
      `${item.key}|Fix it well|todo|medium|task|Ada|2030-01-02|${home.name}|${item.key}|{x}`,
    )
  })

  test('add_comment inserts values as text: a title cannot produce a mention, link, HTML or placeholder', async () => {
    const { ws, owner, ada, path, patch } = await automationSetup()
    await rule(ws, { ...titled, ...act('add_comment', { template: 'See {{task.title}}' }) })
    await patch({ title: `@[X](user:${ada.id}) [a](b) <b> {{task.key}}` })
    await settled(ws)
    const [{ body, mentions }] = (await owner.ok('GET', `${path}/comments`)).items
    expect(body).toBe(`See @\\[X\\](user:${ada.id}) \\[a\\](b) \\<b> {{task.key}}`)
    expect([mentions, (await inbox(ws, ada)).length]).toEqual([[], 0])
  })

  test('move_to_sprint moves the task into the active sprint and back', async () => {
    const { ws, home, patch, after } = await automationSetup()
    await rule(ws, { ...titled, ...act('move_to_sprint', { to: 'active' }) })
    await rule(ws, { ...on('task.status_changed'), ...act('move_to_sprint', { to: 'backlog' }) })
    const { id } = await sprint(ws, home.id)
    await start(ws, id)
    await patch({ title: 'Into it' })
    expect((await after()).sprint.id).toBe(id)
    await patch({ status: 'in_progress' })
    expect((await after()).sprint).toBeNull()
  })

  test('set_due_date counts working days of the organization from today in the project', async () => {
    const { ws, home, fire, after } = await setUpRule('set_due_date', () => ({ working_days: 7 }))
    await asOwner(`update projects set timezone = 'Pacific/Kiritimati' where id = $1`, [home.id])
    await asOwner(`update organizations set working_days = '{1,2,3}' where id = $1`, [ws.org.id])
    await fire()
    const [{ day }] = (await asOwner(
      `select day::text from (select (now() at time zone 'Pacific/Kiritimati')::date + n as day,
          count(*) over (order by n) as nth from generate_series(0, 60) n
        where extract(isodow from (now() at time zone 'Pacific/Kiritimati')::date + n) <= 3) d where nth = 8`,
    )) as [{ day: string }]
    expect((await after()).due_date).toBe(day)
  })

  test('create_subtask creates a task under the task, by its creator', async () => {
    const { ws, one, fire, owner, path } = await setUpRule('create_subtask', () => ({
      title: 'Test {{task.key}}',
      type: 'chore',
      priority: 'high',
    }))
    await fire()
    const [{ changes }] = await runs(ws, one)
    const { items } = await owner.ok('GET', `${path}/subtasks`)
    expect(items).toMatchObject([
      { id: changes[0].to, type: 'chore', priority: 'high', reporter: { user_id: owner.id } },
    ])
    expect(items[0].title).toMatch(/^Test P\w+-1$/)
    expect(await statuses(ws, one)).toEqual(['succeeded'])
  })

  test('notify notifies named people, a role, watchers or the assignee, once and in their inbox', async () => {
    const { ws, ada, bob, owner, path, patch } = await automationSetup()
    const vera = await join(ws, 'viewer')
    await owner.ok('PUT', `${path}/watchers/${bob.id}`, { state: 'watching' })
    const notifyAction = (to: string, more = {}) =>
      rule(ws, { name: to, ...titled, ...act('notify', { to, message: `${to}: {{task.title}}`, ...more }) })
    const created = [
      await notifyAction('users', { user_ids: [ada.id] }),
      await notifyAction('roles', { roles: ['viewer'] }),
      await notifyAction('watchers'),
      await notifyAction('assignee'),
    ]
    await patch({ title: 'Hear' })
    const noticesOf = async (who: typeof ada) =>
      (await inbox(ws, who)).filter(({ reason }) => reason === 'automation').map(({ snippet }) => snippet)
    expect([await noticesOf(ada), await noticesOf(vera), await noticesOf(bob)]).toEqual([
      ['users: Hear'],
      ['roles: Hear'],
      ['watchers: Hear'],
    ])
    expect((await runs(ws, created[3]))[0]).toMatchObject({ status: 'no_change', changes: [] })
  })

  test('notify skips people who cannot open the project, muted it or turned automations off', async () => {
    const { ws, owner, ada, bob, home, path, patch } = await automationSetup()
    const cyd = await join(ws)
    await ada.ok('PUT', `${ws.base}/notification-preferences`, {
      reasons: { automation: { in_app: false } },
      muted_project_ids: [],
    })
    await owner.ok('PUT', `${path}/watchers/${bob.id}`, { state: 'muted' })
    const one = await rule(ws, { ...titled, ...act('notify', { to: 'roles', roles: ['member'] }) })
    await asOwner(`update projects set visibility = 'private' where id = $1`, [home.id])
    await asOwner(
      `insert into project_members (org_id, project_id, user_id, role, added_by) select org_id, id, unnest($2::uuid[]),
        'contributor', created_by from projects where id = $1`,
      [home.id, [ada.id, bob.id]],
    )
    await patch({ title: 'Hush' })
    expect((await runs(ws, one))[0].status).toBe('no_change')
    expect(await inbox(ws, cyd)).toEqual([])
  })
})

describe('an impossible action', () => {
  test.each([
    ['assign', 'not an active member', (s: Json) => ({ to: 'user', user_id: s.ada.id })],
    [
      'assign',
      'nobody in the list can be assigned',
      (s: Json) => ({ to: 'round_robin', user_ids: [s.ada.id] }),
    ],
    ['assign', 'the project has no lead', () => ({ to: 'project_lead' })],
    [
      'add_tag',
      'the tag is gone, or belongs to another project',
      async (s: Json) => ({ tag_id: (await s.tag()).id }),
    ],
    ['move_to_sprint', 'the project has no active sprint', () => ({ to: 'active' })],
    ['set_due_date', 'before start_date', () => ({ working_days: 1 })],
  ] as const)('%s fails with a clear reason: %s', async (type, error, params) => {
    const { ws, one, fire, ada, owner, patch, get } = await setUpRule(type, params)
    await patch({ start_date: '2090-01-01' })
    await owner.ok('DELETE', `${ws.base}/members/${ada.id}`)
    for (const { id } of (await owner.ok('GET', `${ws.base}/tags`)).items)
      await owner.ok('DELETE', `${ws.base}/tags/${id}`)
    await fire()
    const [run] = await runs(ws, one)
    expect(run).toMatchObject({ status: 'failed', changes: [], error: expect.stringContaining(error) })
    const shown = await owner.ok('GET', `${ws.base}/automations/${one.id}`)
    expect(shown).toMatchObject({ health: 'failing', consecutive_failures: 1, run_count: 1 })
    expect(await get()).toMatchObject({ assignee: null, tags: [], sprint: null, due_date: null })
  })

  test('a renamed tag is still the same tag', async () => {
    const { ws, one, fire, owner } = await setUpRule('add_tag', async ({ tag }) => ({
      tag_id: (await tag()).id,
    }))
    const [tag] = (await owner.ok('GET', `${ws.base}/tags`)).items
    await owner.ok('PATCH', `${ws.base}/tags/${tag.id}`, { name: 'defect' })
    await fire()
    expect(await statuses(ws, one)).toEqual(['succeeded'])
  })

  test('what the policy of a column forbids fails with that reason', async () => {
    const { ws, fire, one, home, owner } = await setUpRule('set_status', () => ({ status: 'in_progress' }))
    const { id } = await task(ws, home.id)
    await owner.ok('PATCH', `${ws.base}/tasks/${id}`, { status: 'in_progress' })
    await asOwner(`update projects set settings = '{"wip_policy":"block"}' where id = $1`, [home.id])
    await asOwner('update board_columns set wip_limit = 1 where id = $1', [home.columns.in_progress])
    await fire()
    const [run] = await runs(ws, one)
    expect(run).toMatchObject({ status: 'failed', error: 'column In progress holds 2 of at most 1' })
  })
})
