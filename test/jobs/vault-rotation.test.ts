import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rotate } from '../../scripts/stack/rotate.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { keyringOf, seal } from '../../src/shared/sealing/sealing.ts'
import { asOwner, call, sealingKeys, type Reply } from '../kit/client.ts'
import { join, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { parts } from '../kit/parts.ts'
import { accessLog, addCredential, atCredential, secret } from '../kit/vault.ts'

await ownDatabase()

const fresh = `k2:${randomBytes(32).toString('base64')}`
const [both, renewed] = [`${fresh},${sealingKeys}`, fresh]
const totp = 'MZXW6YTBOI7DEMRT'
const many = 10_000
let client: Client
beforeAll(async () => {
  client = new Client({ connectionString: parts().ownerUrl })
  await client.connect()
})
afterAll(() => client.end())

/** So many credentials with a secret each, under the old key. */
async function fill(org: string, owner: string, size: number) {
  const keys = keyringOf(sealingKeys)
  const made = await Promise.all(
    Array.from({ length: size }, async (_, n) => {
      const id = uuidv7()
      return {
        id,
        sealed: await seal(keys, { purpose: 'vault', org, record: id, version: 1 }, `secret-${n}`),
      }
    }),
  )
  const bytes = (part: 'wrapped_dek' | 'dek_iv' | 'iv' | 'ciphertext') =>
    made.map(({ sealed }) => Buffer.from(sealed[part]))
  const ids = made.map(({ id }) => id)
  await client.query(`select set_config('session_replication_role', 'replica', false)`)
  await client.query(
    `insert into credentials (id, org_id, name, kind, min_role, secret_version, created_by)
      select id, $2, 'Credential', 'password', 'admin', 1, $3 from unnest($1::uuid[]) id`,
    [ids, org, owner],
  )
  await client.query(
    `insert into credential_secrets (org_id, credential_id, kek_id, wrapped_dek, dek_iv, iv, ciphertext, fingerprint,
        fingerprint_key, created_by)
      select $6, id, 'k1', w, d, i, c, sha256(c), 'k1', $7
        from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bytea[]) x(id, w, d, i, c)`,
    [ids, ...(['wrapped_dek', 'dek_iv', 'iv', 'ciphertext'] as const).map(bytes), org, owner],
  )
  await client.query(`select set_config('session_replication_role', 'origin', false)`)
  return ids
}
const post = (
  headers: Record<string, string>,
  path: string,
  body: object,
  SEALING_KEYS: string,
): Promise<Reply> => call('POST', path, { headers, body }, { SEALING_KEYS })

test(
  'ten thousand secrets of a vault are rewrapped by the command, and open with the new key alone',
  { timeout: 180_000 },
  async () => {
    const ws = await workspace()
    const ids = await fill(ws.org.id, ws.owner.id, many)
    const { id } = await addCredential(ws, { totp })
    const began = performance.now()
    const tables = await rotate(client, keyringOf(both), () => undefined)
    const seconds = (performance.now() - began) / 1000
    expect(tables.find(({ table }) => table === 'credential_secrets')).toEqual({
      table: 'credential_secrets',
      rewrapped: many + 2,
      remaining: 0,
      unreadable: 0,
    })
    expect(seconds).toBeLessThan(120)
    expect(await asOwner('select key_id from sealing_keys')).toEqual([{ key_id: 'k2' }])
    console.log(`${many} secrets rewrapped in ${seconds.toFixed(1)} s`)
    for (const n of [0, 4999, many - 1]) {
      const at = `${atCredential(ws, ids[n]!)}/reveal`
      const { body } = await post(ws.owner.headers, at, { reason: 'Looking at it' }, renewed)
      expect(body.secret).toBe(`secret-${n}`)
    }
    expect((await post(ws.owner.headers, `${atCredential(ws, id)}/code`, {}, renewed)).status).toBe(200)
  },
)

test('secrets are rewrapped by the command although the answer of each write is lost once', async () => {
  const ws = await workspace()
  const ids = await fill(ws.org.id, ws.owner.id, 1200)
  let lost = 0
  let isCut = false
  const cut = Object.create(client, {
    query: {
      value: async (text: string, values?: unknown[]) => {
        const answer = await client.query(text, values)
        isCut = text.startsWith('update credential_secrets') && !isCut
        if (!isCut) return answer
        lost++
        throw new Error('the connection is cut')
      },
    },
  }) as Client
  const attempt = async () => rotate(cut, keyringOf(both), () => undefined).catch(() => null)
  let tables = await attempt()
  while (!tables) tables = await attempt()
  const found = tables.find(({ table }) => table === 'credential_secrets')
  expect([found!.remaining, found!.unreadable, lost]).toEqual([0, 0, 3])
  for (const n of [0, 600, 1199]) {
    const at = `${atCredential(ws, ids[n]!)}/reveal`
    const { body } = await post(ws.owner.headers, at, { reason: 'Looking at it' }, renewed)
    expect(body.secret).toBe(`secret-${n}`)
  }
})

test('an owner rewraps the secrets of the organization two hundred at a time, of others none', async () => {
  const [ws, other] = [await workspace(), await workspace()]
  await fill(ws.org.id, ws.owner.id, 250)
  const { id } = await addCredential(ws, { totp })
  const foreign = await addCredential(other)
  const admin = await join(ws, 'admin')
  const rewrap = (who = ws.owner, keys = both) => post(who.headers, `${ws.base}/vault/rewrap`, {}, keys)
  expect((await rewrap(admin)).status).toBe(403)
  expect((await rewrap(ws.owner, sealingKeys)).body).toEqual({ done: 0, remaining: 0 })
  expect((await rewrap()).body).toEqual({ done: 200, remaining: 52 })
  expect((await rewrap()).body).toEqual({ done: 52, remaining: 0 })
  expect((await rewrap()).body).toEqual({ done: 0, remaining: 0 })
  const at = `${atCredential(ws, id)}/reveal`
  expect((await post(ws.owner.headers, at, { reason: 'Looking at it' }, renewed)).body.secret).toBe(secret)
  const key = await post(ws.owner.headers, at, { reason: 'Looking at it', part: 'totp' }, renewed)
  expect(key.body.secret).toBe(totp)
  const done = (await accessLog(ws, id)).map(({ action }) => action)
  expect(done).toEqual(['revealed', 'revealed', 'rewrapped', 'rewrapped', 'created'])
  const [{ kek_id }] = await asOwner('select kek_id from credential_secrets where credential_id = $1', [
    foreign.id,
  ])
  expect(kek_id).toBe('k1')
})

test('a secret whose key is lost stays as it is, and holds up no other', async () => {
  const ws = await workspace()
  await fill(ws.org.id, ws.owner.id, 3)
  const [row] = await asOwner(
    `update credential_secrets set kek_id = 'lost' where id = (select min(id::text)::uuid
    from credential_secrets where org_id = $1) returning id`,
    [ws.org.id],
  )
  const { body } = await post(ws.owner.headers, `${ws.base}/vault/rewrap`, {}, both)
  expect([body, Boolean(row)]).toEqual([{ done: 2, remaining: 1 }, true])
})
