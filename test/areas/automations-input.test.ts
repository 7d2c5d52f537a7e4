import { describe, expect, test } from 'vitest'
import { act, on, rule, automationSetup } from '../kit/automations.ts'
import { project } from '../kit/makers.ts'
import { sprint } from '../kit/sprints.ts'

const titled = on('task.updated', { fields: ['title'] })
const high = act('set_priority', { priority: 'high' })
const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'

describe('bad input', () => {
  const invalid: [string, object, string][] = [
    [
      'an unknown trigger',
      { trigger: { event: 'task.dreamt' } },
      'body.trigger.event: unknown trigger; use task.created',
    ],
    [
      'an unknown action',
      { action: { type: 'explode' } },
      'body.action.type: unknown action; use set_status',
    ],
    ['no parameter where one is needed', act('set_status'), 'body.action.params.status: required'],
    ['one needed by another', act('assign', { to: 'user' }), 'body.action.params.user_id: required'],
    [
      'one that does not go with another',
      act('notify', { to: 'watchers', roles: ['owner'] }),
      'body.action.params.roles: only where to is roles',
    ],
    [
      'an unknown parameter',
      act('unassign', { hard: true }),
      'body.action.params.hard: unknown parameter; it takes none',
    ],
    [
      'a value of another kind',
      on('task.due_soon', { days: 'soon' }),
      'body.trigger.params.days: must be a whole number from 0 to 30',
    ],
    [
      'a value out of the list',
      on('task.updated', { fields: ['title', 'mood'] }),
      'body.trigger.params.fields[1]: must be title',
    ],
    [
      'a value twice',
      act('notify', { to: 'roles', roles: ['owner', 'owner'] }),
      'body.action.params.roles: a value twice',
    ],
    [
      'an unknown placeholder',
      act('add_comment', { template: 'Hi {{task.secret}}' }),
      'body.action.params.template: unknown placeholder {{task.secret}}; use {{task.key}}',
    ],
    [
      'a field that no task has',
      { conditions: { and: [{ field: 'mood', op: 'eq', value: 1 }] } },
      'body.conditions.and[0].field: unknown field',
    ],
    [
      'a value that does not suit a field',
      { conditions: { field: 'status', op: 'eq', value: 'dreaming' } },
      'body.conditions.value: must be todo',
    ],
    [
      '@me',
      { conditions: { field: 'assignee_id', op: 'eq', value: '@me' } },
      'body.conditions: an automation is no person: @me cannot be used',
    ],
    [
      'a tag in conditions that is not there',
      { conditions: { or: [{ field: 'tag_id', op: 'in', value: [unknownId] }] } },
      `body.conditions.or[0].value[0]: there is no tag ${unknownId}`,
    ],
    [
      'a sprint in conditions that is not there',
      { conditions: { field: 'sprint_id', op: 'eq', value: unknownId } },
      `body.conditions.value: there is no sprint ${unknownId}`,
    ],
    [
      'a name in conditions that is not there',
      { conditions: { field: 'project_id', op: 'eq', value: '#NONE' } },
      'body.conditions.value: there is no project NONE',
    ],
    ['a project that is not there', { project_id: unknownId }, 'body.project_id: not found'],
    [
      'a tag that is not there',
      act('add_tag', { tag_id: unknownId }),
      'body.action.params.tag_id: not found, or a tag of another project',
    ],
    [
      'a person who is no member',
      act('assign', { to: 'user', user_id: unknownId }),
      'body.action.params.user_id: not an active member',
    ],
    [
      'somebody of several who is no member',
      act('notify', { to: 'users', user_ids: [unknownId] }),
      'body.action.params.user_ids[0]: not an active member',
    ],
    [
      'a sprint that is not there',
      on('task.added_to_sprint', { sprint_id: unknownId }),
      'body.trigger.params.sprint_id: not found',
    ],
  ]
  test.each(invalid)('%s is rejected with its path', async (_, part, message) => {
    const { ws, owner } = await automationSetup()
    const { status, body } = await owner.call('POST', `${ws.base}/automations`, {
      name: 'Wrong',
      ...titled,
      ...high,
      ...part,
    })
    expect([status, body.error.message]).toEqual([422, expect.stringContaining(message)])
    const good = await rule(ws, { ...titled, ...high })
    const change = await owner.call('PATCH', `${ws.base}/automations/${good.id}`, part)
    expect([change.status, change.body.error.message]).toEqual([422, expect.stringContaining(message)])
  })

  test('all of it is reported at once', async () => {
    const { ws, owner } = await automationSetup()
    const draft = {
      name: '',
      ...on('task.due_soon', { days: 99 }),
      ...act('set_status', { status: 'x', more: 1 }),
    }
    const { body } = await owner.call('POST', `${ws.base}/automations`, draft)
    for (const path of [
      'body.name',
      'body.trigger.params.days',
      'body.action.params.status',
      'body.action.params.more',
    ])
      expect(body.error.message).toContain(`${path}: `)
  })

  test('references must be in the scope of the rule: no tag, sprint or person of another project', async () => {
    const { ws, owner, home, tag, ada } = await automationSetup()
    const [bug, secret] = [await tag(), await project(ws, { visibility: 'private' })]
    const foreign = await sprint(ws, home.id)
    const refused = async (draft: object) =>
      (await owner.call('POST', `${ws.base}/automations`, { name: 'Far', ...titled, ...high, ...draft })).body
        .error?.message
    const add = act('add_tag', { tag_id: bug.id })
    expect(await refused({ ...add, project_id: home.id })).toBeUndefined()
    for (const place of [{}, { project_id: secret.id }])
      expect(await refused({ ...add, ...place })).toBe(
        'body.action.params.tag_id: not found, or a tag of another project',
      )
    expect(
      await refused({ ...on('task.added_to_sprint', { sprint_id: foreign.id }), project_id: secret.id }),
    ).toBe('body.trigger.params.sprint_id: not found, or a sprint of another project')
    expect(await refused({ ...act('assign', { to: 'user', user_id: ada.id }), project_id: secret.id })).toBe(
      'body.action.params.user_id: has no access to the project',
    )
    const moved = await rule(ws, { ...titled, ...add, project_id: home.id })
    const move = await owner.call('PATCH', `${ws.base}/automations/${moved.id}`, { project_id: secret.id })
    expect(move.body.error.message).toBe('body.action.params.tag_id: not found, or a tag of another project')
  })

  test('a rule whose tag was deleted cannot be turned on, but renamed and turned off', async () => {
    const { ws, owner, tag, home } = await automationSetup()
    const bug = await tag()
    const { id } = await rule(ws, { ...titled, ...act('add_tag', { tag_id: bug.id }), project_id: home.id })
    await owner.ok('DELETE', `${ws.base}/tags/${bug.id}`)
    const at = `${ws.base}/automations/${id}`
    await owner.ok('PATCH', at, { name: 'Was for bugs', is_enabled: false })
    expect((await owner.call('PATCH', at, { is_enabled: true })).status).toBe(422)
  })
})
