import { describe, expect, test } from 'vitest'
import { actions, placeholders, triggers } from '../../src/areas/automations/catalog.ts'
import { act, on, rule, runs, automationSetup } from '../kit/automations.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { clientRow } from '../kit/contracts.ts'
import { stages } from '../kit/deals.ts'
import { actions as audited, join, project } from '../kit/makers.ts'
import { sprint } from '../kit/sprints.ts'

const titled = on('task.updated', { fields: ['title'] })
const high = act('set_priority', { priority: 'high' })
const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'

describe('automations', () => {
  test('are created, read, changed and deleted by admins; members can read them', async () => {
    const { ws, ada, home } = await automationSetup()
    const [boss, manager, vera] = [
      await join(ws, 'admin'),
      await join(ws, 'manager'),
      await join(ws, 'viewer'),
    ]
    const at = `${ws.base}/automations`
    const draft = { name: 'Raise', project_id: home.id, ...titled, ...high }
    for (const who of [manager, ada, vera]) expect((await who.call('POST', at, draft)).status).toBe(403)
    const created = await boss.ok('POST', at, draft)
    expect(created).toMatchObject({
      is_enabled: true,
      health: 'idle',
      conditions: {},
      rank: 100,
      run_count: 0,
      version: 1,
      created_by: { user_id: boss.id },
      loop_warnings: [],
      ...draft,
    })
    for (const who of [manager, ada]) {
      expect((await who.call('PATCH', `${at}/${created.id}`, { name: 'X' })).status).toBe(403)
      expect((await who.call('DELETE', `${at}/${created.id}`)).status).toBe(403)
      expect((await who.call('POST', `${at}/${created.id}/test`, { task_id: unknownId })).status).toBe(403)
      expect((await who.ok('GET', at)).items).toMatchObject([{ id: created.id }])
      expect(await who.ok('GET', `${at}/${created.id}/runs`)).toMatchObject({ total: 0 })
    }
    expect((await vera.call('GET', at)).status).toBe(403)
    const changed = await boss.ok('PATCH', `${at}/${created.id}`, {
      is_enabled: false,
      conditions: {},
      rank: 5,
    })
    expect(changed).toMatchObject({ is_enabled: false, health: 'disabled', rank: 5, version: 2 })
    expect((await boss.ok('GET', `${at}?enabled=true`)).total).toBe(0)
    expect((await boss.call('DELETE', `${at}/${created.id}`)).status).toBe(204)
    expect((await boss.call('GET', `${at}/${created.id}`)).status).toBe(404)
    const trail = (await audited(ws)).filter((action) => action.startsWith('automation.'))
    expect(trail).toEqual(['automation.created', 'automation.updated', 'automation.deleted'])
  })

  test('of a project are listed with those of all projects, and hidden with a private project', async () => {
    const { ws, ada, home, owner } = await automationSetup()
    const secret = await project(ws, { visibility: 'private' })
    const [one, all, hidden] = [
      await rule(ws, { ...titled, ...high, project_id: home.id }),
      await rule(ws, { ...titled, ...high }),
      await rule(ws, { ...titled, ...high, project_id: secret.id }),
    ]
    const ids = async (who: typeof ada, query = '') =>
      (await who.ok('GET', `${ws.base}/automations${query}`)).items.map(({ id }: Json) => id)
    expect(await ids(owner)).toEqual([one.id, all.id, hidden.id])
    expect(await ids(owner, `?project_id=${secret.id}`)).toEqual([all.id, hidden.id])
    expect(await ids(ada)).toEqual([one.id, all.id])
    expect((await ada.call('GET', `${ws.base}/automations/${hidden.id}`)).status).toBe(404)
  })

  test('reveal no runs on tasks that the reader may not see', async () => {
    const { ws, ada, patch, home } = await automationSetup()
    const one = await rule(ws, { ...titled, ...high })
    await patch({ title: 'Seen' })
    expect((await runs(ws, one)).length).toBe(1)
    expect((await ada.ok('GET', `${ws.base}/automations/${one.id}/runs`)).total).toBe(1)
    await asOwner(`update projects set visibility = 'private' where id = $1`, [home.id])
    expect((await ada.ok('GET', `${ws.base}/automations/${one.id}/runs`)).total).toBe(0)
  })

  test('have a list of runs by status and task', async () => {
    const { ws, patch, item, owner } = await automationSetup()
    const one = await rule(ws, { ...titled, ...high })
    await patch({ title: 'First' })
    await runs(ws, one)
    await patch({ title: 'Second' })
    await runs(ws, one)
    const listed = async (query: string) =>
      (await owner.ok('GET', `${ws.base}/automations/${one.id}/runs?${query}`)).items.map(
        ({ status }: Json) => status,
      )
    expect(await listed('')).toEqual(['no_change', 'succeeded'])
    expect(await listed('status=succeeded')).toEqual(['succeeded'])
    expect(await listed(`task_id=${item.id}`)).toEqual(['no_change', 'succeeded'])
    expect(await listed(`task_id=${unknownId}`)).toEqual([])
  })

  test(
    'are at most 100 in an organization, also when they are created concurrently',
    { tags: 'race' },
    async () => {
      const { ws, owner } = await automationSetup()
      await rule(ws, { ...titled, ...high })
      await asOwner(
        `insert into automations (org_id, name, trigger, action, created_by) select org_id, name, trigger, action, created_by
        from automations, generate_series(1, 94) where org_id = $1`,
        [ws.org.id],
      )
      const draft = { name: 'One more', ...titled, ...high, is_enabled: false }
      const created = await Promise.all(
        Array.from({ length: 20 }, () => owner.call('POST', `${ws.base}/automations`, draft)),
      )
      expect(created.map(({ status }) => status).sort()).toEqual([
        ...Array(5).fill(201),
        ...Array(15).fill(409),
      ])
      expect(created.find(({ status }) => status === 409)!.body.error.message).toBe(
        'an organization has at most 100 automations',
      )
    },
  )

  test('conflict only if the same field changed since', async () => {
    const { ws, owner } = await automationSetup()
    const { id } = await rule(ws, { ...titled, ...high })
    const at = `${ws.base}/automations/${id}`
    await owner.ok('PATCH', at, { name: 'Mine', version: 1 })
    expect((await owner.call('PATCH', at, { name: 'Yours', version: 1 })).status).toBe(409)
    await owner.ok('PATCH', at, { rank: 7, version: 1 })
  })
})

