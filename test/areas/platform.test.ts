import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { makeToken } from '../../src/base/tokens.ts'
import { asOwner, call, type Json } from '../kit/client.ts'
import { impersonating, operator } from '../kit/impersonation.ts'
import { join, project, task, workspace } from '../kit/makers.ts'
import { reactivate, suspend } from '../kit/platform.ts'
import { keyOf, oauthTokenOf } from '../mcp/rpc.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'

await ownDatabase()

const at = '/api/v1/platform'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('the platform', () => {
  test('is closed to bearer tokens even of an operator, and while impersonating', async () => {
    const ws = await workspace()
    await asOwner('insert into platform_admins (user_id) values ($1)', [ws.owner.id])
    expect((await ws.owner.call('GET', `${at}/overview`)).status).toBe(200)
    for (const token of [(await keyOf(ws)).token, await oauthTokenOf(ws.owner)]) {
      const reply = await call('GET', `${at}/overview`, { headers: bearer(token) })
      expect([reply.status, reply.body.error.code]).toEqual([403, 'forbidden'])
    }
    const { send } = await impersonating((await workspace()).owner)
    const reply = await send('GET', `${at}/overview`)
    expect([reply.status, reply.body.error.message]).toEqual([
      403,
      'the platform is closed while impersonating',
    ])
    expect((await call('GET', `${at}/overview`)).status).toBe(401)
    expect(
      (await call('GET', `${at}/overview`, { headers: bearer(makeToken('svc_live_', 'a')) })).status,
    ).toBe(401)
  })

  test('is closed at once to removed operators, and reveals nothing of it to others', async () => {
    const olga = await operator()
    const ws = await workspace()
    await asOwner('update platform_admins set revoked_at = now() where user_id = $1', [olga.id])
    for (const org of [ws.org.id, uuidv7()]) {
      const reply = await olga.call('GET', `${at}/organizations/${org}`)
      expect([reply.status, reply.body.error.message]).toEqual([
        403,
        'only operators of the platform may do this',
      ])
    }
  })

  test('its functions check the caller themselves', async () => {
    const { owner } = await workspace()
    for (const created of [
      `app.platform_overview()`,
      `app.platform_organization('${uuidv7()}')`,
      `app.platform_user('${owner.id}')`,
      `app.platform_audit('{"limit":1,"offset":0}')`,
      `(select count(*) from app.platform_organizations(null, null, null))`,
      `(select count(*) from app.platform_users(null, null))`,
      `(select count(*) from app.platform_projects(null, null))`,
      `(select count(*) from app.platform_subscriptions(null))`,
      `(select count(*) from app.platform_operators())`,
      `(select count(*) from app.platform_impersonations(null, null))`,
      `app.platform_change_organization('${uuidv7()}', null, null, '{}', null)`,
      `app.platform_service()`,
      `app.platform_change_service('{"read_only":true}')`,
      `app.platform_change_user('${owner.id}', null, null)`,
      `app.platform_add_admin(null, null, null)`,
      `app.platform_remove_admin('${owner.id}')`,
      `app.platform_impersonate('${uuidv7()}', null, null, null, '')`,
      `app.platform_revoke_impersonation('${uuidv7()}')`,
    ]) {
      const result =
        asOwner(`begin; set local role svc_app; select set_config('app.user_id', '${owner.id}', true),
        set_config('app.actor_type', 'user', true); select ${created}; commit`)
      await expect(result, created).rejects.toThrow('only operators of the platform may do this')
    }
  })

  test('its tables are closed to the role of the service', async () => {
    for (const table of ['platform_admins', 'impersonation_sessions', 'users'])
      await expect(asOwner(`begin; set local role svc_app; select * from ${table}; commit`)).rejects.toThrow(
        'permission denied',
      )
    await expect(
      asOwner(`begin; set local role svc_app; select app.add_first_operator('a@example.com', null); commit`),
    ).rejects.toThrow('permission denied for table users')
  })
})

