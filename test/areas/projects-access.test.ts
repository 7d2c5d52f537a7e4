import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { hashOf, makeToken } from '../../src/base/tokens.ts'
import { asOwner, type Caller, caller, type Json } from '../kit/client.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'

const create = ({ owner, base }: Workspace, body: Json): Promise<Json> =>
  owner.ok('POST', `${base}/projects`, body)

/** The same person with a key that reaches one project only. */
async function keyOf({ org }: Workspace, person: Caller, project: string): Promise<Caller> {
  const token = makeToken('svc_live_', 'a')
  await asOwner(
    `insert into api_keys (id, org_id, user_id, name, token_hash, hint, project_id)
    values ($1, $2, $3, 'key', decode($4, 'hex'), 'svc', $5)`,
    [uuidv7(), org.id, person.id, hashOf(token), project],
  )
  return caller({ authorization: `Bearer ${token}` }, person)
}

const everyPath = (project: string): [string, string, Json?][] => [
  ['GET', `/projects/${project}`],
  ['PATCH', `/projects/${project}`, { name: 'New' }],
  ['DELETE', `/projects/${project}`],
  ['POST', `/projects/${project}/archive`],
  ['POST', `/projects/${project}/unarchive`],
  ['POST', `/projects/${project}/restore`],
  ['POST', `/projects/${project}/purge`, { confirm_key: 'WEB' }],
  ['POST', `/projects/${project}/duplicate`, { name: 'Copy' }],
  ['GET', `/projects/${project}/members`],
  ['PUT', `/projects/${project}/members/me`, { role: 'lead' }],
  ['DELETE', `/projects/${project}/members/me`],
  ['GET', `/projects/${project}/summary`],
  ['GET', `/projects/${project}/activity`],
  ['PUT', `/projects/${project}/favorite`, { favorite: true }],
  ['GET', `/projects/${project}/updates`],
  ['POST', `/projects/${project}/updates`, { health: 'on_track', body: 'Good' }],
]

describe('private projects', () => {
  test('repeat the response for an Idempotency-Key only to people who still have access', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { name: 'Secret', key: 'SEC', visibility: 'private' })
    const member = await join(ws)
    await ws.owner.ok('PUT', `${ws.base}/projects/${id}/members/${member.id}`, { role: 'contributor' })
    const headers = { 'idempotency-key': uuidv7() }
    const post = () => member.call('POST', `${ws.base}/projects/${id}/tasks`, { title: 'Canary' }, headers)
    const [first, repeated] = [await post(), await post()]
    expect([first.status, repeated.status, repeated.text]).toEqual([201, 201, first.text])
    await ws.owner.ok('POST', `${ws.base}/projects/${id}/archive`)
    expect((await post()).text).toBe(first.text)
    await ws.owner.ok('POST', `${ws.base}/projects/${id}/unarchive`)
    await ws.owner.ok('DELETE', `${ws.base}/projects/${id}/members/${member.id}`)
    const removed = await post()
    expect([removed.status, removed.text.includes('Canary')]).toEqual([404, false])
  })

  test('without membership or admin role every path returns 404, by id and by key', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { name: 'Secret', key: 'SEC', visibility: 'private' })
    const manager = await join(ws, 'manager')
    for (const [method, path, body] of [...everyPath(id), ...everyPath('SEC')]) {
      const reply = await manager.call(method, ws.base + path, body)
      expect([method, path, reply.status, reply.body.error.message]).toEqual([
        method,
        path,
        404,
        'project not found',
      ])
    }
    expect((await manager.ok('GET', `${ws.base}/projects`)).total).toBe(0)
    const admin = await join(ws, 'admin')
    expect((await admin.ok('GET', `${ws.base}/projects`)).total).toBe(1)
    expect((await admin.call('GET', `${ws.base}/projects/SEC`)).status).toBe(200)
  })

  test('a project member of any role can see it', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { name: 'Secret', visibility: 'private' })
    const grace = await join(ws, 'viewer')
    await ws.owner.ok('PUT', `${ws.base}/projects/${id}/members/${grace.id}`, { role: 'viewer' })
    expect((await grace.ok('GET', `${ws.base}/projects/${id}`)).role).toBe('viewer')
  })

  test('a manager who makes a project private keeps access to it', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { name: 'Open' })
    const manager = await join(ws, 'manager')
    await manager.ok('PATCH', `${ws.base}/projects/${id}`, { visibility: 'private' })
    expect((await manager.ok('GET', `${ws.base}/projects/${id}`)).role).toBe('lead')
  })

  test('another organization gets the same 404 as for an unknown project', async () => {
    const [ws, other] = [await workspace(), await workspace()]
    const { id } = await create(ws, { name: 'Website' })
    const foreign = await other.owner.call('GET', `${other.base}/projects/${id}`)
    const unknown = await other.owner.call('GET', `${other.base}/projects/${uuidv7()}`)
    expect([foreign.status, foreign.body.error.message]).toEqual([unknown.status, unknown.body.error.message])
    const template = await other.owner.call('POST', `${other.base}/projects`, {
      name: 'New',
      template_project_id: id,
    })
    expect([template.status, template.body.error.message]).toEqual([
      422,
      'body.template_project_id: not found',
    ])
  })
})

