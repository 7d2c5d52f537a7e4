import { describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { signForEverybody } from '../../src/shared/signatures.ts'
import { storage } from '../kit/audit.ts'
import { asOwner, call, env, files, type Json, password } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { workspace } from '../kit/makers.ts'
import { archive, imported, importPath, manifestOf, tagLine } from '../kit/organization-imports.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const manifest = manifestOf('import', 'import')
const person = async () => (await workspace()).owner

test.each([
  [
    'verified where this deployment signed it',
    async () => signForEverybody(env().JWT_KEYS, manifest),
    'verified',
  ],
  [
    'of an unknown key where another deployment did',
    async () => signForEverybody('elsewhere:a-secret-of-at-least-32-characters', manifest),
    'unknown_key',
  ],
  ['absent where there is none', async () => Promise.resolve(null), 'absent'],
])('the signature of a manifest is %s', async (_, sign, said) => {
  const { signature } = await (await person()).ok('POST', importPath, { manifest, signature: await sign() })
  expect(signature).toBe(said)
})

test('a manifest that is not the one that was signed here is refused, once it is known who asks', async () => {
  const signature = await signForEverybody(env().JWT_KEYS, { ...manifest, counts: { tag: 2 } })
  const body = { manifest, signature }
  const { status, body: reply } = await (await person()).call('POST', importPath, body)
  expect([status, reply.error.message]).toEqual([
    422,
    'body.signature: is not that of this manifest; send both as they are in the export',
  ])
  expect((await call('POST', importPath, { body })).status).toBe(401)
  const cut = `${signature.slice(0, -4)}AAAA`
  expect((await (await person()).call('POST', importPath, { manifest, signature: cut })).status).toBe(422)
})

test('people who import organizations of one name at the same moment all begin', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(person))
  const replies = await Promise.all(people.map(async (who) => who.call('POST', importPath, { manifest })))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
})

describe('a limit is told with what to do', () => {
  test('of rows, which the deployment sets, by what the manifest says', async () => {
    const { headers } = await person()
    const most = async (rows: string, counts: object) =>
      call(
        'POST',
        importPath,
        { body: { manifest: { ...manifest, counts } }, headers },
        { ORGANIZATION_IMPORT_ROWS: rows },
      )
    const refused = await most('2', { tag: 2, task: 1 })
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'limit import_rows reached: 3 of 2; delete what nobody needs and export again, or ask whoever runs this deployment for more',
    ])
    const begun = await most('2', { tag: 1, task: 1, file: 5 })
    expect(begun.status).toBe(201)
    const again = await most('1', { tag: 1, task: 1, file: 5 })
    expect([again.status, again.body.id]).toEqual([201, begun.body.id])
  })

  test('of rows again while they are read: a kind has no more than the manifest says', async () => {
    const lines = ['a1', 'a2', 'a3'].map((id) => tagLine(id, id)).join('')
    const who = await person()
    const done = await imported(who, archive([['tag.jsonl', lines]], { counts: { tag: 2 } }))
    expect([done.state, done.problem]).toEqual([
      'failed',
      'tag.jsonl has more than the 2 lines that the manifest says',
    ])
    for (const name of ['file.jsonl', 'audit_archive.jsonl']) {
      const parts = [{ ...manifest.parts[0], name }]
      const reply = await who.call('POST', importPath, { manifest: { ...manifest, parts } })
      expect([reply.status, reply.body.error.message]).toEqual([
        422,
        'body.manifest.parts[0].name: no part of an export is called that',
      ])
    }
  })

  test('of imports that failed, whose parts are kept until they are thrown away', async () => {
    const who = await person()
    const begin = async () => who.call('POST', importPath, { manifest })
    const failed: string[] = []
    for (let n = 0; n < 3; n++) {
      failed.push((await begin()).body.id)
      await asOwner(`update organization_imports set state = 'failed' where id = $1`, [failed[n]])
    }
    const { status, body } = await begin()
    expect([status, body.error.message]).toEqual([
      409,
      'three imports of yours have failed and are kept; throw one away before you begin another',
    ])
    expect(
      await asOwner('select id from organizations where name = $1 and id > $2', ['import', failed[2]]),
    ).toEqual([])
    await who.ok('DELETE', `${importPath}/${failed[0]}`)
    expect((await begin()).status).toBe(201)
  })
})

test('what becomes of each kind is told as soon as the manifest is there', async () => {
  const counts = { tag: 2, audit_log: 3, member: 1, attachments: 1, spell: 4, client: 0 }
  const parts = [...manifest.parts, { ...manifest.parts[0]!, n: 2, name: 'spell.jsonl' }]
  const said = await (await person()).ok('POST', importPath, { manifest: { ...manifest, counts, parts } })
  const outcomes = said.kinds.map(({ kind, count, outcome }: Json) => [kind, count, outcome])
  expect([said.state, outcomes]).toEqual([
    'receiving',
    [
      ['audit_log', 3, 'archived'],
      ['tag', 2, 'imported'],
      ['spell', 4, 'kept_aside'],
      ['attachments', 1, 'left_out'],
      ['member', 1, 'left_out'],
    ],
  ])
})