describe('lists of all tenants', () => {
  test('count members, projects and tasks of each organization, and find it by name, slug and owner', async () => {
    const [olga, ws] = [await operator(), await workspace(`Zebra ${uuidv7()}`)]
    await join(ws)
    const [home, gone] = [await project(ws), await project(ws)]
    for (let n = 0; n < 3; n++) await task(ws, home.id)
    await task(ws, gone.id)
    await ws.owner.ok('DELETE', `${ws.base}/projects/${gone.id}`)
    for (const q of [ws.org.name, ws.org.slug, ws.owner.email, ws.org.id]) {
      const { items, total } = await olga.ok('GET', `${at}/organizations?q=${encodeURIComponent(q)}`)
      expect([q, total, items]).toEqual([
        q,
        1,
        [
          expect.objectContaining({
            id: ws.org.id,
            status: 'active',
            plan: 'free',
            suspended_at: null,
            members: 2,
            projects: 1,
            tasks: 3,
          }),
        ],
      ])
    }
    const { usage, members } = await olga.ok('GET', `${at}/organizations/${ws.org.id}`)
    expect(usage).toEqual({
      members: 2,
      projects: 1,
      tasks: 3,
      storage_bytes: 0,
      api_keys: 0,
      automations: 0,
    })
    expect(members.map(({ role }: Json) => role)).toEqual(['owner', 'member'])
    const projects = await olga.ok('GET', `${at}/projects?org_id=${ws.org.id}`)
    expect(projects.items).toMatchObject([{ key: home.key, tasks: 3, organization: { id: ws.org.id } }])
  })

  test('search literally', async () => {
    const [olga, ws] = [await operator(), await workspace(`100% _${uuidv7()}\\`)]
    const found = async (q: string) =>
      (await olga.ok('GET', `${at}/organizations?q=${encodeURIComponent(q)}`)).total
    expect(await found(ws.org.name)).toBe(1)
    expect(await found(ws.org.name.replace('%', '_'))).toBe(0)
  })

  test('filter by state and plan, sort and page', async () => {
    const olga = await operator()
    const word = uuidv7()
    const all = await Promise.all([1, 2, 3].map((n) => workspace(`${word} ${n}`)))
    await suspend(all[1]!.org.id, olga)
    await olga.ok('PATCH', `${at}/organizations/${all[2]!.org.id}`, { plan: 'pro', reason: 'ordered' })
    const names = async (query: string) => {
      const { items, total } = await olga.ok('GET', `${at}/organizations?q=${word}&${query}`)
      return [total, items.map(({ name }: Json) => Number(name.at(-1)))]
    }
    expect(await names('status=suspended')).toEqual([1, [2]])
    expect(await names('plan=pro,enterprise')).toEqual([1, [3]])
    expect(await names('sort=-name')).toEqual([3, [3, 2, 1]])
    expect(await names('sort=-name&limit=1&offset=1')).toEqual([3, [2]])
    const paused = await olga.ok('GET', `${at}/subscriptions?status=paused&limit=200`)
    expect(paused.items).toContainEqual({
      organization: { id: all[1]!.org.id, name: `${word} 2`, slug: all[1]!.org.slug },
      plan: 'free',
      status: 'paused',
    })
    await reactivate(all[1]!.org.id, olga)
    expect(await names('status=active')).toEqual([3, [1, 2, 3]])
  })

  test('never show what people wrote', async () => {
    const [olga, ws] = [await operator(), await workspace()]
    const canary = `canary-${uuidv7()}`
    const home = await project(ws)
    await ws.owner.ok('PATCH', `${ws.base}/projects/${home.id}`, { description: canary })
    await task(ws, home.id, { title: canary, description: canary })
    await ws.owner.ok('POST', `${ws.base}/notes`, { title: canary })
    await ws.owner.ok('POST', `${ws.base}/documents`, { title: canary, content: canary })
    for (const path of [
      'overview',
      `organizations?q=${ws.org.id}`,
      `organizations/${ws.org.id}`,
      `users/${ws.owner.id}`,
      `projects?org_id=${ws.org.id}`,
      'subscriptions?limit=200',
      `audit-log?org_id=${ws.org.id}&limit=200`,
    ])
      expect([path, (await olga.call('GET', `${at}/${path}`)).text.includes(canary)]).toEqual([path, false])
    expect((await olga.ok('GET', `${at}/audit-log?q=${canary}`)).total).toBe(0)
  })

  test('do not read tasks to count them', async () => {
    const [olga, ws] = [await operator(), await workspace()]
    await task(ws, (await project(ws)).id)
    const reads = ['overview', 'organizations', `organizations/${ws.org.id}`, 'projects', 'subscriptions']
    const { Client } = (await import('pg')).default
    const holder = new Client({ connectionString: parts().ownerUrl })
    await holder.connect()
    await holder.query('begin; lock table tasks in access exclusive mode')
    const replies = await Promise.all(reads.map((path) => olga.call('GET', `${at}/${path}`)))
    await holder.query('rollback')
    await holder.end()
    expect(replies.map(({ status, roundTrips }) => [status, roundTrips])).toEqual(reads.map(() => [200, 1]))
  })

  test('count everything: organizations, people, tasks, bytes, and no money without billing', async () => {
    const [olga, ws] = [await operator(), await workspace()]
    const before = await olga.ok('GET', `${at}/overview`)
    await task(ws, (await project(ws)).id)
    const after = await olga.ok('GET', `${at}/overview`)
    expect(after.tasks).toBeGreaterThan(before.tasks)
    expect(after.users.total).toBeGreaterThanOrEqual(after.active_7d)
    expect(after.active_7d).toBeGreaterThan(0)
    expect(after.mrr).toBe(null)
  })
})

