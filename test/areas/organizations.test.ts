import { describe, expect, test } from 'vitest'
import { asOwner, call, person } from '../kit/client.ts'
import { actions, join, project, taskRow, workspace } from '../kit/makers.ts'
import { suspend } from '../kit/platform.ts'

const orgs = '/api/v1/organizations'
const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'

describe('organizations', () => {
  test('the list counts active members, visible projects and open tasks of each organization', async () => {
    const ws = await workspace()
    const member = await join(ws)
    const open = await project(ws)
    const closed = await project(ws, { visibility: 'private' })
    await taskRow(ws, open.id)
    await taskRow(ws, open.id, { status: 'done' })
    await taskRow(ws, closed.id)
    const ownList = await ws.owner.call('GET', orgs)
    expect(ownList.roundTrips).toBe(1)
    expect(ownList.body).toMatchObject({ total: 1, limit: 50, offset: 0 })
    expect(ownList.body.items).toEqual([
      {
        id: ws.org.id,
        name: 'Ada & Co',
        slug: ws.org.slug,
        role: 'owner',
        status: 'active',
        counters: { members: 2, projects: 2, open_tasks: 2 },
      },
    ])
    const foreign = await member.ok('GET', orgs)
    expect(foreign.items[0]).toMatchObject({
      role: 'member',
      counters: { members: 2, projects: 1, open_tasks: 1 },
    })
    expect((await member.ok('GET', ws.base)).counters).toEqual({ members: 2, projects: 1, open_tasks: 1 })
  })

  test('slugs come from the name, without accents, numbered if taken, never a reserved one', async () => {
    const ada = await person()
    const name = `Café Über ${ada.id.slice(-6)}`
    const slug = `cafe-uber-${ada.id.slice(-6)}`
    expect((await ada.ok('POST', orgs, { name })).slug).toBe(slug)
    expect((await ada.ok('POST', orgs, { name })).slug).toBe(`${slug}-2`)
    expect((await ada.ok('POST', orgs, { name })).slug).toBe(`${slug}-3`)
    expect((await ada.ok('POST', orgs, { name: '日本' })).slug).toMatch(/^org(-\d+)?$/)
    expect((await ada.ok('POST', orgs, { name: 'Admin' })).slug).toMatch(/^admin-\d+$/)
    expect((await ada.ok('POST', orgs, { name: 'x'.repeat(80) })).slug.length).toBeLessThanOrEqual(48)
  })

  test(
    'twenty organizations of one name created concurrently get twenty slugs',
    { tags: 'race' },
    async () => {
      const ada = await person()
      const name = `Rush ${ada.id}`
      const created = await Promise.all(Array.from({ length: 20 }, () => ada.call('POST', orgs, { name })))
      expect(created.map(({ status }) => status)).toEqual(Array(20).fill(201))
      expect(new Set(created.map(({ body }) => body.slug)).size).toBe(20)
      expect(created.every(({ roundTrips }) => roundTrips === 1)).toBe(true)
    },
  )

  test('a taken slug is a conflict, a reserved or malformed one is invalid', async () => {
    const ws = await workspace()
    const taken = await ws.owner.call('POST', orgs, { name: 'Other', slug: ws.org.slug })
    expect([taken.status, taken.body.error.code]).toEqual([409, 'conflict'])
    const reserved = await ws.owner.call('POST', orgs, { name: 'Other', slug: 'api' })
    expect([reserved.status, reserved.body.error.message]).toEqual([422, 'body.slug: reserved'])
    for (const slug of ['Ada', 'a', '-ada', 'ada-', 'a b', 'x'.repeat(49)]) {
      expect((await ws.owner.call('POST', orgs, { name: 'Other', slug })).status).toBe(422)
    }
    const other = await ws.owner.ok('POST', orgs, { name: 'Other' })
    const moved = await ws.owner.call('PATCH', `${orgs}/${other.id}`, { slug: ws.org.slug })
    expect([moved.status, moved.body.error.message]).toEqual([409, 'this slug is taken'])
  })

  test('all problems of a body are reported at once', async () => {
    const ws = await workspace()
    const reply = await ws.owner.call('PATCH', ws.base, {
      timezone: '+02:00',
      locale: 'not a tag',
      country: 'es',
      region: 'much too long',
      week_start: 0,
      working_days: [1, 1, 8],
      currency: 'eur',
      logo_url: 'http://example.com/a.png',
      colour: 'red',
    })
    expect(reply.status).toBe(422)
    const { message } = reply.body.error
    const fields = 'timezone locale country region week_start working_days currency logo_url'.split(' ')
    for (const field of fields) expect(message).toContain(`body.${field}`)
    expect(message).toContain('body.colour: unknown field')
    expect((await ws.owner.call('PATCH', ws.base, {})).status).toBe(422)
    expect((await ws.owner.call('PATCH', ws.base, { working_days: [] })).body.error.message).toBe(
      'body.working_days: must not be empty',
    )
  })

  test('is in a country, and a region of it, whose holidays are known', async () => {
    const ws = await workspace()
    const known = 'no holidays are known for it'
    const change = (body: object) => ws.owner.call('PATCH', ws.base, body)
    const refused = async (body: object, field: string) => {
      const { status, body: message } = await change(body)
      expect([status, message.error.message]).toEqual([422, expect.stringContaining(`${field}: ${known}`)])
    }
    await refused({ country: 'QQ' }, 'body.country')
    await refused({ country: 'DE', region: 'ENG' }, 'body.region')
    expect((await change({ country: 'DE', region: 'BY' })).body).toMatchObject({
      country: 'DE',
      region: 'BY',
    })
    await refused({ region: 'ENG' }, 'body.region')
    expect((await change({ country: 'GB' })).body).toMatchObject({ country: 'GB', region: null })
    const created = await ws.owner.call('POST', '/api/v1/organizations', { name: 'Nowhere', country: 'QQ' })
    expect([created.status, created.body.error.message]).toEqual([422, expect.stringContaining(known)])
  })

  test('every field can be changed, settings merge and null removes one', async () => {
    const ws = await workspace()
    const change = {
      name: 'Ada & Sons',
      slug: `sons-${ws.org.id}`.slice(0, 48),
      timezone: 'Europe/Madrid',
      locale: 'es-ES',
      country: 'ES',
      region: 'MD',
      week_start: 7,
      working_days: [1, 2, 3],
      currency: 'USD',
      logo_url: 'https://example.com/a.png',
    }
    const changed = await ws.owner.call('PATCH', ws.base, {
      ...change,
      working_days: [3, 1, 2],
      settings: { a: 1, b: 2 },
    })
    expect(changed.roundTrips).toBe(1)
    expect(changed.body).toMatchObject({ ...change, settings: { a: 1, b: 2 }, version: 2, role: 'owner' })
    const merged = await ws.owner.ok('PATCH', ws.base, { settings: { b: null, c: [3] }, country: null })
    expect(merged).toMatchObject({ settings: { a: 1, c: [3] }, country: null, name: 'Ada & Sons' })
    expect(merged.settings).not.toHaveProperty('b')
    const huge = await ws.owner.call('PATCH', ws.base, { settings: { d: 'x'.repeat(20_001) } })
    expect([huge.status, huge.body.error.message]).toEqual([422, 'body.settings: too large'])
    expect(await actions(ws)).toContain('organization.updated')
  })

  test('two writers with one version: different fields both win, the same field conflicts', async () => {
    const ws = await workspace()
    const name = await ws.owner.call('PATCH', ws.base, { name: 'One', version: 1 })
    const locale = await ws.owner.call('PATCH', ws.base, { locale: 'de' }, { 'if-match': '"v1"' })
    const secondUpdate = await ws.owner.call('PATCH', ws.base, { name: 'Two', version: 1 })
    expect([name.status, locale.status, secondUpdate.status]).toEqual([200, 200, 409])
    const rush = await Promise.all(
      ['Three', 'Four', 'Five', 'Six'].map((each) =>
        ws.owner.call('PATCH', ws.base, { name: each, version: 3 }),
      ),
    )
    expect(rush.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  test('admins change the organization but not its slug, and see settings; others do not', async () => {
    const ws = await workspace()
    const [admin, manager, viewer] = await Promise.all([
      join(ws, 'admin'),
      join(ws, 'manager'),
      join(ws, 'viewer'),
    ])
    expect((await admin.call('PATCH', ws.base, { name: 'New' })).status).toBe(200)
    expect((await admin.call('PATCH', ws.base, { slug: 'brand-new-slug' })).status).toBe(403)
    expect((await manager.call('PATCH', ws.base, { name: 'New' })).status).toBe(403)
    expect((await manager.call('PATCH', ws.base, { nonsense: 1 })).status).toBe(403)
    expect((await admin.ok('GET', ws.base)).settings).toEqual({})
    expect((await viewer.ok('GET', ws.base)).settings).toBeNull()
  })

  test('an organization of others looks like a missing one', async () => {
    const ws = await workspace()
    const eve = await person()
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
      ['GET', '/members'],
      ['POST', '/leave'],
      ['GET', '/invitations'],
      ['POST', '/invitations'],
      ['GET', '/roles'],
      ['GET', '/api-keys'],
    ]) {
      const foreign = await eve.call(method!, `${ws.base}${path}`)
      const missing = await eve.call(method!, `${orgs}/${unknownId}${path}`)
      expect([method, path, foreign.status, foreign.body.error.message]).toEqual([
        method,
        path,
        404,
        missing.body.error.message,
      ])
    }
    expect((await call('GET', ws.base)).status).toBe(401)
    expect((await eve.call('GET', `${orgs}/not-a-uuid`)).status).toBe(422)
  })

  test('a repeated Idempotency-Key creates one organization', async () => {
    const ada = await person()
    const key = { 'idempotency-key': 'once' }
    const first = await ada.call('POST', orgs, { name: 'Once' }, key)
    const second = await ada.call('POST', orgs, { name: 'Once' }, key)
    expect([second.status, second.body, second.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.body,
      'true',
    ])
    expect((await ada.ok('GET', orgs)).total).toBe(1)
  })
})

describe('deleting an organization', () => {
  test('requires its slug, hides it from everybody, disables its keys, and frees the slug', async () => {
    const created = await workspace()
    const slug = `freed-${created.org.id.slice(-12)}`
    await created.owner.ok('PATCH', created.base, { slug })
    const ws = { ...created, org: { ...created.org, slug } }
    const { token } = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'CI' })
    const invalid = await ws.owner.call('DELETE', ws.base, { confirm_slug: 'other' })
    expect([invalid.status, invalid.body.error.message]).toEqual([
      422,
      'body.confirm_slug: must be the slug of the organization',
    ])
    expect((await ws.owner.call('DELETE', ws.base)).status).toBe(422)
    const gone = await ws.owner.call('DELETE', ws.base, { confirm_slug: ws.org.slug })
    expect([gone.status, gone.roundTrips]).toEqual([202, 1])
    const days = (Date.parse(gone.body.purge_after) - Date.now()) / 864e5
    expect(Math.round(days)).toBe(30)
    expect((await ws.owner.call('GET', ws.base)).status).toBe(404)
    expect((await ws.owner.call('DELETE', ws.base, { confirm_slug: ws.org.slug })).status).toBe(404)
    expect((await call('GET', ws.base, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    expect((await ws.owner.ok('GET', orgs)).total).toBe(0)
    expect((await ws.owner.ok('POST', orgs, { name: 'Next', slug: ws.org.slug })).slug).toBe(ws.org.slug)
    const [row] = await asOwner('select slug, status from organizations where id = $1', [ws.org.id])
    expect([row.slug.replace(/\d+$/, ''), row.status]).toEqual([`${ws.org.slug}--`, 'pending_deletion'])
  })

  test('can be undone only by the owner, within the window, with slug and keys', async () => {
    const ws = await workspace()
    const admin = await join(ws, 'admin')
    const { token } = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'CI' })
    expect((await ws.owner.call('POST', `${ws.base}/restore`)).status).toBe(409)
    expect((await admin.call('DELETE', ws.base, { confirm_slug: ws.org.slug })).status).toBe(403)
    await ws.owner.ok('DELETE', ws.base, { confirm_slug: ws.org.slug })
    expect((await admin.call('POST', `${ws.base}/restore`)).status).toBe(403)
    const back = await ws.owner.call('POST', `${ws.base}/restore`)
    expect([back.status, back.roundTrips]).toEqual([200, 1])
    expect(back.body).toMatchObject({ slug: ws.org.slug, status: 'active', purge_after: null })
    expect((await call('GET', ws.base, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect(await actions(ws)).toEqual(
      expect.arrayContaining(['organization.deleted', 'organization.restored']),
    )
    await ws.owner.ok('DELETE', ws.base, { confirm_slug: ws.org.slug })
    await asOwner(`update organizations set purge_after = now() - interval '1 minute' where id = $1`, [
      ws.org.id,
    ])
    expect((await ws.owner.call('POST', `${ws.base}/restore`)).status).toBe(409)
  })

  test('restores the slug with a number if it was taken meanwhile', async () => {
    const ws = await workspace()
    await ws.owner.ok('DELETE', ws.base, { confirm_slug: ws.org.slug })
    const { id } = await ws.owner.ok('POST', orgs, { name: 'Next', slug: ws.org.slug })
    const back = await ws.owner.ok('POST', `${ws.base}/restore`)
    expect(back.slug).toMatch(new RegExp(`^${ws.org.slug}-\\d+$`))
    await ws.owner.ok('DELETE', `${orgs}/${id}`, { confirm_slug: ws.org.slug })
    await ws.owner.ok('POST', orgs, { name: 'Third', slug: ws.org.slug })
  })

  test('does not lift a suspension', async () => {
    const ws = await workspace()
    await suspend(ws.org.id)
    expect((await ws.owner.call('DELETE', ws.base, { confirm_slug: ws.org.slug })).status).toBe(403)
  })
})