test('no organization stands in the way of the address of imports, whatever it is called', async () => {
  const who = await person()
  const { id } = await who.ok('POST', importPath, { manifest })
  const [{ slug }] = (await asOwner('select slug from organizations where id = $1', [id])) as [
    { slug: string },
  ]
  expect(slug).not.toBe('import')
  expect((await who.call('POST', '/api/v1/organizations', { name: 'Taken', slug: 'import' })).status).toBe(
    422,
  )
  const named = await who.ok('POST', '/api/v1/organizations', { name: 'Import' })
  expect(named.slug).not.toBe('import')
  expect((await who.call('GET', '/api/v1/organizations/import/audit-log')).status).toBe(422)
})

describe('the imports of a person are listed', () => {
  const finished = `update organization_imports set state = $2, problem = $3, finished_at = now() where id = $1`

  test('the newest first with how far each is, until they are thrown away', async () => {
    const who = await person()
    expect(await who.ok('GET', importPath)).toEqual({ items: [], total: 0, limit: 50, offset: 0 })
    const { id: failed } = await who.ok('POST', importPath, { manifest })
    await asOwner(finished, [failed, 'failed', 'part 1 is damaged'])
    const { id: open, ...more } = await who.ok('POST', importPath, { manifest })
    const { items, total } = await who.ok('GET', importPath)
    const common = {
      name: 'import',
      origin: 'https://origin.example',
      exported_at: manifest.started_at,
      part_count: 1,
      missing_count: 1,
      row_count: 1,
      written_count: 0,
      slug: null,
    }
    expect([total, items]).toEqual([
      2,
      [
        { ...common, id: open, state: 'receiving', problem: null, page: more.page, finished_at: null },
        { ...common, id: failed, state: 'failed', problem: 'part 1 is damaged', missing_count: 0 },
      ].map((one) => expect.objectContaining(one)),
    ])
    expect(items[0]).toMatchObject({ created_at: more.created_at, expires_at: more.expires_at })
    const second = await who.ok('GET', `${importPath}?limit=1&offset=1`)
    expect([second.total, second.items.map(({ id }: Json) => id)]).toEqual([2, [failed]])
    await who.ok('DELETE', `${importPath}/${failed}`)
    expect((await who.ok('GET', importPath)).items.map(({ id }: Json) => id)).toEqual([open])
  })

  test('those that are done with the organization that they became', async () => {
    const who = await person()
    const { id } = await imported(who, archive([['tag.jsonl', tagLine('a1', 'web')]]))
    const [one] = (await who.ok('GET', importPath)).items
    const { slug } = await who.ok('GET', `/api/v1/organizations/${id}`)
    expect(one).toMatchObject({ id, state: 'done', slug, written_count: 1, expires_at: null })
  })

  test('and not those whose organization they administer no more, of whose people and archives they read nothing', async () => {
    const [who, heir] = [await person(), await person()]
    const { id } = await imported(who, archive([['tag.jsonl', tagLine('a1', 'web')]]))
    const read = async () => (await who.call('GET', `${importPath}/${id}`)).status
    expect(await read()).toBe(200)
    await asOwner(
      `insert into organization_members (org_id, user_id, role, status, joined_at)
        values ($1, $2, 'owner', 'active', now())`,
      [id, heir.id],
    )
    const member = `/api/v1/organizations/${id}/members/${who.id}`
    await heir.ok('PATCH', member, { role: 'member' })
    expect([await read(), (await who.ok('GET', importPath)).total]).toEqual([404, 0])
    expect((await who.call('GET', `${importPath}/${id}/archives/1`)).status).toBe(404)
    await heir.ok('PATCH', member, { role: 'admin' })
    expect([await read(), (await who.ok('GET', importPath)).total]).toEqual([200, 1])
    await heir.ok('DELETE', member)
    expect([await read(), (await who.ok('GET', importPath)).total]).toEqual([404, 0])
  })

  test('to nobody else, and neither to keys nor for other parameters', async () => {
    const ws = await workspace()
    await ws.owner.ok('POST', importPath, { manifest })
    expect((await (await person()).ok('GET', importPath)).total).toBe(0)
    const { token } = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'script' })
    const headers = { authorization: `Bearer ${token}` }
    expect((await call('GET', importPath, { headers })).status).toBe(403)
    expect((await call('GET', importPath)).status).toBe(401)
    for (const query of ['limit=0', 'limit=201', 'offset=-1', 'state=done'])
      expect([query, (await ws.owner.call('GET', `${importPath}?${query}`)).status]).toEqual([query, 422])
  })
})

test('whoever deletes their account throws away what they have not finished importing', async () => {
  const ws = await workspace()
  const { id } = await ws.owner.ok('POST', importPath, { manifest })
  await ws.owner.ok('DELETE', ws.base, { confirm_slug: ws.org.slug })
  await ws.owner.ok('DELETE', '/api/v1/auth/me', { password })
  await drain(database(), storage())
  expect(await asOwner('select id from organizations where id = $1', [id])).toEqual([])
  expect([...files.stored.keys()].filter((key) => key.includes(id))).toEqual([])
})
