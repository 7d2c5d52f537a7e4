import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner } from '../kit/client.ts'
import { actions, join, taskRow, workspace } from '../kit/makers.ts'

describe('creating a project', () => {
  test('one call creates the project with its three columns', async () => {
    const { owner, base } = await workspace()
    const created = await owner.call('POST', `${base}/projects`, { name: 'Web Site' })
    expect([created.status, created.roundTrips, created.body]).toMatchObject([
      201,
      1,
      {
        key: 'WS',
        name: 'Web Site',
        status: 'active',
        visibility: 'organization',
        lead: null,
        role: null,
        version: 1,
        settings: {
          enforce_blockers: false,
          wip_policy: 'warn',
          auto_archive_days: null,
          default_assignee_id: null,
        },
        progress: { done: 0, total: 0, percent: null },
        favorite: false,
        archived_at: null,
      },
    ])
    const columns = await asOwner(
      'select name, status, rank from board_columns where project_id = $1 order by rank',
      [created.body.id],
    )
    expect(columns).toEqual([
      { name: 'To do', status: 'todo', rank: 'a0' },
      { name: 'In progress', status: 'in_progress', rank: 'a1' },
      { name: 'Done', status: 'done', rank: 'a2' },
    ])
  })

  test('a key consists of the initials, and is numbered until it is free', async () => {
    const { owner, base } = await workspace()
    const keyOf = async (name: string) => (await owner.ok('POST', `${base}/projects`, { name })).key
    expect(await keyOf('Website')).toBe('WEB')
    expect(await keyOf('Webshop')).toBe('WEB2')
    expect(await keyOf('Élan für Österreich')).toBe('EFO')
    expect(await keyOf('2026 relaunch')).toBe('REL')
    expect(await keyOf('Phase 2 of 3')).toBe('P2O3')
    expect(await keyOf('日本')).toBe('PRJ')
    expect(await keyOf('X')).toBe('XPR')
    expect(await keyOf('a b c d e f g h i j k l')).toBe('ABCDEFG')
  })

  test('twelve concurrent creations get twelve keys', { tags: 'race' }, async () => {
    const { owner, base } = await workspace()
    const created = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        owner.ok('POST', `${base}/projects`, { name: `Alpha beta! ${'!'.repeat(n)}` }),
      ),
    )
    expect(new Set(created.map(({ key }) => key)).size).toBe(12)
  })

  test(
    'of two concurrent creations with one key, one gets it and the other a conflict',
    { tags: 'race' },
    async () => {
      const { owner, base } = await workspace()
      const replies = await Promise.all(
        ['One', 'Two'].map((name) => owner.call('POST', `${base}/projects`, { name, key: 'SAME' })),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    },
  )

  test('a taken key or name is a conflict with a message', async () => {
    const { owner, base } = await workspace()
    await owner.ok('POST', `${base}/projects`, { name: 'Website', key: 'WEB' })
    const key = await owner.call('POST', `${base}/projects`, { name: 'Other', key: 'WEB' })
    expect([key.status, key.body.error.message]).toEqual([409, 'this key is taken by another project'])
    const name = await owner.call('POST', `${base}/projects`, { name: 'WEBSITE', key: 'OTH' })
    expect([name.status, name.body.error.message]).toEqual([409, 'a project of this name already exists'])
  })

  test('invalid fields are reported all at once', async () => {
    const { owner, base } = await workspace()
    const shaped = await owner.call('POST', `${base}/projects`, { key: 'web', colour: 'red' })
    expect([shaped.status, shaped.body.error.message]).toEqual([
      422,
      expect.stringMatching(/body.name: required; body.key: .*; body.colour: unknown field/),
    ])
    const judged = await owner.call('POST', `${base}/projects`, {
      name: 'Website',
      lead_user_id: uuidv7(),
      start_date: '2026-03-02',
      target_date: '2026-03-01',
      template_project_id: uuidv7(),
      settings: { default_assignee_id: uuidv7() },
    })
    expect([judged.status, judged.body.error.message.split('; ').sort()]).toEqual([
      422,
      [
        'body.lead_user_id: not an active member',
        'body.settings.default_assignee_id: not an active member',
        'body.target_date: before start_date',
        'body.template_project_id: not found',
      ],
    ])
  })

  test('the lead becomes a project member, and so does the creator of a private project', async () => {
    const ws = await workspace()
    const grace = await join(ws, 'member')
    const manager = await join(ws, 'manager')
    const created = await manager.ok('POST', `${ws.base}/projects`, {
      name: 'Secret',
      visibility: 'private',
      lead_user_id: grace.id,
    })
    expect(created).toMatchObject({ role: 'lead', lead: { user_id: grace.id, name: 'Grace Hopper' } })
    expect(await grace.ok('GET', `${ws.base}/projects/${created.id}`)).toMatchObject({ role: 'lead' })
  })

  test('a deactivated member cannot lead', async () => {
    const ws = await workspace()
    const grace = await join(ws, 'member')
    await asOwner("update organization_members set status = 'deactivated' where user_id = $1", [grace.id])
    const reply = await ws.owner.call('POST', `${ws.base}/projects`, {
      name: 'Website',
      lead_user_id: grace.id,
    })
    expect([reply.status, reply.body.error.message]).toEqual([422, 'body.lead_user_id: not an active member'])
  })

  test('the same Idempotency-Key creates once', async () => {
    const { owner, base } = await workspace()
    const create = () =>
      owner.call('POST', `${base}/projects`, { name: 'Website' }, { 'idempotency-key': 'k1' })
    const [first, second] = [await create(), await create()]
    expect([second.status, second.body.id]).toEqual([201, first.body.id])
  })
})

