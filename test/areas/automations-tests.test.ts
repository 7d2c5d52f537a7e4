import { describe, expect, test } from 'vitest'
import { act, on, rule, runs, automationSetup } from '../kit/automations.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { inbox, settled } from '../kit/inbox.ts'
import { project, task } from '../kit/makers.ts'

const titled = on('task.updated', { fields: ['title'] })

/**
 * Everything that a rule could change in an organization, except its runs and the audit entry of the test.
 */
const everything = (org: string) =>
  asOwner(
    `select t.name, (xpath('/table/row/text', query_to_xml(format('select coalesce(json_agg(x order by x::text), ''[]'')::text
        as text from (select * from %I where org_id = %L and %s) x', t.name, $1::text, t.condition), true, false, '')))[1]::text as rows
      from (values ('tasks', 'true'), ('task_events', 'true'), ('task_tags', 'true'), ('comments', 'true'),
        ('task_watchers', 'true'), ('outbox', 'true'), ('notifications', 'true'), ('automations', 'true'),
        ('projects', 'true'), ('sprint_ledger', 'true'), ('audit_log', 'action <> ''automation.tested''')) t(name, condition)`,
    [org],
  )

describe('a dry run', () => {
  const params = {
    set_status: () => ({ status: 'done' }),
    set_priority: () => ({ priority: 'urgent' }),
    assign: ({ ada, bob }: Json) => ({ to: 'round_robin', user_ids: [ada.id, bob.id] }),
    add_tag: async ({ tag }: Json) => ({ tag_id: (await tag('x', null)).id }),
    add_comment: () => ({ template: 'I was here, {{task.key}}' }),
    set_due_date: () => ({ working_days: 3 }),
    create_subtask: () => ({ title: 'Part of {{task.key}}' }),
    notify: () => ({ to: 'roles', roles: ['owner'] }),
  } as const

  test.each(Object.keys(params) as (keyof typeof params)[])(
    'of %s shows what would change, and changes nothing at all',
    async (type) => {
      const created = await automationSetup()
      const { ws, owner, item, patch } = created
      const one = await rule(ws, { ...titled, ...act(type, await params[type](created)) })
      await settled(ws)
      const before = await everything(ws.org.id)
      expect(before.every(({ rows }) => rows)).toBe(true)
      const result = await owner.ok('POST', `${ws.base}/automations/${one.id}/test`, { task_id: item.id })
      expect(result).toMatchObject({ would_run: true, reason: null, conditions: [] })
      expect(result.changes.length).toBeGreaterThan(0)
      expect(await everything(ws.org.id)).toEqual(before)
      expect(await runs(ws, one)).toMatchObject([
        { id: result.run_id, status: 'dry_run', changes: result.changes },
      ])
      await patch({ title: 'For real' })
      const [, real] = await runs(ws, one)
      expect(real.status).toBe('succeeded')
      const stable = ({ field, to }: Json) => [
        field,
        field.endsWith('_id') && field !== 'assignee_id' ? 'an id' : to,
      ]
      expect(real.changes.map(stable)).toEqual(result.changes.map(stable))
    },
  )

  test('explains condition by condition, each with its path and result', async () => {
    const { ws, owner, item } = await automationSetup()
    const conditions = {
      and: [
        { field: 'status', op: 'eq', value: 'todo' },
        {
          or: [
            { field: 'priority', op: 'eq', value: 'urgent' },
            { not: { field: 'due_date', op: 'is_null' } },
          ],
        },
      ],
    }
    const one = await rule(ws, { ...titled, ...act('unassign'), conditions })
    const result = await owner.ok('POST', `${ws.base}/automations/${one.id}/test`, { task_id: item.id })
    expect(result).toMatchObject({ would_run: false, reason: 'the conditions do not hold', changes: [] })
    expect(result.conditions).toEqual([
      { path: 'conditions.and[0]', field: 'status', op: 'eq', value: 'todo', result: true },
      { path: 'conditions.and[1].or[0]', field: 'priority', op: 'eq', value: 'urgent', result: false },
      { path: 'conditions.and[1].or[1].not', field: 'due_date', op: 'is_null', value: null, result: true },
    ])
    await owner.ok('PATCH', `${ws.base}/tasks/${item.id}`, { priority: 'urgent' })
    const repeated = await owner.ok('POST', `${ws.base}/automations/${one.id}/test`, { task_id: item.id })
    expect(repeated).toMatchObject({ would_run: true, reason: 'there is nothing to change', changes: [] })
  })

  test('says why a rule cannot act, and counts nothing', async () => {
    const { ws, owner, item, home } = await automationSetup()
    const one = await rule(ws, { ...titled, ...act('move_to_sprint', { to: 'active' }) })
    const far = await rule(ws, { ...titled, ...act('unassign'), project_id: (await project(ws)).id })
    const tried = async ({ id }: Json) => {
      const { would_run, reason } = await owner.ok('POST', `${ws.base}/automations/${id}/test`, {
        task_id: item.id,
      })
      return [would_run, reason]
    }
    expect(await tried(one)).toEqual([false, 'the project has no active sprint'])
    expect(await tried(far)).toEqual([false, 'a task of another project'])
    expect(await owner.ok('GET', `${ws.base}/automations/${one.id}`)).toMatchObject({
      health: 'idle',
      run_count: 0,
      stats: { runs: 0, by_status: {}, average_ms: null },
    })
    expect([await inbox(ws, owner), home.id.length]).toEqual([[], 36])
  })

  test('of an unknown task is refused', async () => {
    const { ws, owner, path, item } = await automationSetup()
    const one = await rule(ws, { ...titled, ...act('unassign') })
    const foreign = await automationSetup()
    await owner.ok('DELETE', path)
    for (const task_id of [item.id, foreign.item.id, one.id])
      expect(await owner.call('POST', `${ws.base}/automations/${one.id}/test`, { task_id })).toMatchObject({
        status: 422,
        body: { error: { message: 'body.task_id: not found' } },
      })
  })
})

