import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rotate } from '../../scripts/stack/rotate.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { keyringOf, open, seal, type Sealed } from '../../src/shared/sealing/sealing.ts'
import type { Carried } from '../../src/shared/sealing/sealed.ts'
import { openSecret, sealSecret } from '../../src/shared/second-factor/totp.ts'
import { asOwner, person } from '../kit/client.ts'
import { parts } from '../kit/parts.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const secretKeys = { old: randomBytes(32).toString('base64'), new: randomBytes(32).toString('base64') }
const setting = {
  old: `old:${secretKeys.old}`,
  both: `new:${secretKeys.new},old:${secretKeys.old}`,
  new: `new:${secretKeys.new}`,
}
const [old, both, renewed] = [keyringOf(setting.old), keyringOf(setting.both), keyringOf(setting.new)]
const many = 10_000

type Connection = { id: string; org: string; token: string }
const boundOf = ({ id: record, org }: Connection, version = 1) => ({
  purpose: 'repository:github',
  org,
  record,
  version,
})
let connections: Connection[]
let client: Client

/** Organizations with a connection each; not audited, as the service does not write this. */
async function fill(size: number): Promise<Connection[]> {
  const created = Array.from({ length: size }, (_, n): Connection => ({
    id: uuidv7(),
    org: uuidv7(),
    token: `canary-token-${n}-${uuidv7()}`,
  }))
  const { id: owner } = await person()
  const sealed = await Promise.all(created.map((one) => seal(old, boundOf(one), one.token)))
  await client.query(`select set_config('app.suppress_audit', 'on', false)`)
  await client.query(
    `insert into organizations (id, name, slug, created_by) select id, 'Rotation', 'rotation-' || id, $2
      from unnest($1::uuid[]) id`,
    [created.map(({ org }) => org), owner],
  )
  const bytes = (part: 'wrapped_dek' | 'dek_iv' | 'iv' | 'ciphertext') =>
    sealed.map((one) => Buffer.from(one[part]))
  await client.query(
    `insert into repository_connections (id, org_id, provider, base_url, kek_id, wrapped_dek, dek_iv, iv, ciphertext,
        token_hint, account, created_by)
      select id, org, 'github', 'https://api.github.com', 'old', w, d, i, c, 'hint', 'ada', org
        from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[], $5::bytea[], $6::bytea[]) x(id, org, w, d, i, c)`,
    [
      created.map(({ id }) => id),
      created.map(({ org }) => org),
      ...(['wrapped_dek', 'dek_iv', 'iv', 'ciphertext'] as const).map(bytes),
    ],
  )
  await client.query(`select set_config('app.suppress_audit', '', false)`)
  return created
}

const rowOf = async ({ id }: Connection) =>
  (
    await asOwner<Sealed & { version: number }>('select * from repository_connections where id = $1', [id])
  )[0]!
const plain = (row: Sealed): Sealed => ({
  ...row,
  wrapped_dek: new Uint8Array(row.wrapped_dek),
  dek_iv: new Uint8Array(row.dek_iv),
  iv: new Uint8Array(row.iv),
  ciphertext: new Uint8Array(row.ciphertext),
})

