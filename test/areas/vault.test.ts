import { describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { actions, join, project, workspace } from '../kit/makers.ts'
import { accessLog, addCredential, atCredential, revealing, secret } from '../kit/vault.ts'
import { refusal } from '../kit/refusals.ts'

const missing = [404, 'credential not found']

describe('a credential', () => {
  test('is created, listed and changed without its secret', async () => {
    const ws = await workspace()
    const grace = await join(ws, 'manager', 'Grace Hopper')
    const draft = {
      name: 'Database',
      kind: 'password',
      username: 'shop',
      url: 'https://db.example.com/login?next=/a',
      tags: ['shop'],
      notes: 'Ask Ada first',
      expires_at: '2031-01-01T00:00:00.000Z',
    }
    const created = await grace.ok('POST', `${ws.base}/vault/credentials`, { ...draft, secret })
    expect(created).toMatchObject({
      ...draft,
      min_role: 'manager',
      has_secret: true,
      secret_version: 1,
      versions: [1],
      enter_url: null,
      warnings: [],
      last_revealed_by: null,
    })
    expect(JSON.stringify(created)).not.toContain('s3cr3t')
    expect(await grace.ok('GET', atCredential(ws, created.id))).toEqual(created)
    const { items, total } = await grace.ok('GET', `${ws.base}/vault/credentials`)
    expect([total, items[0].url]).toEqual([1, 'https://db.example.com/login'])
    const changed = await grace.ok('PATCH', atCredential(ws, created.id), { username: 'shop-2', version: 1 })
    expect([changed.username, changed.secret_version, changed.version]).toEqual(['shop-2', 1, 2])
    const log = await accessLog(ws, created.id)
    expect(log.map(({ action, fields, actor }) => [action, fields, actor.name])).toEqual([
      ['updated', ['username'], 'Grace Hopper'],
      ['created', [], 'Grace Hopper'],
    ])
    expect(await actions(ws)).toEqual(expect.arrayContaining(['credential.created', 'credential.updated']))
  })

  test('is for the role of whoever creates it, and of owners for admins, unless they say otherwise', async () => {
    const ws = await workspace()
    const [manager, admin] = [await join(ws, 'manager'), await join(ws, 'admin')]
    expect((await addCredential(ws, {}, manager)).min_role).toBe('manager')
    expect((await addCredential(ws, {}, admin)).min_role).toBe('admin')
    expect((await addCredential(ws)).min_role).toBe('admin')
    expect((await addCredential(ws, { min_role: 'member' })).min_role).toBe('member')
    const above = [403, 'min_role above your own role would hide it from you']
    const draft = { name: 'Server', kind: 'password', min_role: 'admin' }
    expect(refusal(await manager.call('POST', `${ws.base}/vault/credentials`, draft))).toEqual(above)
    const { id } = await addCredential(ws, {}, manager)
    expect(refusal(await manager.call('PATCH', atCredential(ws, id), { min_role: 'owner' }))).toEqual(above)
    expect((await ws.owner.ok('PATCH', atCredential(ws, id), { min_role: 'owner' })).min_role).toBe('owner')
    expect(refusal(await admin.call('PATCH', atCredential(ws, id), { min_role: 'admin' }))).toEqual(missing)
  })

  test('does not exist for a lower role, whatever is asked of it', async () => {
    const ws = await workspace()
    const [member, manager, viewer] = [await join(ws), await join(ws, 'manager'), await join(ws, 'viewer')]
    const { id } = await addCredential(ws)
    const at = atCredential(ws, id)
    for (const who of [member, manager]) {
      expect((await who.ok('GET', `${ws.base}/vault/credentials`)).total).toBe(0)
      expect(refusal(await who.call('GET', at))).toEqual(missing)
      expect(refusal(await who.call('PATCH', at, { name: 'Mine' }))).toEqual(missing)
      expect(refusal(await who.call('DELETE', at))).toEqual(missing)
      expect(refusal(await revealing(ws, id, who))).toEqual(missing)
    }
    const needs = [403, 'needs the role member or above']
    expect(refusal(await viewer.call('GET', `${ws.base}/vault/credentials`))).toEqual(needs)
    expect(refusal(await revealing(ws, id, viewer))).toEqual(needs)
    const { id: open } = await addCredential(ws, { min_role: 'member' })
    const change = await member.call('PATCH', atCredential(ws, open), { name: 'Mine' })
    expect(refusal(change)).toEqual([403, 'needs the role manager or above'])
    expect(refusal(await manager.call('DELETE', atCredential(ws, open)))).toEqual([
      403,
      'needs the role admin or above',
    ])
    expect(refusal(await manager.call('GET', `${atCredential(ws, open)}/access-log`))).toEqual([
      403,
      'needs the role admin or above',
    ])
  })

  test('of a hidden project is hidden with it', async () => {
    const ws = await workspace()
    const manager = await join(ws, 'manager')
    const { id: project_id } = await project(ws, { visibility: 'private' })
    const { id } = await addCredential(ws, { min_role: 'member', project_id })
    expect(refusal(await manager.call('GET', atCredential(ws, id)))).toEqual(missing)
    expect(refusal(await revealing(ws, id, manager))).toEqual(missing)
    expect((await ws.owner.ok('GET', atCredential(ws, id))).project_id).toBe(project_id)
    await asOwner('delete from projects where id = $1', [project_id])
    expect((await manager.ok('GET', atCredential(ws, id))).project_id).toBe(null)
  })

  test('is refused with each invalid field', async () => {
    const ws = await workspace()
    const invalid: [draft: object, problem: string][] = [
      [{ name: undefined }, 'body.name: required'],
      [{ secret: '' }, 'body.secret: must not be empty'],
      [{ secret: null }, 'body.secret: must be a text; to be rid of a secret, delete the credential'],
      [{ secret: 'ä'.repeat(8193) }, 'body.secret: at most 16384 bytes'],
      [{ secret: 'a\0b' }, 'body.secret: must not contain NUL'],
      [{ secret: 'a\ud800b' }, 'body.secret: not valid Unicode'],
      [{ tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'body.tags: at most 20 tags'],
      [
        { url: 'https://ada:pass@example.com' },
        'body.url: must not hold a user name or password; send them as their own fields',
      ],
      [{ url: 'somewhere' }, 'body.url: must be an address such as https://example.com'],
      [{ client_id: ws.org.id }, 'body.client_id: not found'],
      [{ secret_version: 2 }, 'body.secret_version: unknown field'],
    ]
    for (const [draft, problem] of invalid) {
      const body = { name: 'Server', kind: 'password', ...draft }
      expect(refusal(await ws.owner.call('POST', `${ws.base}/vault/credentials`, body))).toEqual([
        422,
        problem,
      ])
    }
    const { id } = await addCredential(ws)
    const nulled = await ws.owner.call('PATCH', atCredential(ws, id), { secret: null })
    expect(refusal(nulled)).toEqual([
      422,
      'body.secret: must be a text; to be rid of a secret, delete the credential',
    ])
    expect((await ws.owner.ok('GET', atCredential(ws, id))).secret_version).toBe(1)
    expect((await addCredential(ws, { secret: 'ä'.repeat(8192) })).has_secret).toBe(true)
  })

  test('names fields that look like a secret, which are not sealed', async () => {
    const ws = await workspace()
    const leaky = await addCredential(ws, {
      kind: 'api_key',
      notes: '-----BEGIN RSA PRIVATE KEY-----',
      username: 'AKIAIOSFODNN7EXAMPLE',
      tags: ['sk_live_4242'],
    })
    expect(leaky.warnings.toSorted()).toEqual([
      'notes: looks_like_secret',
      'tags: looks_like_secret',
      'username: looks_like_secret',
    ])
  })

  test('is found by what is shown of it, and never by its secret', async () => {
    const ws = await workspace()
    const one = await addCredential(ws, {
      name: 'Database',
      username: 'shop',
      tags: ['prod'],
      expires_at: '2030-05-01T00:00:00Z',
    })
    await addCredential(ws, { name: 'Mail', kind: 'api_key', secret: 'another secret' })
    const found = async (query: string) =>
      (await ws.owner.ok('GET', `${ws.base}/vault/credentials?${query}`)).items.map(({ name }: Json) => name)
    for (const query of [
      'q=data',
      'q=SHOP',
      'q=prod',
      'kind=password',
      'tag=prod',
      'expires_before=2030-06-01T00:00:00Z',
    ])
      expect([query, await found(query)]).toEqual([query, ['Database']])
    expect(await found('sort=-name')).toEqual(['Mail', 'Database'])
    for (const q of [secret, secret.slice(0, 6), 'another'])
      expect(await found(`q=${encodeURIComponent(q)}`)).toEqual([])
    expect(await found(`rotated_before=2020-01-01T00:00:00Z`)).toEqual([])
    expect(await found(`revealed_by=${ws.owner.id}`)).toEqual([])
    await revealing(ws, one.id)
    expect(await found(`revealed_by=${ws.owner.id}`)).toEqual(['Database'])
    const since = (days: number) => new Date(Date.now() - days * 864e5).toISOString()
    expect(await found(`revealed_by=${ws.owner.id}&since=${since(1)}`)).toEqual(['Database'])
    expect(await found(`revealed_by=${ws.owner.id}&since=${since(-1)}`)).toEqual([])
    expect(refusal(await ws.owner.call('GET', `${ws.base}/vault/credentials?since=${since(1)}`))).toEqual([
      422,
      'query.since: only with revealed_by',
    ])
  })

  test('is deleted with its secrets, and the log stays', async () => {
    const ws = await workspace()
    const admin = await join(ws, 'admin')
    const { id } = await addCredential(ws, { min_role: 'owner' })
    await revealing(ws, id)
    await ws.owner.ok('DELETE', atCredential(ws, id))
    expect(await asOwner('select 1 from credential_secrets where org_id = $1', [ws.org.id])).toEqual([])
    const actionsOf = (await accessLog(ws, id)).map(({ action }) => action)
    expect(actionsOf).toEqual(['deleted', 'revealed', 'created'])
    expect(refusal(await admin.call('GET', `${atCredential(ws, id)}/access-log`))).toEqual(missing)
    expect(refusal(await revealing(ws, id))).toEqual(missing)
    await expect(asOwner('delete from credential_access_log where org_id = $1', [ws.org.id])).rejects.toThrow(
      'credential_access_log is append-only',
    )
  })
})

describe('the secret', () => {
  test('is replaced as a new version, unless it is the same; the last five are kept', async () => {
    const ws = await workspace()
    const { id } = await addCredential(ws, { secret: 'one' })
    const put = (value: string) => ws.owner.ok('PATCH', atCredential(ws, id), { secret: value })
    expect((await put('one')).secret_version).toBe(1)
    for (const value of ['two', 'three', 'four', 'five', 'six']) await put(value)
    const now = await put('six')
    expect([now.secret_version, now.versions]).toEqual([6, [6, 5, 4, 3, 2]])
    expect((await revealing(ws, id)).body).toEqual({ secret: 'six', secret_version: 6 })
    expect((await revealing(ws, id, ws.owner, { version: 2 })).body.secret).toBe('two')
    expect(refusal(await revealing(ws, id, ws.owner, { version: 1 }))).toEqual([
      422,
      'body.version: not kept; the versions are 6, 5, 4, 3, 2',
    ])
  })

  test('is entered later where a credential was created without one', async () => {
    const ws = await workspace()
    const { id, has_secret, enter_url } = await addCredential(ws, { secret: undefined })
    expect([has_secret, enter_url]).toEqual([false, `/credentials/${id}`])
    expect(refusal(await revealing(ws, id))).toEqual([
      409,
      'this credential has no secret yet; enter one first',
    ])
    const entered = await ws.owner.ok('PATCH', atCredential(ws, id), { secret: ' to the byte \u0065\u0301 ' })
    expect([entered.secret_version, entered.enter_url]).toEqual([1, null])
    expect((await revealing(ws, id)).body.secret).toBe(' to the byte \u0065\u0301 ')
  })

  test('that others have too is told to those who see both, and in no other organization', async () => {
    const [ws, other] = [await workspace(), await workspace()]
    const manager = await join(ws, 'manager')
    const [one, two] = [await addCredential(ws, { min_role: 'owner' }), await addCredential(ws, {}, manager)]
    await addCredential(other)
    const same = async (id: string, who = ws.owner) =>
      (await who.ok('GET', atCredential(ws, id))).same_secret_ids
    expect([await same(one.id), await same(two.id), await same(two.id, manager)]).toEqual([
      [two.id],
      [one.id],
      [],
    ])
    const prints = await asOwner(
      `select distinct fingerprint from credential_secrets where org_id in ($1, $2)`,
      [ws.org.id, other.org.id],
    )
    expect(prints).toHaveLength(2)
  })

  test('of two that are stored at the same moment is one', async () => {
    const ws = await workspace()
    const { id } = await addCredential(ws)
    const sent = await Promise.all(
      ['a', 'b', 'c'].map((value) => ws.owner.call('PATCH', atCredential(ws, id), { secret: value })),
    )
    const stored = sent.filter(({ status }) => status === 200)
    const { secret_version, versions } = await ws.owner.ok('GET', atCredential(ws, id))
    expect([secret_version, versions.length]).toEqual([1 + stored.length, 1 + stored.length])
    for (const { status, body } of sent)
      if (status !== 200)
        expect([status, body.error.message]).toEqual([
          409,
          'the secret was changed at the same moment; try again',
        ])
  })
})