describe('a copy of a project', () => {
  const copy = (s: Json, include: object, who = s.owner) =>
    who.call('POST', `${s.ws.base}/projects/${s.home.id}/duplicate`, { name: 'The copy', include })
  const listed = async ({ owner, ws }: Json, id: string) =>
    (await owner.ok('GET', `${ws.base}/automations?project_id=${id}`)).items.filter((a: Json) => a.project_id)

  test('has the automations of the project on request, and they reference what was copied', async () => {
    const created = await automationSetup()
    const { ws, home, tag, owner } = created
    const bug = await tag()
    const conditions = { field: 'column_id', op: 'eq', value: home.columns.todo }
    const add = { ...titled, ...act('add_tag', { tag_id: bug.id }) }
    await rule(ws, { name: 'Tags', ...add, conditions, project_id: home.id, rank: 3 })
    await rule(ws, { name: 'Everywhere', ...titled, ...act('unassign') })
    const { status, body } = await copy(created, { automations: true })
    expect(status).toBe(201)
    const [one, ...more] = await listed(created, body.id)
    expect([one, more]).toMatchObject([{ name: 'Tags', rank: 3, is_enabled: true, run_count: 0 }, []])
    const { items: tags } = await owner.ok('GET', `${ws.base}/tags?project_id=${body.id}`)
    expect(one.action.params.tag_id).toBe(tags[0].id)
    const { items: columns } = await owner.ok('GET', `${ws.base}/projects/${body.id}/columns`)
    expect(one.conditions.value).toBe(columns[0].id)
    const { id } = await task(ws, body.id)
    await owner.ok('PATCH', `${ws.base}/tasks/${id}`, { title: 'In the copy' })
    expect(await runs(ws, one)).toMatchObject([{ status: 'succeeded' }])
  })

  test('has none unless requested', async () => {
    const created = await automationSetup()
    await rule(created.ws, { ...titled, ...act('unassign'), project_id: created.home.id })
    expect(await listed(created, (await copy(created, {})).body.id)).toEqual([])
  })

  test('turns off a rule that references what was not copied', async () => {
    const created = await automationSetup()
    const { id } = await created.tag()
    const conditions = { field: 'tag_id', op: 'eq', value: id }
    const project_id = created.home.id
    await rule(created.ws, { ...titled, ...act('add_tag', { tag_id: id }), project_id })
    await rule(created.ws, { ...titled, ...act('unassign'), conditions, project_id })
    const { body } = await copy(created, { automations: true, tags: false })
    const off = { is_enabled: false, disabled_reason: 'it names what was not copied' }
    expect(await listed(created, body.id)).toMatchObject([off, off])
  })

  test('requires an admin for them, as creating them does', async () => {
    const created = await automationSetup()
    await asOwner(`update organization_members set role = 'manager' where user_id = $1`, [created.ada.id])
    expect((await copy(created, { automations: true }, created.ada)).status).toBe(403)
    expect((await copy(created, {}, created.ada)).status).toBe(201)
  })
})