/** The command itself, as an operator runs it. */
function command(keys: string, stopAfter = Number.POSITIVE_INFINITY) {
  const child = spawn(process.execPath, ['scripts/rotate-keys.ts'], {
    env: { ...process.env, DATABASE_URL: parts().ownerUrl, SEALING_KEYS: keys },
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += String(chunk)
    if (output.split('\n').length > stopAfter) child.kill('SIGKILL')
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  )
}

beforeAll(async () => {
  client = new Client({ connectionString: parts().ownerUrl })
  await client.connect()
  connections = await fill(many)
}, 120_000)
afterAll(async () => {
  const orgs = [connections.map(({ org }) => org)]
  await client.query(`select set_config('app.suppress_audit', 'on', false)`)
  await client.query('delete from repository_connections where org_id = any($1)', orgs)
  await client.query('delete from organizations where id = any($1)', orgs)
  await client.end()
})

test(
  'ten thousand secrets are rewrapped with the new key despite a kill and concurrent replacements, and none is printed',
  { timeout: 180_000 },
  async () => {
    const orgs = [connections.map(({ org }) => org)]
    const count = async (kek: string) =>
      Number(
        (
          await asOwner<{ n: string }>(
            'select count(*) as n from repository_connections where kek_id = $1 and org_id = any($2)',
            [kek, ...orgs],
          )
        )[0]!.n,
      )

    const killed = await command(setting.both, 4)
    const half = await count('new')
    expect([killed.code, half > 0, half < many]).toEqual([null, true, true])
    for (const one of [connections[0]!, connections.at(-1)!])
      expect(await open(both, boundOf(one), plain(await rowOf(one)))).toBe(one.token)

    // During the rotation the service replaces tokens throughout the table, those already rewrapped and others.
    const replaced = connections.filter((_, n) => n % 100 === 0)
    const replace = async () => {
      for (const one of replaced) {
        const fresh = await seal(old, boundOf(one, 2), `${one.token}-replaced`)
        await asOwner(
          `update repository_connections set kek_id = $2, wrapped_dek = $3, dek_iv = $4, iv = $5, ciphertext = $6,
          secret_version = 2 where id = $1`,
          [
            one.id,
            fresh.kek_id,
            ...[fresh.wrapped_dek, fresh.dek_iv, fresh.iv, fresh.ciphertext].map((part) => Buffer.from(part)),
          ],
        )
      }
    }
    const [repeated] = await Promise.all([command(setting.both), replace()])
    const last = await command(setting.both)
    expect([last.code, await count('new'), await count('old')]).toEqual([0, many, 0])
    expect(last.output).toContain('Done: the old keys may go.')

    for (const one of [...replaced, ...connections.filter((_, n) => n % 97 === 5)]) {
      const row = await rowOf(one)
      const expected = row.secret_version === 2 ? `${one.token}-replaced` : one.token
      expect(await open(renewed, boundOf(one, row.secret_version), plain(row))).toBe(expected)
    }
    expect((await rowOf(replaced[0]!)).secret_version).toBe(2)

    const outputs = [killed, repeated, last].map(({ output }) => output).join('')
    const trail = JSON.stringify(await asOwner('select * from audit_log where org_id = any($1)', orgs))
    const hex = (await rowOf(connections[1]!)).wrapped_dek
    for (const secret of ['canary-token', secretKeys.old, secretKeys.new, Buffer.from(hex).toString('hex')]) {
      expect(outputs.includes(secret)).toBe(false)
      expect(trail.includes(secret)).toBe(false)
    }
    const sample = (await rowOf(connections[3]!)).version
    expect(sample).toBe(1)
  },
)

test('the secret of an authenticator app is rewrapped for its own person only', async () => {
  const [ada, eve] = [await person(), await person()]
  const id = uuidv7()
  const sealed = await sealSecret(old, ada.id, id, 'JBSWY3DPEHPK3PXP')
  await asOwner(
    `insert into totp_secrets (id, user_id, kek_id, wrapped_dek, dek_iv, iv, ciphertext)
      values ($1, $2, $3, decode($4, 'hex'), decode($5, 'hex'), decode($6, 'hex'), decode($7, 'hex'))`,
    [id, ada.id, sealed.kek_id, sealed.wrapped_dek, sealed.dek_iv, sealed.iv, sealed.ciphertext],
  )
  const rotated = await rotate(client, both, () => undefined)
  expect(rotated.find(({ table }) => table === 'totp_secrets')).toMatchObject({ remaining: 0, unreadable: 0 })
  const [row] = await asOwner<{ sealed: Carried }>(
    'select app.sealed_secret(t) as sealed from totp_secrets t where id = $1',
    [id],
  )
  expect(row!.sealed.kek_id).toBe('new')
  expect(await openSecret(renewed, { id, person: ada.id, sealed: row!.sealed })).toBe('JBSWY3DPEHPK3PXP')
  await expect(openSecret(renewed, { id, person: eve.id, sealed: row!.sealed })).rejects.toThrow(
    'cannot be opened',
  )
})

test('a secret whose key is missing stays unchanged, is counted, and keeps the command from reporting success', async () => {
  const [lost] = await fill(1)
  connections.push(lost!)
  await asOwner(`update repository_connections set kek_id = 'lost' where id = $1`, [lost!.id])
  const lines: string[] = []
  const tables = await rotate(client, both, (line) => lines.push(line))
  const rotated = tables.find(({ table }) => table === 'repository_connections')
  expect(rotated).toMatchObject({ unreadable: 1 })
  expect(rotated!.remaining).toBeGreaterThan(0)
  expect((await rowOf(lost!)).kek_id).toBe('lost')
  const { code, output } = await command(setting.both)
  expect([code, output.includes('Keep the old keys')]).toEqual([1, true])
})

test('the command names the setting that is missing or wrong, but none of its values', async () => {
  const missing = await command('')
  expect([missing.code, missing.output]).toEqual([2, expect.stringContaining('SEALING_KEYS')])
  const invalid = await command(`old:${secretKeys.old}x`)
  expect([invalid.code, invalid.output.includes(secretKeys.old)]).toEqual([2, false])
})