describe('listing projects', () => {
  test('the list has the fields of a list, filters and sort orders', async () => {
    const ws = await workspace()
    const { owner, base } = ws
    const web = await owner.ok('POST', `${base}/projects`, { name: 'Website', target_date: '2026-05-01' })
    const app = await owner.ok('POST', `${base}/projects`, {
      name: 'App',
      status: 'planning',
      lead_user_id: owner.id,
    })
    for (const status of ['done', 'done', 'todo', 'cancelled']) await taskRow(ws, web.id, { status })
    await taskRow(ws, web.id, { deleted_at: new Date() })
    await owner.ok('PUT', `${base}/projects/${app.id}/favorite`, { favorite: true })
    const keys = async (query: string) => {
      const reply = await owner.call('GET', `${base}/projects?${query}`)
      expect([reply.status, reply.roundTrips]).toEqual([200, 1])
      return reply.body.items.map(({ key }: { key: string }) => key)
    }
    const all = await owner.ok('GET', `${base}/projects`)
    expect(all).toMatchObject({
      total: 2,
      limit: 50,
      offset: 0,
      items: [
        { key: 'APP', favorite: true, lead: { user_id: owner.id } },
        {
          key: 'WEB',
          favorite: false,
          progress: { done: 2, total: 3, percent: 66.7 },
          target_date: '2026-05-01',
        },
      ],
    })
    expect(await keys('status=planning,on_hold')).toEqual(['APP'])
    expect(await keys('q=SITE')).toEqual(['WEB'])
    expect(await keys('favorite=true')).toEqual(['APP'])
    expect(await keys('favorite=false')).toEqual(['WEB'])
    expect(await keys('lead_id=me')).toEqual(['APP'])
    expect(await keys('lead_id=none')).toEqual(['WEB'])
    expect(await keys(`lead_id=${owner.id},none`)).toEqual(['APP', 'WEB'])
    expect(await keys(`client_id=${uuidv7()}`)).toEqual([])
    expect(await keys('visibility=private')).toEqual([])
    expect(await keys('sort=target_date')).toEqual(['WEB', 'APP'])
    expect(await keys('sort=-key')).toEqual(['WEB', 'APP'])
    await owner.ok('POST', `${base}/projects/${web.id}/archive`)
    expect([await keys(''), await keys('archived=true')]).toEqual([['APP'], ['WEB']])
    expect((await owner.call('GET', `${base}/projects?sort=color`)).status).toBe(422)
    expect((await owner.call('GET', `${base}/projects?limit=201`)).status).toBe(422)
  })
})

