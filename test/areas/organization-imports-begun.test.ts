import { expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { signForEverybody } from '../../src/shared/signatures.ts'
import { storage } from '../kit/audit.ts'
import { asOwner, call, env, files, password } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { workspace } from '../kit/makers.ts'
import { importPath } from '../kit/organization-imports.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const manifest = {
  format: 1,
  origin: 'https://origin.example',
  organization: { id: '0193a5c0-0000-7000-8000-000000000001', name: 'import', slug: 'import' },
  started_at: '2026-11-25T09:00:00.000Z',
  snapshot: 'is not needed here',
  kinds: null,
  files: false,
  counts: { tag: 1 },
  parts: [
    {
      n: 1,
      name: 'tag.jsonl',
      bytes: 72,
      sha256: '3a19163c2617eae4d198eae4a6d0a199278a8029acd5f8d1b934fd00a6ebe483',
    },
  ],
}
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

test('whoever deletes their account throws away what they have not finished importing', async () => {
  const ws = await workspace()
  const { id } = await ws.owner.ok('POST', importPath, { manifest })
  await ws.owner.ok('DELETE', ws.base, { confirm_slug: ws.org.slug })
  await ws.owner.ok('DELETE', '/api/v1/auth/me', { password })
  await drain(database(), storage())
  expect(await asOwner('select id from organizations where id = $1', [id])).toEqual([])
  expect([...files.stored.keys()].filter((key) => key.includes(id))).toEqual([])
})