describe('the audit log of the platform', () => {
  test('has what operators do about an organization, which its own log does not', async () => {
    const [olga, ws] = [await operator(), await workspace()]
    await suspend(ws.org.id, olga)
    await reactivate(ws.org.id, olga)
    const { items } = await olga.ok('GET', `${at}/audit-log?org_id=${ws.org.id}&action=platform.`)
    expect(items).toMatchObject([
      {
        action: 'platform.organization_updated',
        org_id: null,
        actor_id: olga.id,
        entity_id: ws.org.id,
        entity_label: ws.org.name,
        changes: {
          status: { from: 'suspended', to: 'active' },
          reason: 'ticket 4711: invoices are not paid',
        },
      },
      { changes: { status: { from: 'active', to: 'suspended' } } },
    ])
    expect(items[0].request_id).toBeTruthy()
    const own = await asOwner('select action from audit_log where org_id = $1 and action like $2', [
      ws.org.id,
      'platform.%',
    ])
    expect(own).toEqual([])
  })

  test('has which fields of tenants changed, not their contents', async () => {
    const [olga, ws] = [await operator(), await workspace()]
    const { id } = await project(ws)
    await ws.owner.ok('PATCH', `${ws.base}/projects/${id}`, { description: 'secret plans' })
    const { items } = await olga.ok('GET', `${at}/audit-log?entity_id=${id}&action=project.updated`)
    expect(items).toMatchObject([{ fields: ['description'], changes: null, org_id: ws.org.id }])
  })

  test('is paged by a cursor without repeating or skipping', async () => {
    const [olga, ws] = [await operator(), await workspace()]
    const home = await project(ws)
    for (let n = 0; n < 7; n++) await task(ws, home.id)
    const full = await olga.ok('GET', `${at}/audit-log?org_id=${ws.org.id}&limit=200`)
    const collected: string[] = []
    for (let cursor = ''; ;) {
      const query = `org_id=${ws.org.id}&limit=3${cursor && `&cursor=${cursor}`}`
      const { items, total, next_cursor } = await olga.ok('GET', `${at}/audit-log?${query}`)
      expect(total).toBe(full.total)
      collected.push(...items.map(({ id }: Json) => id))
      if (!next_cursor) break
      cursor = next_cursor
    }
    expect(collected).toEqual(full.items.map(({ id }: Json) => id))
  })

  test('is filtered by time, actor, action, entity, address and request', async () => {
    const [olga, ws] = [await operator(), await workspace()]
    const home = await project(ws)
    const headers = { 'cf-connecting-ip': '2001:db8::4711' }
    const body = { title: 'One' }
    const reply = await ws.owner.call('POST', `${ws.base}/projects/${home.id}/tasks`, body, headers)
    const n = async (query: string) =>
      (await olga.ok('GET', `${at}/audit-log?org_id=${ws.org.id}&${query}`)).items.filter(
        ({ action }: Json) => action === 'task.created',
      ).length
    const [past, future] = [Date.now() - 60_000, Date.now() + 60_000].map((t) => new Date(t).toISOString())
    expect(await n(`from=${past}&to=${future}`)).toBe(1)
    expect(await n(`to=${past}`)).toBe(0)
    expect(await n(`from=${future}`)).toBe(0)
    expect(await n(`actor_id=${ws.owner.id}`)).toBe(1)
    expect(await n(`actor_id=${olga.id}`)).toBe(0)
    expect(await n('action=task.')).toBe(1)
    expect(await n(`entity_type=tasks&entity_id=${reply.body.id}`)).toBe(1)
    expect(await n('ip=2001:db8::4711')).toBe(1)
    expect(await n(`q=${reply.headers.get('x-request-id')}`)).toBe(1)
    expect((await olga.call('GET', `${at}/audit-log?from=${future}&to=${past}`)).body.error.message).toBe(
      'query.from: must not be after to',
    )
  })
})