describe('changing a project', () => {
  test('a former key still finds the project, in any case of letters', async () => {
    const { owner, base } = await workspace()
    const created = await owner.ok('POST', `${base}/projects`, { name: 'Website', key: 'WEB' })
    const changed = await owner.call('PATCH', `${base}/projects/web`, { key: 'SITE' })
    expect([changed.status, changed.roundTrips, changed.body.key]).toEqual([200, 1, 'SITE'])
    for (const key of ['WEB', 'web', 'SITE', created.id]) {
      expect((await owner.ok('GET', `${base}/projects/${key}`)).id).toBe(created.id)
    }
    const taken = await owner.call('POST', `${base}/projects`, { name: 'Other', key: 'WEB' })
    expect([taken.status, taken.body.error.message]).toEqual([
      409,
      'the key WEB is a former key of another project',
    ])
    expect((await owner.ok('POST', `${base}/projects`, { name: 'Webinar' })).key).toBe('WEB2')
  })

  test('restoring a former key removes the alias', async () => {
    const { owner, base } = await workspace()
    const { id } = await owner.ok('POST', `${base}/projects`, { name: 'Website', key: 'WEB' })
    await owner.ok('PATCH', `${base}/projects/${id}`, { key: 'SITE' })
    await owner.ok('PATCH', `${base}/projects/${id}`, { key: 'WEB' })
    expect(await asOwner('select key from project_key_aliases where project_id = $1', [id])).toEqual([
      { key: 'SITE' },
    ])
    expect((await owner.ok('GET', `${base}/projects/SITE`)).key).toBe('WEB')
  })

  test('dates are checked against the stored date', async () => {
    const { owner, base } = await workspace()
    const { id } = await owner.ok('POST', `${base}/projects`, { name: 'Website', start_date: '2026-03-01' })
    const early = await owner.call('PATCH', `${base}/projects/${id}`, { target_date: '2026-02-28' })
    expect([early.status, early.body.error.message]).toEqual([422, 'body.target_date: before start_date'])
    await owner.ok('PATCH', `${base}/projects/${id}`, { target_date: '2026-03-01' })
    expect((await owner.call('PATCH', `${base}/projects/${id}`, { start_date: '2026-03-02' })).status).toBe(
      422,
    )
    await owner.ok('PATCH', `${base}/projects/${id}`, { start_date: null, target_date: '2025-01-01' })
  })

  test('settings merge, and only known ones exist', async () => {
    const { owner, base } = await workspace()
    const { id } = await owner.ok('POST', `${base}/projects`, {
      name: 'Website',
      settings: { wip_policy: 'block' },
    })
    const changed = await owner.ok('PATCH', `${base}/projects/${id}`, { settings: { auto_archive_days: 30 } })
    expect(changed.settings).toEqual({
      enforce_blockers: false,
      wip_policy: 'block',
      auto_archive_days: 30,
      default_assignee_id: null,
    })
    const unknown = await owner.call('PATCH', `${base}/projects/${id}`, { settings: { wip: 1 } })
    expect([unknown.status, unknown.body.error.message]).toEqual([422, 'body.settings.wip: unknown field'])
  })

  test('two people with one version: other fields merge, the same field is a conflict', async () => {
    const { owner, base } = await workspace()
    const { id, version } = await owner.ok('POST', `${base}/projects`, { name: 'Website' })
    await owner.ok('PATCH', `${base}/projects/${id}`, { status: 'on_hold', version })
    expect(await owner.ok('PATCH', `${base}/projects/${id}`, { color: '#112233', version })).toMatchObject({
      status: 'on_hold',
      color: '#112233',
      version: version + 2,
    })
    const clash = await owner.call(
      'PATCH',
      `${base}/projects/${id}`,
      { status: 'active' },
      { 'if-match': `"v${version}"` },
    )
    expect([clash.status, clash.body.error.message]).toEqual([
      409,
      'changed by somebody else since version 1: status',
    ])
  })

  test('null clears, an empty body and an unknown time zone are rejected', async () => {
    const { owner, base } = await workspace()
    const { id } = await owner.ok('POST', `${base}/projects`, { name: 'Website', timezone: 'Europe/Madrid' })
    expect((await owner.ok('PATCH', `${base}/projects/${id}`, { timezone: null })).timezone).toBeNull()
    expect((await owner.call('PATCH', `${base}/projects/${id}`, {})).status).toBe(422)
    expect((await owner.call('PATCH', `${base}/projects/${id}`, { timezone: 'Mars/Olympus' })).status).toBe(
      422,
    )
  })

  test('every change is audited under its own action', async () => {
    const ws = await workspace()
    const { id } = await ws.owner.ok('POST', `${ws.base}/projects`, { name: 'Website' })
    await ws.owner.ok('PATCH', `${ws.base}/projects/${id}`, { name: 'Site' })
    await ws.owner.ok('PUT', `${ws.base}/projects/${id}/favorite`, { favorite: true })
    expect(await actions(ws)).toEqual(
      expect.arrayContaining(['project.created', 'project.updated', 'project.favorite_set']),
    )
  })
})