describe('the catalog', () => {
  test('has 31 triggers and 15 actions, with machine-readable parameters', async () => {
    const { ws, ada } = await automationSetup()
    const result = await ada.ok('GET', `${ws.base}/automations/catalog`)
    expect([result.triggers.length, result.actions.length]).toEqual([31, 15])
    expect(result.triggers.map(({ name }: Json) => name)).toEqual(Object.keys(triggers))
    expect(result.placeholders).toEqual(placeholders.map((name) => `{{${name}}}`))
    expect(result.actions.find(({ name }: Json) => name === 'assign').params).toMatchObject([
      {
        name: 'to',
        kind: 'choice',
        required: true,
        values: ['user', 'reporter', 'project_lead', 'round_robin'],
        task_only: ['reporter', 'project_lead'],
      },
      { name: 'user_id', kind: 'id', of: 'user', required_when: { param: 'to', is: 'user' } },
      { name: 'user_ids', kind: 'ids', most: 50, required_when: { param: 'to', is: 'round_robin' } },
    ])
  })

  test('is what validation uses: a rule built from it is accepted, for any trigger and action', async () => {
    const { ws, owner, ada, tag, home } = await automationSetup()
    const pipeline = await owner.ok('POST', `${ws.base}/pipelines`, { name: 'Sales', stages })
    const ids: Json = {
      user: ada.id,
      tag: (await tag()).id,
      sprint: (await sprint(ws, home.id)).id,
      pipeline: pipeline.id,
      stage: pipeline.stages[0].id,
      project: home.id,
      client: await clientRow(ws),
    }
    const result = await owner.ok('GET', `${ws.base}/automations/catalog`)
    const value = ({ kind, of, values, least }: Json) =>
      ({
        choice: values?.[0],
        choices: values,
        id: ids[of],
        ids: [ids[of]],
        number: least,
        text: 'Words',
        texts: ['Words'],
        currency: 'EUR',
      })[kind as 'choice']
    const fill = ({ params }: Json) => {
      const values: Json = {}
      for (const param of params)
        if (!param.required_when || values[param.required_when.param] === param.required_when.is)
          values[param.name] = value(param)
      return values
    }
    const notifyAction = act('notify', { to: 'roles', roles: ['owner'] })
    const inProject = (type: string) => (type === 'task' ? { project_id: home.id } : {})
    for (const trigger of result.triggers)
      await rule(ws, {
        ...on(trigger.name, fill(trigger)),
        ...notifyAction,
        ...inProject(trigger.name.split('.')[0]),
      })
    for (const action of result.actions)
      for (const type of action.acts_on)
        await rule(ws, { ...on(`${type}.created`), ...act(action.name, fill(action)), ...inProject(type) })
    const pairs = result.actions.flatMap(({ acts_on }: Json) => acts_on).length
    expect((await owner.ok('GET', `${ws.base}/automations`)).total).toBe(31 + pairs)
    expect(Object.keys(actions)).toEqual(result.actions.map(({ name }: Json) => name))
  })
})