describe('keys of one project', () => {
  test('a key sees only its project', async () => {
    const ws = await workspace()
    const ownProject = await create(ws, { name: 'Mine' })
    const other = await create(ws, { name: 'Other', key: 'OTH' })
    const key = await keyOf(ws, ws.owner, ownProject.id)
    expect(await key.ok('GET', `${ws.base}/projects`)).toMatchObject({
      total: 1,
      items: [{ id: ownProject.id }],
    })
    expect((await key.call('GET', `${ws.base}/projects/${ownProject.id}/summary`)).status).toBe(200)
    for (const [method, path, body] of [...everyPath(other.id), ...everyPath('OTH')]) {
      expect([method, path, (await key.call(method, ws.base + path, body)).status]).toEqual([
        method,
        path,
        404,
      ])
    }
    expect((await key.call('GET', `${ws.base}/trash`)).status).toBe(404)
    expect((await key.call('POST', `${ws.base}/projects`, { name: 'New' })).status).toBe(404)
    expect(
      (await key.call('POST', `${ws.base}/projects/${ownProject.id}/duplicate`, { name: 'New' })).status,
    ).toBe(404)
    expect((await ws.owner.ok('GET', `${ws.base}/projects`)).total).toBe(2)
  })
})

describe('members of a project', () => {
  test('the list has who can see the project, with both roles', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { name: 'Website' })
    const grace = await join(ws, 'member', 'Grace')
    const zoe = await join(ws, 'viewer', 'Zoe')
    const set = await ws.owner.call('PUT', `${ws.base}/projects/${id}/members/${grace.id}`, {
      role: 'contributor',
    })
    expect([set.status, set.roundTrips, set.body]).toEqual([
      200,
      1,
      {
        user_id: grace.id,
        name: 'Grace',
        email: grace.email,
        role: 'member',
        project_role: 'contributor',
        is_app: false,
      },
    ])
    const list = await ws.owner.call('GET', `${ws.base}/projects/${id}/members`)
    expect([list.roundTrips, list.body]).toMatchObject([
      1,
      {
        total: 3,
        items: [
          { role: 'owner', project_role: null },
          { user_id: grace.id },
          { user_id: zoe.id, project_role: null },
        ],
      },
    ])
    await ws.owner.ok('PATCH', `${ws.base}/projects/${id}`, { visibility: 'private' })
    expect(
      (await ws.owner.ok('GET', `${ws.base}/projects/${id}/members`)).items.map((m: Json) => m.name),
    ).toEqual(['Ada Lovelace', 'Grace'])
  })

  test('a key of the project sees no addresses', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { name: 'Website' })
    const emails = async (who: Caller) =>
      (await who.ok('GET', `${ws.base}/projects/${id}/members`)).items.map(({ email }: Json) => email)
    expect(await emails(ws.owner)).toEqual([ws.owner.email])
    expect(await emails(await keyOf(ws, ws.owner, id))).toEqual([null])
  })

  test('viewers of the organization see no addresses', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { name: 'Website' })
    const zoe = await join(ws, 'viewer')
    const { items } = await zoe.ok('GET', `${ws.base}/projects/${id}/members`)
    expect(items.map((m: Json) => m.email)).toEqual([null, null])
  })

  test('setting a role twice is one entry, and inactive members are rejected', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { name: 'Website' })
    const grace = await join(ws, 'member')
    const path = `${ws.base}/projects/${id}/members`
    await ws.owner.ok('PUT', `${path}/${grace.id}`, { role: 'viewer' })
    await ws.owner.ok('PUT', `${path}/${grace.id}`, { role: 'viewer' })
    expect(
      await asOwner("select 1 from audit_log where org_id = $1 and action = 'project.member_set'", [
        ws.org.id,
      ]),
    ).toHaveLength(1)
    const stranger = (await workspace()).owner
    for (const user of [stranger.id, uuidv7()]) {
      const reply = await ws.owner.call('PUT', `${path}/${user}`, { role: 'viewer' })
      expect([reply.status, reply.body.error.message]).toEqual([422, 'path.user_id: not an active member'])
    }
    expect((await ws.owner.call('PUT', `${path}/${grace.id}`, { role: 'boss' })).status).toBe(422)
  })

  test('the project lead can change the project and its members; other members cannot', async () => {
    const ws = await workspace()
    const lead = await join(ws, 'member')
    const member = await join(ws, 'member')
    const { id } = await create(ws, { name: 'Website', lead_user_id: lead.id })
    expect((await lead.call('PATCH', `${ws.base}/projects/${id}`, { status: 'on_hold' })).status).toBe(200)
    expect(
      (await lead.call('PUT', `${ws.base}/projects/${id}/members/${member.id}`, { role: 'viewer' })).status,
    ).toBe(200)
    expect((await lead.call('DELETE', `${ws.base}/projects/${id}`)).status).toBe(403)
    for (const [method, path, body] of everyPath(id).filter(([method]) => method !== 'GET')) {
      const open = path.endsWith('/favorite') || path.endsWith('/restore')
      if (!open) expect([path, (await member.call(method, ws.base + path, body)).status]).toEqual([path, 403])
    }
  })

  test('lead_user_id and the project role lead stay in sync', async () => {
    const ws = await workspace()
    const grace = await join(ws, 'member')
    const { id } = await create(ws, { name: 'Website' })
    const path = `${ws.base}/projects/${id}`
    await ws.owner.ok('PUT', `${path}/members/${grace.id}`, { role: 'viewer' })
    const led = await ws.owner.ok('PATCH', path, { lead_user_id: grace.id })
    expect(led.lead.user_id).toBe(grace.id)
    expect((await grace.ok('GET', path)).role).toBe('lead')
    await ws.owner.ok('PUT', `${path}/members/${grace.id}`, { role: 'contributor' })
    expect((await ws.owner.ok('GET', path)).lead).toBeNull()
    await ws.owner.ok('PATCH', path, { lead_user_id: grace.id })
    const gone = await ws.owner.call('DELETE', `${path}/members/${grace.id}`)
    expect([gone.status, gone.roundTrips]).toEqual([204, 1])
    expect((await ws.owner.ok('GET', path)).lead).toBeNull()
    expect((await ws.owner.call('DELETE', `${path}/members/${grace.id}`)).status).toBe(204)
  })

  test('money is for managers and the lead', async () => {
    const ws = await workspace()
    const [lead, member] = [await join(ws, 'member'), await join(ws, 'member')]
    const { id } = await create(ws, { name: 'Website', lead_user_id: lead.id, hourly_rate_minor: 9000 })
    const rate = async (who: Caller) => (await who.ok('GET', `${ws.base}/projects/${id}`)).hourly_rate_minor
    expect([await rate(ws.owner), await rate(lead), await rate(member)]).toEqual([9000, 9000, null])
  })
})

describe('favorites', () => {
  test('a pin is personal and can be set on an archived project', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { name: 'Website' })
    const viewer = await join(ws, 'viewer')
    await ws.owner.ok('POST', `${ws.base}/projects/${id}/archive`)
    const pinned = await viewer.call('PUT', `${ws.base}/projects/${id}/favorite`, { favorite: true })
    expect([pinned.status, pinned.roundTrips, pinned.body]).toEqual([200, 1, { favorite: true }])
    await viewer.ok('PUT', `${ws.base}/projects/${id}/favorite`, { favorite: true })
    expect((await viewer.ok('GET', `${ws.base}/projects/${id}`)).favorite).toBe(true)
    expect((await ws.owner.ok('GET', `${ws.base}/projects/${id}`)).favorite).toBe(false)
    expect(await viewer.ok('PUT', `${ws.base}/projects/${id}/favorite`, { favorite: false })).toEqual({
      favorite: false,
    })
    expect((await viewer.ok('GET', `${ws.base}/projects/${id}`)).favorite).toBe(false)
  })
})
